import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { newId, TenantId } from '../../src/shared/ids.js';
import { createHttpServer } from '../../src/http/listener.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createFakeUseCases } from '../fakes/api-use-cases.js';
import { eventually } from '../support/eventually.js';
import { ANY_CONNECTIONS, serveApi } from '../support/serve-api.js';

const open: { close: () => Promise<void> }[] = [];
const sockets: Socket[] = [];
const serve = async (
  overrides: Parameters<typeof createFakeApiDeps>[0],
  connections: Parameters<typeof serveApi>[1] = ANY_CONNECTIONS,
) => {
  const fake = createFakeApiDeps(overrides);
  const api = await serveApi(fake.deps, connections);
  open.push(api);
  return { ...fake, api };
};
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const api of open.splice(0)) await api.close();
});

const dial = (port: number, head: string): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(head);
  sockets.push(socket);
  return socket;
};

/** However it is ended. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()));

/** An upload of which no more than its beginning is ever sent. */
const toUploadHead = (key: string): string =>
  `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
  'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000\r\n\r\n' +
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThree';

describe('many uploads that trickle in', () => {
  it('are refused beyond the share of their user, and their connections are closed', async () => {
    const { api, keys, shed } = await serve(
      { maxParallelUploadsPerUser: 2 },
      { ...ANY_CONNECTIONS, lingerMs: 100 },
    );
    const { apiKey } = keys.issue({ role: 'admin' });
    const uploads = Array.from({ length: 250 }, () => dial(api.port, toUploadHead(apiKey)));
    for (const upload of uploads) upload.resume();

    const openNow = await eventually(
      () => uploads.filter(({ readyState }) => readyState === 'open').length,
      (count) => count === 2,
    );

    expect(openNow).toBe(2);
    expect(shed).toEqual(Array(248).fill('too_many_parallel_uploads'));
  });

  it('are refused beyond the share of their tenant, whichever users send them', async () => {
    const { api, keys } = await serve({ maxParallelUploadsPerTenant: 1 });
    const tenantId = newId(TenantId);
    const [one, colleague] = [
      keys.issue({ role: 'admin', tenantId }),
      keys.issue({ role: 'admin', tenantId }),
    ];
    const stranger = keys.issue({ role: 'admin' });
    dial(api.port, toUploadHead(one.apiKey));
    const body = { title: 'Notes', text: 'Three days.' };
    const upload = async (key: string) =>
      (await api.call('POST', '/v1/documents', { key, body })).status;

    expect(
      await eventually(
        () => upload(colleague.apiKey),
        (status) => status === 429,
      ),
    ).toBe(429);
    expect(await upload(stranger.apiKey)).toBeLessThan(300);
  });
});

describe('a download whose client does not read', () => {
  it('takes up a slot of its user, and is ended once it has stalled', async () => {
    const { readDocuments } = createFakeUseCases();
    let destroyed = 0;
    const file = async () => ({
      filename: 'a.bin',
      mimeType: 'application/octet-stream',
      sizeBytes: 1e9,
      content: new Readable({
        read() {
          this.push(Buffer.alloc(64 * 1024));
        },
        destroy: (_error, done) => {
          destroyed += 1;
          done(null);
        },
      }),
    });
    const { api, keys } = await serve({
      maxParallelDownloadsPerUser: 1,
      streamTiming: { heartbeatMs: 15_000, stallLimitMs: 500, recheckMs: 30_000 },
      readDocuments: { ...readDocuments, file },
    });
    const { apiKey } = keys.issue({ role: 'member' });
    const path = '/v1/documents/00000000-0000-4000-8000-000000000000/file';
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
    const stalled = dial(api.port, head);
    await once(stalled, 'readable');

    const second = await api.call('GET', path, { key: apiKey });
    await eventually(
      () => destroyed,
      (count) => count === 2,
    );

    expect(second.json).toMatchObject({ status: 429, code: 'too_many_parallel_downloads' });
  });
});

describe('open connections', () => {
  it('are limited per address', async () => {
    const { api } = await serve({}, { total: 100, perAddress: 2 });
    const held = [dial(api.port, 'GET /'), dial(api.port, 'GET /')];
    await Promise.all(held.map((socket) => once(socket, 'connect')));

    const third = dial(api.port, 'GET /');
    third.resume();
    await closed(third);

    expect(held.map(({ readyState }) => readyState)).toEqual(['open', 'open']);
  });

  it('of one IPv6 network count as those of one address', () => {
    const server = createHttpServer(() => undefined, { total: 100, perAddress: 2 });
    const addresses = [1, 2, 3].map((host) => `2001:db8:1:2::${host}`);
    const sockets = [...addresses, '2001:db8:1:3::1'].map((remoteAddress) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress });
      server.emit('connection', socket);
      return socket;
    });

    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false]);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('are limited in total', async () => {
    const { api } = await serve({}, { total: 1, perAddress: null });
    const held = dial(api.port, 'GET /');
    await once(held, 'connect');

    const second = dial(api.port, 'GET /');
    second.resume();
    await closed(second);

    expect(held.readyState).toBe('open');
  });
});
