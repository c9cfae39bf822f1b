import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { queryInTenant, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createReadyDocument, type TestTenant } from '../support/tenant.js';
import {
  openWebhookHouse,
  trusting,
  type WebhookHouse,
  type WebhookOptions,
} from '../support/webhook-house.js';

let house: WebhookHouse;
let test: TestDatabase;
let tenant: TestTenant;

beforeAll(async () => {
  house = await openWebhookHouse();
  ({ test } = house);
});
afterAll(() => test.destroy());
beforeEach(async () => {
  tenant = await house.newTenant();
});
afterEach(() => house.closeOpened());

describe('a webhook host', () => {
  const deliverTo = async (url: string, options: WebhookOptions) => {
    const system = house.open(options);
    const { id } = await system.subscribe(tenant.admin, url, ['document.ready']);
    await house.makeReady();
    await system.start();
    const [delivery] = await system.deliveries(
      tenant.admin,
      id,
      ([one]) => one !== undefined && (one.attempts > 0 || one.status !== 'waiting'),
    );
    return { system, id, delivery };
  };

  it('that hangs is abandoned for now, and its connection closed', async () => {
    let closed = 0;
    const receiver = await house.receive(
      (request) => void request.socket.once('close', () => (closed += 1)),
    );

    const { delivery } = await deliverTo(receiver.url, {
      post: { trustedOrigins: [receiver.origin], timeoutMs: 300 },
    });

    expect(delivery).toMatchObject({ status: 'waiting', error: 'unreachable', statusCode: null });
    await eventually(
      () => closed,
      (count) => count === 1,
    );
  });

  it('that redirects is not followed', async () => {
    const elsewhere = await house.receive();
    const receiver = await house.receive(
      (_request, response) => void response.writeHead(307, { Location: elsewhere.url }).end(),
    );

    const { delivery } = await deliverTo(receiver.url, trusting(receiver, elsewhere));

    expect(delivery).toMatchObject({ status: 'waiting', error: 'redirect', statusCode: 307 });
    expect(elsewhere.received).toEqual([]);
  });

  it('that says 410 is disabled and audited, and its waiting deliveries fail', async () => {
    const receiver = await house.receive(
      (_request, response) => void response.writeHead(410).end(),
    );
    const system = house.open(trusting(receiver));
    const { id } = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    for (let count = 0; count < 5; count += 1) await house.makeReady();

    await system.start();
    const all = await system.deliveries(tenant.admin, id, (found) =>
      found.every(({ status }) => status === 'failed'),
    );

    expect(all.map(({ error }) => error)).toEqual(
      expect.arrayContaining(['status', 'endpoint_off']),
    );
    expect(await system.webhooks.get(tenant.admin, id)).toMatchObject({ offReason: 'gone' });
    expect(await house.auditOf(id)).toEqual([
      { action: 'webhook.create' },
      { action: 'webhook.disable' },
    ]);
    const before = receiver.received.length;
    await house.makeReady();
    expect(
      (await system.webhooks.listDeliveries(tenant.admin, id, { limit: 100 })).items,
    ).toHaveLength(5);
    expect(receiver.received).toHaveLength(before);
  });

  it('that answers 200 with an endless body has accepted the delivery, and is not read further', async () => {
    let written = 0;
    let isClosed = false;
    const receiver = await house.receive((request, response) => {
      request.socket.once('close', () => (isClosed = true));
      response.writeHead(200);
      const write = () => {
        if (isClosed) return;
        written += 65_536;
        response.write(Buffer.alloc(65_536), write);
      };
      write();
    });

    const { delivery } = await deliverTo(receiver.url, trusting(receiver));
    await eventually(
      () => isClosed,
      (closed) => closed,
    );

    expect(delivery).toMatchObject({ status: 'delivered', statusCode: 200 });
    expect(written).toBeLessThan(20_000_000);
  });

  it('that resolves to a private address is not connected to', async () => {
    let connections = 0;
    const server = createTcpServer(() => (connections += 1)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    house.closing.push(async () => void server.close());
    const { port } = server.address() as AddressInfo;

    const { delivery } = await deliverTo(`https://hooks.example:${port}/`, {
      post: { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
    });

    expect(delivery).toMatchObject({ status: 'waiting', error: 'address_refused' });
    expect(connections).toBe(0);
  });

  describe('with its own TLS certificate', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kr-webhooks-'));
      await promisify(execFile)('openssl', [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=hooks.example',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'certificate.pem'),
      ]);
    });
    afterAll(() => rm(folder, { recursive: true }));

    const startTls = async () => {
      const requests: string[] = [];
      let connections = 0;
      const server = createTlsServer(
        {
          key: await readFile(join(folder, 'key.pem')),
          cert: await readFile(join(folder, 'certificate.pem')),
        },
        (request, response) => {
          requests.push(request.url ?? '');
          response.end();
        },
      );
      server.on('connection', () => (connections += 1));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      house.closing.push(async () => void server.close());
      const { port } = server.address() as AddressInfo;
      return { url: `https://hooks.example:${port}/`, requests, connections: () => connections };
    };

    it('is sent nothing', async () => {
      const server = await startTls();

      const { delivery } = await deliverTo(server.url, {
        post: {
          isAllowedAddress: () => true,
          resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        },
      });

      expect(delivery).toMatchObject({ status: 'waiting', error: 'unreachable' });
      expect([server.connections(), server.requests]).toEqual([1, []]);
    });

    it('and a private address at the second lookup is not connected to again', async () => {
      const server = await startTls();
      const addresses = ['127.0.0.1', '10.1.2.3'];
      const { system, id, delivery } = await deliverTo(server.url, {
        post: {
          isAllowedAddress: (address) => address === '127.0.0.1',
          resolve: async () => [{ address: addresses.shift() ?? '10.1.2.3', family: 4 }],
        },
      });
      expect(delivery).toMatchObject({ error: 'unreachable' });

      await house.hurry();
      const [again] = await system.deliveries(tenant.admin, id, ([one]) => one?.attempts === 2);

      expect(again).toMatchObject({ status: 'waiting', error: 'address_refused' });
      expect(server.connections()).toBe(1);
    });
  });

  it('that asks for a pause gets no deliveries until it is over', async () => {
    const receiver = await house.receive(
      (_request, response) => void response.writeHead(429, { 'Retry-After': '3600' }).end(),
    );
    const { system, id } = await deliverTo(receiver.url, trusting(receiver));

    await house.makeReady();
    const [newest, first] = await system.deliveries(tenant.admin, id, ({ length }) => length === 2);

    for (const delivery of [newest, first]) {
      const waitMs = (delivery?.nextAttemptAt?.getTime() ?? 0) - Date.now();
      expect(Math.round(waitMs / 60_000)).toBe(60);
    }
    expect(receiver.received).toHaveLength(1);
  });

  it('that accepts nothing for five days is disabled', async () => {
    const receiver = await house.receive(
      (_request, response) => void response.writeHead(500).end(),
    );
    const { system, id } = await deliverTo(receiver.url, trusting(receiver));
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE webhook_endpoints SET failing_since = now() - interval '5 days' WHERE id = '${id}'`,
    );

    await house.hurry();
    await system.deliveries(tenant.admin, id, ([one]) => one?.status === 'failed');

    expect(await system.webhooks.get(tenant.admin, id)).toMatchObject({ offReason: 'failing' });
    expect((await house.auditOf(id)).map(({ action }) => action)).toContain('webhook.disable');
  });
});

describe('a webhook host that hangs', () => {
  const openBeside = async () => {
    const hanging = await house.receive(() => undefined);
    const receiver = await house.receive();
    const system = house.open({
      post: { trustedOrigins: [hanging.origin, receiver.origin], timeoutMs: 15_000 },
      timing: { graceMs: 0 },
    });
    return { hanging, receiver, system };
  };

  it('does not delay other endpoints of its tenant', async () => {
    const { hanging, receiver, system } = await openBeside();
    await system.subscribe(tenant.admin, hanging.url, ['document.ready']);
    await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    for (let count = 0; count < 6; count += 1) await house.makeReady();

    await system.start();
    await receiver.after(6);

    // No time limit has passed: the places that it may have are taken.
    expect(hanging.received).toHaveLength(3);
  });

  it('does not delay other tenants, however many endpoints lead there', async () => {
    const { hanging, receiver, system } = await openBeside();
    for (let count = 0; count < 3; count += 1) {
      await system.subscribe(tenant.admin, hanging.url, ['document.ready']);
    }
    for (let count = 0; count < 6; count += 1) await house.makeReady();
    await system.start();
    await hanging.after(6);

    const other = await test.tenant();
    await system.subscribe(other.admin, receiver.url, ['document.ready']);
    for (let count = 0; count < 3; count += 1) {
      await createReadyDocument(test.database, other, { owner: other.member });
    }
    await receiver.after(3);

    expect(hanging.received).toHaveLength(6);
  });

  it('does not delay other tenants, however often hanging deliveries are sent again or removed', async () => {
    const { hanging, receiver, system } = await openBeside();
    const { admin } = tenant;
    const other = await test.tenant();
    const { id: otherId } = await system.subscribe(other.admin, receiver.url, ['document.ready']);
    await system.start();

    for (let round = 1; round <= 8; round += 1) {
      const { id } = await system.subscribe(admin, hanging.url, ['document.ready']);
      const tests = await Promise.all(
        Array.from({ length: 6 }, () => system.webhooks.sendTest(admin, id)),
      );
      await system.webhooks.sendTest(other.admin, otherId);
      await receiver.after(2 * round - 1);
      for (const { id: deliveryId } of tests) {
        await system.webhooks.redeliver(admin, { id, deliveryId });
      }
      await system.webhooks.sendTest(other.admin, otherId);
      await receiver.after(2 * round);
      await system.webhooks.delete(admin, id);
    }

    expect(hanging.received.length).toBeLessThanOrEqual(8);
  });
});
