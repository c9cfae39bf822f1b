import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { AppError } from '../../src/shared/errors.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createBatch, finishDocument } from '../support/batches.js';
import { queryInTenant, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { runUntilDeath } from '../support/start-dying-webhook-worker.js';
import { createReadyDocument, type TestTenant } from '../support/tenant.js';
import { openWebhookHouse, trusting, type WebhookHouse } from '../support/webhook-house.js';

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

/** Takes jobs out of no queue. */
const idle = async () => ({ running: () => true, jobs: () => 0, close: async () => undefined });

describe('the delivery of a webhook', () => {
  it("reaches the customer's server, signed, with ids and states but no text", async () => {
    const receiver = await house.receive();
    const system = house.open(trusting(receiver));
    const { secret } = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    const { documentId } = await createReadyDocument(test.database, tenant, {
      owner: tenant.member,
      title: 'Salaries',
      passages: ['A text that is nobody else’s.'],
    });

    await system.start();
    const [sent] = await receiver.after(1);

    const event = new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {});
    expect(event).toEqual({
      type: 'document.ready',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { documentId, version: 1, status: 'ready', errorCode: null, collectionIds: [] },
    });
    expect(sent?.body).not.toMatch(/Salaries|nobody/);
    expect(sent?.body.length).toBeLessThan(20_000);
  });

  it('keeps its id across attempts, each with its own time and signature', async () => {
    let count = 0;
    const receiver = await house.receive((_request, response) => {
      count += 1;
      response.writeHead(count === 1 ? 500 : 204).end();
    });
    const system = house.open(trusting(receiver));
    const { id, secret } = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    await house.makeReady();
    await system.start();
    const [first] = await system.deliveries(tenant.admin, id, ([one]) => one?.attempts === 1);
    expect(first).toMatchObject({ status: 'waiting', statusCode: 500, error: 'status' });
    expect((await system.webhooks.get(tenant.admin, id)).failingSince).not.toBeNull();

    await house.hurry();
    const [one, two] = await receiver.after(2);

    expect(one?.headers['webhook-id']).toBe(first?.id);
    expect(two?.headers['webhook-id']).toBe(first?.id);
    for (const { body, headers } of [one, two].flatMap((sent) => sent ?? [])) {
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    }
    const [last] = await system.deliveries(tenant.admin, id, ([d]) => d?.status === 'delivered');
    expect(last).toMatchObject({ attempts: 2, statusCode: 204, error: null, nextAttemptAt: null });
    expect((await system.webhooks.get(tenant.admin, id)).failingSince).toBeNull();
  });

  it('is signed with both secrets after a rotation, and only with the new one a day later', async () => {
    const receiver = await house.receive();
    const system = house.open(trusting(receiver));
    const old = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    const renewed = await system.webhooks.rotateSecret(tenant.admin, old.id);
    await system.start();

    await house.makeReady();
    await receiver.after(1);
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE webhook_endpoints SET old_secret_until = now() WHERE id = '${old.id}'`,
    );
    await house.makeReady();
    const [both, one] = await receiver.after(2);

    const accepts = (sent: typeof both, secret: string): boolean => {
      try {
        new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {});
        return true;
      } catch {
        return false;
      }
    };
    expect([accepts(both, old.secret), accepts(both, renewed.secret)]).toEqual([true, true]);
    expect([accepts(one, old.secret), accepts(one, renewed.secret)]).toEqual([false, true]);
  });

  it('for a batch counts the documents that its owner may read, and is withheld if there are none', async () => {
    const receiver = await house.receive();
    const system = house.open(trusting(receiver));
    const { id } = await system.subscribe(tenant.admin, receiver.url, ['batch.completed']);
    const add = async (owner: UserScope, visibilities: string[]) => {
      const batch = { owner, visibilities, refused: 1 };
      const { batchId, documentIds } = await createBatch(test.database, batch);
      for (const one of documentIds) await finishDocument(test.database, tenant, one);
      return batchId;
    };
    const none = { processing: 0, ready: 0, failed: 0, deleted: 0, refused: 0 };
    const ofMember = await add(tenant.member, ['tenant', 'private']);
    const own = await add(tenant.admin, ['tenant', 'private']);
    await add(tenant.member, ['private']);

    await system.start();
    const all = await system.deliveries(tenant.admin, id, (found) =>
      found.every(({ status }) => status !== 'waiting'),
    );

    const told = receiver.received.map(({ body }) => JSON.parse(body) as { data: unknown });
    expect(told.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { ...none, batchId: ofMember, ready: 1 },
        { ...none, batchId: own, ready: 2, refused: 1 },
      ]),
    );
    expect(all.map(({ status }) => status).sort()).toEqual(['delivered', 'delivered', 'withheld']);
    expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/salaries/i);
  });

  it('is withheld if its owner may no longer read the document', async () => {
    const receiver = await house.receive();
    const system = house.open(trusting(receiver));
    const { id } = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    const { documentId } = await house.makeReady();
    await house.makeReady(tenant.admin);
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE documents SET visibility = 'private' WHERE id = '${documentId}'`,
    );

    await system.start();
    const all = await system.deliveries(tenant.admin, id, (found) =>
      found.every(({ status }) => status !== 'waiting'),
    );

    expect(all.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['delivered', 1],
      ['withheld', 0],
    ]);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.body).not.toContain(documentId);
  });

  it('waits in the outbox while the queue is unavailable, and is sent when it is back', async () => {
    const receiver = await house.receive();
    let isAway = true;
    let refused = 0;
    const away = <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!isAway) return work();
      refused += 1;
      return Promise.reject(new AppError('queue_unavailable', 'Away.'));
    };
    const system = house.open({
      ...trusting(receiver),
      queue: (queue) => ({
        ...queue,
        add: (jobs) => away(() => queue.add(jobs)),
        waitingIds: () => away(() => queue.waitingIds()),
      }),
    });
    const { id } = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    await system.start();
    for (let count = 0; count < 3; count += 1) await house.makeReady();
    await eventually(
      () => refused,
      (count) => count > 3,
    );
    expect(receiver.received).toHaveLength(0);

    isAway = false;
    await system.deliveries(tenant.admin, id, (all) => all.every((d) => d.status === 'delivered'));

    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  it('is sent an hour after its queue was lost, only once, signed with the time of the attempt', async () => {
    const receiver = await house.receive();
    const atRest = [createSecretKey(randomBytes(32))] as const;
    const lost = house.open({
      ...trusting(receiver),
      atRest,
      queue: (queue) => ({ ...queue, consume: idle }),
    });
    const { id, secret } = await lost.subscribe(tenant.admin, receiver.url, ['document.ready']);
    await lost.start();
    for (let count = 0; count < 8; count += 1) await house.makeReady();
    await queryInTenant(
      test,
      tenant.tenantId,
      `UPDATE webhook_deliveries SET created_at = created_at - interval '1 hour' WHERE endpoint_id = '${id}';
       UPDATE webhook_tasks SET due_at = due_at - interval '1 hour' WHERE endpoint_id = '${id}'`,
    );
    const { waiting, oldestDueAgeSec } = await test.database.platform.webhookTasks.stats();
    await lost.close();

    const system = house.open({ ...trusting(receiver), atRest });
    await system.start();
    const all = await system.deliveries(tenant.admin, id, (found) =>
      found.every(({ status }) => status === 'delivered'),
    );

    expect([waiting, Math.floor(oldestDueAgeSec / 3600)]).toEqual([8, 1]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'] ?? '');
    expect(ids.sort()).toEqual(all.map((delivery) => String(delivery.id)).sort());
    const told = receiver.received.map(({ body, headers }) => {
      // Refuses what was signed more than five minutes ago.
      const { timestamp } = new Webhook(secret).verify(body, headers) as { timestamp: string };
      return timestamp;
    });
    // Each tells the moment of its event, an hour before it was sent.
    expect(told.sort()).toEqual(all.map(({ createdAt }) => createdAt.toISOString()).sort());
  });

  it('is sent again on demand, with its id, once', async () => {
    const receiver = await house.receive();
    const system = house.open(trusting(receiver));
    const { id } = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    await house.makeReady();
    await system.start();
    const [sent] = await system.deliveries(tenant.admin, id, ([d]) => d?.status === 'delivered');
    if (sent === undefined) throw new Error('There is no delivery.');

    await system.webhooks.redeliver(tenant.admin, { id, deliveryId: sent.id });
    await receiver.after(2);
    await system.deliveries(tenant.admin, id, ([d]) => d?.status === 'delivered');

    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      sent.id,
      sent.id,
    ]);
  });

  it('with a test event says so, whatever events the endpoint has chosen', async () => {
    const receiver = await house.receive();
    const system = house.open(trusting(receiver));
    const { id, secret } = await system.subscribe(tenant.admin, receiver.url, ['answer.feedback']);
    await system.start();

    const { id: deliveryId } = await system.webhooks.sendTest(tenant.admin, id);
    const [sent] = await receiver.after(1);

    expect(sent?.headers['webhook-id']).toBe(deliveryId);
    expect(new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: id },
    });
  });
});

describe('a webhook endpoint', () => {
  it.each([
    ['was suspended', `UPDATE users SET status = 'suspended'`],
    ['is no longer an admin', `UPDATE users SET role = 'member'`],
  ])('whose owner %s is disabled and gets nothing that was waiting', async (_, change) => {
    const receiver = await house.receive();
    const system = house.open(trusting(receiver));
    const owner = await tenant.addUser({ role: 'admin' });
    const { id } = await system.subscribe(owner, receiver.url, ['document.ready']);
    await house.makeReady();
    await queryInTenant(test, tenant.tenantId, `${change} WHERE id = '${owner.userId}'`);
    expect(await system.webhooks.get(tenant.admin, id)).toMatchObject({
      offReason: 'owner_inactive',
    });

    await system.start();
    const [delivery] = await system.deliveries(
      tenant.admin,
      id,
      ([one]) => one?.status === 'failed',
    );

    expect(delivery).toMatchObject({ error: 'endpoint_off', attempts: 0 });
    expect(receiver.received).toEqual([]);
    expect((await house.auditOf(id)).map(({ action }) => action)).toContain('webhook.disable');
  });

  it('whose secret was encrypted with another key is disabled until it gets a new secret', async () => {
    const receiver = await house.receive();
    const elsewhere = house.open(trusting(receiver));
    const { id } = await elsewhere.subscribe(tenant.admin, receiver.url, ['document.ready']);
    await house.makeReady();
    const system = house.open(trusting(receiver));

    await system.start();
    await system.deliveries(tenant.admin, id, ([one]) => one?.status === 'failed');
    expect(await system.webhooks.get(tenant.admin, id)).toMatchObject({
      offReason: 'secret_unreadable',
    });
    const { secret } = await system.webhooks.rotateSecret(tenant.admin, id);
    await system.webhooks.update(tenant.admin, id, { enabled: true });
    await system.webhooks.sendTest(tenant.admin, id);
    const [sent] = await receiver.after(1);

    expect(() => new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})).not.toThrow();
  });
});

describe('a worker that is killed between sending a delivery and recording it', () => {
  it('leaves the delivery to the next one: nothing is lost, and duplicates have the same id', async () => {
    const receiver = await house.receive();
    const atRest = randomBytes(32);
    const queueName = `webhooks-${randomUUID()}`;
    const shared = { atRest: [createSecretKey(atRest)] as const, queueName };
    const system = house.open({ ...trusting(receiver), ...shared });
    const { id } = await system.subscribe(tenant.admin, receiver.url, ['document.ready']);
    for (let count = 0; count < 3; count += 1) await house.makeReady();

    const signal = await runUntilDeath({
      url: test.url,
      migrationUrl: test.migrationUrl,
      queueName,
      origin: receiver.origin,
      atRest: atRest.toString('base64'),
    });
    const before = receiver.received.length;
    await system.start();
    const all = await system.deliveries(tenant.admin, id, (found) =>
      found.every(({ status }) => status === 'delivered'),
    );

    expect(signal).toBe('SIGKILL');
    expect(before).toBeGreaterThanOrEqual(1);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'] ?? '');
    expect([...new Set(ids)].sort()).toEqual(all.map((delivery) => String(delivery.id)).sort());
    expect(all).toHaveLength(3);
    expect(ids).toHaveLength(3 + before);
  });
});
