import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { eventually } from '../support/eventually.js';

type Sent = { key?: string; body?: string | Uint8Array; headers?: Record<string, string> };
type View = { name: string; url: string; sizeBytes: number; mimeType: string };
type Json = Partial<View> & { code?: string; items?: View[] };

let house: ApiOverDatabase;
let tenant: Awaited<ReturnType<typeof createTenantOverApi>>;
let key: string;
let userId: string;

beforeAll(async () => {
  house = await serveApiOverDatabase();
});
afterAll(() => house.close());
beforeEach(async () => {
  tenant = await createTenantOverApi(house);
  ({ apiKey: key, userId } = await tenant.addMember());
});

/** Sends the path as it stands: a client of the web would tidy it up first. */
const send = async (method: string, path: string, { key: as = key, body, headers }: Sent = {}) => {
  const request = httpRequest({
    host: '127.0.0.1',
    port: house.api.port,
    method,
    path,
    // A connection each: some requests here end before their declared length.
    agent: false,
    headers: { Authorization: `Bearer ${as}`, ...headers },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const answered = await text(response);
  const isJson = response.headers['content-type']?.includes('json') === true;
  const json = (isJson ? JSON.parse(answered) : null) as Json;
  return { status: response.statusCode, headers: response.headers, text: answered, json };
};

const put = (name: string, body: string | Uint8Array, sent: Sent = {}) =>
  send('PUT', `/v1/files/${encodeURIComponent(name)}`, { ...sent, body });
const get = (name: string, sent: Sent = {}) =>
  send('GET', `/v1/files/${encodeURIComponent(name)}`, sent);
const list = async (as = key): Promise<View[]> => {
  const { json } = await send('GET', '/v1/files', { key: as });
  return json.items ?? [];
};

describe('PUT /v1/files/:name', () => {
  it('stores the body unchanged, with 201 for a new file and 200 for a replaced one', async () => {
    const created = await put('out/data.csv', 'a,b\n');
    const replaced = await put('out/data.csv', 'c,d\n', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });

    expect([created.status, replaced.status]).toEqual([201, 200]);
    expect(created.json).toMatchObject({
      name: 'out/data.csv',
      url: '/v1/files/out%2Fdata.csv',
      sizeBytes: 4,
      mimeType: 'text/csv; charset=utf-8',
    });
    expect(JSON.stringify(created.json)).not.toMatch(/fileKey|tenant|user/i);
    expect((await send('GET', created.json.url ?? '')).text).toBe('c,d\n');
  });

  it('accepts any bytes, and none at all', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

    expect((await put('bytes', bytes)).json.sizeBytes).toBe(256);
    expect((await put('nothing', '')).json.sizeBytes).toBe(0);
  });

  it('refuses a form and a compressed body, with advice', async () => {
    const form = await put('a', 'x', {
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    const packed = await put('a', 'x', { headers: { 'Content-Encoding': 'gzip' } });

    expect([form.status, packed.status]).toEqual([415, 415]);
    expect(form.text).toContain('curl -T');
    expect(await list()).toEqual([]);
  });

  it('refuses a file that is too large, by its declared length or while it arrives, and stores nothing', async () => {
    const before = await house.storedFiles();
    const declared = await put('a', 'x', { headers: { 'Content-Length': '2000000000' } });
    const chunked = await put('a', 'x'.repeat(3000), {
      headers: { 'Transfer-Encoding': 'chunked' },
    });

    expect([declared.status, chunked.status]).toEqual([413, 413]);
    expect(await list()).toEqual([]);
    expect(await house.storedFiles()).toEqual(before);
  });

  it('answers 429 quota_exceeded if the workspace is full', async () => {
    await put('a', 'x'.repeat(2048));
    await put('b', 'x'.repeat(2000));

    const { status, json } = await put('c', 'x'.repeat(49));

    expect([status, json.code]).toEqual([429, 'quota_exceeded']);
  });

  it('answers 409 to a name that looks like an existing one', async () => {
    await put('report.md', 'x');

    const { status, text: problem } = await put('\uff32eport.MD', 'x');

    expect(status).toBe(409);
    expect(problem).toContain('report.md');
  });

  it('stores nothing of an upload that the client broke off', async () => {
    const before = (await house.storedFiles()).length;
    const socket = connect(house.api.port, '127.0.0.1');
    socket.write(
      `PUT /v1/files/broken HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2000\r\n\r\nhalf`,
    );
    await eventually(house.storedFiles, (now) => now.length === before + 1);

    socket.destroy();

    await eventually(house.storedFiles, (now) => now.length === before);
    expect(await list()).toEqual([]);
  });
});

describe('a hostile file name in a path', () => {
  const HOSTILE = [
    ['a folder above', '..%2Fsecret', 422],
    ['a folder above, encoded wholly', '%2e%2e%2fsecret', 422],
    ['a folder above, encoded twice', '%252e%252e%252fsecret', 422],
    ['a folder above, encoded three times', '%25252e%25252e%25252fsecret', 422],
    ['dots alone', '%2e%2e', 422],
    ['an absolute path', '%2Fetc%2Fpasswd', 422],
    ['a file of the system', '%2Fproc%2Fself%2Fenviron', 422],
    ['a path of Windows', 'C%3A%5Cboot.ini', 422],
    ['NUL', 'a%00.txt', 422],
    ['line breaks', 'a%0d%0aSet-Cookie:%20x=y', 422],
    ['full-width dots', '%EF%BC%8E%EF%BC%8E%2Fa', 422],
    ['a change of direction', 'a%E2%80%AEfdp.exe', 422],
    ['overlong UTF-8', '%c0%ae%c0%ae%c0%af', 400],
    ['a lone byte', '%ff', 400],
    ['too long a name', 'x'.repeat(300), 422],
  ] as const;

  it.each(HOSTILE)('writes nothing: %s', async (_what, path, status) => {
    const answered = await send('PUT', `/v1/files/${path}`, { body: 'x' });

    expect(answered.status).toBe(status);
    expect(await list()).toEqual([]);
  });

  it.each(HOSTILE)('finds nothing and deletes nothing: %s', async (_what, path, status) => {
    const expected = status === 400 ? 400 : 404;

    const [read, deleted] = await Promise.all([
      send('GET', `/v1/files/${path}`),
      send('DELETE', `/v1/files/${path}`),
    ]);

    expect([read.status, deleted.status]).toEqual([expected, expected]);
  });

  it.each([
    '/v1/files/../me',
    '/v1/files/a/../../me',
    '/v1/files//etc/passwd',
    '/v1/files/a/b',
    '/v1/files/',
  ])('reaches no other route: %s', async (path) => {
    expect((await send('GET', path)).status).toBe(404);
  });
});

describe('GET /v1/files/:name', () => {
  it.each(['page.html', 'image.svg', 'x.xml', 'script.js'])(
    'lets no browser render %s',
    async (name) => {
      await put(name, '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>');

      const { headers } = await get(name);

      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'no-store',
      });
      expect(headers['content-disposition']).toMatch(/^attachment; /);
    },
  );

  it('names the file in one header line, whatever the name contains', async () => {
    const name = 'out/é "q"; filename=evil.exe \'x\'.txt';
    await put(name, 'x');

    const { headers } = await get(name);

    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_ _q_; filename=evil.exe 'x'.txt"; filename*=UTF-8''%C3%A9%20%22q%22%3B%20filename%3Devil.exe%20%27x%27.txt`,
    );
  });

  it("answers for another user's file as for an unknown one", async () => {
    await put('mine.txt', 'x');
    const stranger = await createTenantOverApi(house);
    const others = [tenant.adminKey, (await tenant.addMember()).apiKey, stranger.adminKey];

    for (const other of others) {
      const [read, deleted, unknown] = [
        await get('mine.txt', { key: other }),
        await send('DELETE', '/v1/files/mine.txt', { key: other }),
        await get('unknown.txt', { key: other }),
      ];
      expect([read.status, deleted.status]).toEqual([404, 404]);
      expect({ ...read.json, requestId: '' }).toEqual({ ...unknown.json, requestId: '' });
      expect(await list(other)).toEqual([]);
      expect((await put('mine.txt', 'theirs', { key: other })).status).toBe(201);
    }
    expect((await get('mine.txt')).text).toBe('x');
  });

  it('is forbidden to a key that may not chat', async () => {
    const { json } = await house.api.call('POST', '/v1/api-keys', {
      key,
      body: { name: 'search only', permissions: ['search', 'documents:read'] },
    });
    const { apiKey } = json as { apiKey: string };

    const answers = await Promise.all([
      send('GET', '/v1/files', { key: apiKey }),
      get('a', { key: apiKey }),
      put('a', 'x', { key: apiKey }),
      send('DELETE', '/v1/files/a', { key: apiKey }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('GET /v1/files', () => {
  it('lists newest first, page by page', async () => {
    for (const name of ['a', 'b', 'c']) await put(name, name);

    const first = await house.api.call('GET', '/v1/files?limit=2', { key });
    const { items, nextCursor } = first.json as { items: View[]; nextCursor: string };
    const second = await house.api.call('GET', `/v1/files?limit=2&cursor=${nextCursor}`, { key });

    expect(items.map(({ name }) => name)).toEqual(['c', 'b']);
    expect((second.json as { items: View[] }).items.map(({ name }) => name)).toEqual(['a']);
  });
});

describe('DELETE /v1/files/:name', () => {
  it('answers 204, then 404', async () => {
    await put('out/a b.txt', 'x');

    const deleted = [
      await send('DELETE', '/v1/files/out%2Fa%20b.txt'),
      await send('DELETE', '/v1/files/out%2Fa%20b.txt'),
    ];

    expect(deleted.map(({ status }) => status)).toEqual([204, 404]);
  });
});

describe('DELETE /v1/users/:id', () => {
  it('deletes the files of the user, rows and bytes', async () => {
    const before = await house.storedFiles();
    await put('a', 'x');
    await put('b', 'x');
    expect(await house.storedFiles()).toHaveLength(before.length + 2);

    const { status } = await house.api.call('DELETE', `/v1/users/${userId}`, {
      key: tenant.adminKey,
    });

    expect(status).toBe(204);
    expect((await house.storedFiles()).sort()).toEqual(before.sort());
  });
});
