import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { eventually } from '../support/eventually.js';
import { PICTURE } from '../support/text-fixtures.js';
import { toAnswer } from '../support/serve-api.js';

let house: ApiOverDatabase;
let key: string;
beforeAll(async () => {
  house = await serveApiOverDatabase();
  key = (await createTenantOverApi(house)).adminKey;
});
afterAll(() => house.close());

type Field = readonly [name: string, value: string | Blob, filename?: string];

const upload = async (...fields: Field[]) => {
  const form = new FormData();
  for (const [name, value, filename] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, filename);
  }
  const response = await fetch(`${house.api.url}/v1/documents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: form,
  });
  return toAnswer(response, 'POST');
};

const text = (content: string): Blob => new Blob([content]);
const documentOf = ({ json }: { json: unknown }) =>
  (json as { document: Record<string, unknown> }).document;

const BOUNDARY = 'x-boundary';
/** The bytes of windows-1252, a character each. */
const latin = (name: string): string => name.replace('–', '\u0096').replace('’', '\u0092');
const raw = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  house.api.call('POST', '/v1/documents', {
    key,
    body,
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });
const part = (disposition: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

describe('POST /v1/documents with a form', () => {
  it('stores a file with the fields before it', async () => {
    const answer = await upload(
      ['title', 'HR Manual'],
      ['visibility', 'private'],
      ['metadata', '{"year":2026}'],
      ['file', text('before'), 'hr.txt'],
    );

    expect(answer.status).toBe(202);
    expect(documentOf(answer)).toMatchObject({
      title: 'HR Manual',
      filename: 'hr.txt',
      visibility: 'private',
      metadata: { year: 2026 },
      status: 'queued',
      sizeBytes: 6,
    });
  });

  it('stores a file with the fields after it', async () => {
    const answer = await upload(
      ['file', text('after'), 'résumé.txt'],
      ['title', 'Late'],
      ['visibility', 'private'],
    );

    expect(answer.status).toBe(202);
    expect(documentOf(answer)).toMatchObject({
      title: 'Late',
      filename: 'résumé.txt',
      visibility: 'private',
    });
  });

  it('answers 200 with the known document for the same bytes', async () => {
    const first = await upload(['file', text('twice'), 'a.txt']);
    const files = await house.storedFiles();

    const second = await upload(['file', text('twice'), 'b.txt']);

    expect([first.status, second.status]).toEqual([202, 200]);
    expect(second.json).toMatchObject({
      duplicate: true,
      document: { id: documentOf(first)['id'] },
    });
    expect(await house.storedFiles()).toEqual(files);
  });

  it('updates the known document with the title and metadata sent with the same bytes', async () => {
    const bytes = text('described twice');
    const first = await upload(['title', 'First'], ['file', bytes, 'a.txt']);

    const second = await upload(
      ['file', bytes, 'a.txt'],
      ['title', 'Second'],
      ['metadata', '{"year":2026}'],
    );
    const third = await upload(['file', bytes, 'a.txt']);

    const document = { id: documentOf(first)['id'], title: 'Second', metadata: { year: 2026 } };
    expect([second, third]).toMatchObject([
      { status: 200, json: { duplicate: true, document } },
      { status: 200, json: { duplicate: true, document } },
    ]);
  });

  it('changes nothing if no update is requested, and names what differs', async () => {
    const bytes = text('refused twice');
    const first = await upload(['title', 'First'], ['file', bytes, 'a.txt']);
    const refuse = ['onDuplicate', 'refuse'] as const;

    const same = await upload(refuse, ['title', 'First'], ['file', bytes, 'a.txt']);
    const titled = await upload(refuse, ['title', 'Second'], ['file', bytes, 'a.txt']);
    const placed = await upload(
      ...[refuse, ['source', 'drive'] as const, ['sourcePath', 'a.txt'] as const],
      ['file', bytes, 'a.txt'],
    );

    const naming = (path: string) => ({
      status: 409,
      json: { code: 'conflict', errors: [{ path }] },
    });
    expect(same.status).toBe(200);
    expect([titled, placed]).toMatchObject([naming('title'), naming('sourcePath')]);
    const path = `/v1/documents/${String(documentOf(first)['id'])}`;
    expect((await house.api.call('GET', path, { key })).json).toMatchObject({
      title: 'First',
      source: null,
    });
  });

  it.each(['../../etc/passwd', 'C:\\windows\\x.txt', `${'a'.repeat(400)}.txt`, '\u202egnp.txt'])(
    'keeps the file name %j as harmless metadata',
    async (filename) => {
      const answer = await upload(['file', text(`named ${filename}`), filename]);

      const kept = String(documentOf(answer)['filename']);
      expect(answer.status).toBe(202);
      expect(kept).toMatch(/^[\p{L}\p{N}. _-]{1,255}$/u);
    },
  );

  it.each([
    ['name with "quotes".txt', 'name with "quotes".txt'],
    ['100%25 of %20 "so".txt', '100%25 of %20 "so".txt'],
    ['two\nlines\r\nmore.txt', 'two lines more.txt'],
  ])('decodes a file name that fetch sends as %j to %j', async (filename, stored) => {
    const answer = await upload(['file', text(`named ${filename}`), filename]);

    expect(documentOf(answer)).toMatchObject({ filename: stored, title: stored.slice(0, -4) });
  });

  it.each([
    ['curl', 'filename="name with \\"quotes\\".txt"', 'name with "quotes".txt'],
    ['a browser', 'filename="name with %22quotes%22.txt"', 'name with "quotes".txt'],
    ['an RFC 5987 client', "filename*=UTF-8''%22Gr%C3%B6%C3%9Fe%22.txt", '"Größe".txt'],
    ['a program that uses Latin-1', latin('filename="Größe – it’s.txt"'), 'Größe – it’s.txt'],
  ])('decodes the file name sent by %s', async (client, sent, stored) => {
    const body = `${part(`name="file"; ${sent}`, `sent by ${client}`)}--${BOUNDARY}--\r\n`;

    const answer = await raw(Buffer.from(body, 'latin1'));

    expect(documentOf(answer)).toMatchObject({ filename: stored, title: stored.slice(0, -4) });
  });

  it.each([
    [
      'an unknown field',
      [
        ['tenantId', 'x'],
        ['file', text('1'), 'a.txt'],
      ],
    ],
    [
      'an unknown field after the file',
      [
        ['file', text('2'), 'a.txt'],
        ['role', 'admin'],
      ],
    ],
    [
      'a field twice',
      [
        ['title', 'a'],
        ['title', 'b'],
        ['file', text('3'), 'a.txt'],
      ],
    ],
    [
      'metadata that is not JSON',
      [
        ['metadata', '{'],
        ['file', text('4'), 'a.txt'],
      ],
    ],
    [
      'metadata that is not an object',
      [
        ['file', text('5'), 'a.txt'],
        ['metadata', '[1]'],
      ],
    ],
    [
      'metadata named __proto__',
      [
        ['file', text('6'), 'a.txt'],
        ['metadata', '{"__proto__":1}'],
      ],
    ],
    [
      'an unknown visibility',
      [
        ['file', text('7'), 'a.txt'],
        ['visibility', 'public'],
      ],
    ],
    [
      'a group without members',
      [
        ['file', text('8'), 'a.txt'],
        ['visibility', 'group:none'],
      ],
    ],
    [
      'two files',
      [
        ['file', text('9'), 'a.txt'],
        ['file', text('10'), 'b.txt'],
      ],
    ],
    ['a file under another field name', [['document', text('11'), 'a.txt']]],
    ['no file', [['title', 'a']]],
  ] as [string, Field[]][])('refuses %s with 422 and stores nothing', async (_what, fields) => {
    const files = await house.storedFiles();

    const answer = await upload(...fields);

    expect([answer.status, answer.json]).toMatchObject([422, { code: 'validation_failed' }]);
    expect(await house.storedFiles()).toEqual(files);
  });

  it.each([
    ['without a boundary', '', { 'Content-Type': 'multipart/form-data' }],
    ['that is truncated', part('name="file"; filename="a.txt"', 'half').slice(0, -2), {}],
    ['that is not a form', 'just text', {}],
    ['that is empty', '', {}],
    ['with NUL in a header', part('name="file"; filename="x\u0000y.txt"', 'x'), {}],
  ])('refuses a form %s with 400 and stores nothing', async (_what, body, headers) => {
    const files = await house.storedFiles();

    const answer = await raw(body, headers);

    expect([answer.status, answer.json]).toMatchObject([400, { code: 'unparsable_request' }]);
    expect(await house.storedFiles()).toEqual(files);
  });

  it('accepts a file without a name', async () => {
    const body = `${part('name="file"\r\nContent-Type: application/octet-stream', 'nameless')}--${BOUNDARY}--\r\n`;

    const answer = await raw(body);

    expect(answer.status).toBe(202);
  });

  it('refuses a file over the limit with 413, declared or not, and stores nothing', async () => {
    const files = await house.storedFiles();

    const declared = await upload(['file', text('x'.repeat(3 * 1024 * 1024)), 'big.txt']);
    const found = await upload(['file', text('x'.repeat(1024 * 1024 + 1)), 'big.txt']);

    expect([declared.status, found.status]).toEqual([413, 413]);
    expect(await house.storedFiles()).toEqual(files);
  });

  it('refuses an unsupported format with 415, names the supported ones, and stores nothing', async () => {
    const files = await house.storedFiles();

    const answer = await upload(
      ['file', new Blob([PICTURE]), 'manual.txt'],
      ['title', 'A picture'],
    );

    expect([answer.status, answer.json]).toMatchObject([
      415,
      { code: 'unsupported_format', detail: expect.stringContaining('upload PDF, PNG, ') },
    ]);
    expect(await house.storedFiles()).toEqual(files);
    expect((await house.api.call('GET', '/v1/documents', { key })).text).not.toContain('A picture');
  });

  it('stores nothing of an upload whose client disconnects, and continues to serve', async () => {
    const files = await house.storedFiles();
    const socket = connect(house.api.port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 500000\r\n\r\n` +
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(100_000)}`,
    );
    await eventually(house.storedFiles, (now) => now.length === files.length + 1);

    socket.destroy();

    await eventually(house.storedFiles, (now) => now.length === files.length);
    expect((await house.api.call('GET', '/v1/me', { key })).status).toBe(200);
  });

  it('refuses a member without the right to upload before a byte is stored', async () => {
    const tenant = await createTenantOverApi(house);
    const { apiKey } = await tenant.addMember();
    const form = new FormData();
    form.append('file', text('members only'), 'a.txt');

    const response = await fetch(`${house.api.url}/v1/documents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}` },
      body: form,
    });

    expect(response.status).toBe(403);
  });
});
