import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { toAnswer } from '../support/serve-api.js';
import { PICTURE } from '../support/text-fixtures.js';
import { zipArchive, type ZipEntry } from '../support/zip-archive.js';

let house: ApiOverDatabase;
beforeAll(async () => {
  house = await serveApiOverDatabase();
});
afterAll(() => house.close());

type Part = readonly [field: string, value: string | Blob, filename?: string];

const Answer = z.object({
  batchId: z.string(),
  files: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      document: z.looseObject({ id: z.string() }).optional(),
      error: z.looseObject({ code: z.string(), status: z.int() }).optional(),
    }),
  ),
});

const send = async (key: string, parts: readonly Part[], headers: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [field, value, filename] of parts) {
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, value, filename);
  }
  const response = await fetch(`${house.api.url}/v1/documents/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, ...headers },
    body: form,
  });
  return toAnswer(response, 'POST');
};

const text = (content: string) => new Blob([content]);
const file = (name: string, content: string | Buffer): Part => [
  'file',
  typeof content === 'string' ? text(content) : new Blob([new Uint8Array(content)]),
  name,
];
const archive = (bytes: Buffer): Part => ['archive', new Blob([new Uint8Array(bytes)]), 'all.zip'];

const sendZip = (key: string, entries: readonly ZipEntry[], ...fields: Part[]) =>
  send(key, [...fields, archive(zipArchive(entries))]);

const outcomesOf = ({ json }: { json: unknown }) =>
  Answer.parse(json).files.map(({ name, status, error }) =>
    error === undefined ? [name, status] : [name, status, error.code],
  );

const countDocuments = async (key: string) => {
  const { json } = await house.api.call('GET', '/v1/documents?total=true&limit=1', { key });
  return z.object({ total: z.int() }).parse(json).total;
};

describe('POST /v1/documents/batch with files', () => {
  it('refuses only the one bad file of 200', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const parts = Array.from({ length: 200 }, (_, index) =>
      index === 117 ? file('117.png', PICTURE) : file(`${index}.txt`, `File number ${index}.`),
    );

    const answer = await send(adminKey, [['visibility', 'private'], ...parts]);

    expect(answer.status).toBe(202);
    const { files } = Answer.parse(answer.json);
    expect(files.map(({ name }) => name)).toEqual(parts.map(([, , name]) => name));
    expect(files.filter(({ status }) => status === 'accepted')).toHaveLength(199);
    expect(files[117]).toMatchObject({
      status: 'refused',
      error: { code: 'unsupported_format', status: 415, detail: expect.any(String) },
    });
    expect(files[0]).toMatchObject({ document: { visibility: 'private', filename: '0.txt' } });
    expect(await countDocuments(adminKey)).toBe(199);
  }, 90_000);

  it('refuses only a file that is too large and reads the files after it', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const large = 'x'.repeat(1024 * 1024 + 1);

    const answer = await send(adminKey, [
      file('large.txt', large),
      file('small.txt', 'Small.'),
      file('larger.txt', large + large),
    ]);

    expect(outcomesOf(answer)).toEqual([
      ['large.txt', 'refused', 'payload_too_large'],
      ['small.txt', 'accepted'],
      ['larger.txt', 'refused', 'payload_too_large'],
    ]);
  });

  it('reports equal and already stored files as duplicates', async () => {
    const { adminKey } = await createTenantOverApi(house);

    const answer = await send(adminKey, [
      file('a.txt', 'Twice.'),
      file('b.txt', 'Twice.'),
      file('c.txt', 'Once.'),
    ]);

    expect(outcomesOf(answer)).toEqual([
      ['a.txt', 'accepted'],
      ['b.txt', 'duplicate'],
      ['c.txt', 'accepted'],
    ]);
    const [first, second] = Answer.parse(answer.json).files;
    expect(second?.document?.id).toBe(first?.document?.id);
  });

  it('enforces the document quota for each file', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const policy = { quotas: { documents: 2 } };
    await house.api.call('PATCH', '/v1/tenant', { key: adminKey, body: { policy } });

    const answer = await send(
      adminKey,
      ['1', '2', '3'].map((name) => file(`${name}.txt`, `Number ${name}.`)),
    );

    expect(outcomesOf(answer)).toEqual([
      ['1.txt', 'accepted'],
      ['2.txt', 'accepted'],
      ['3.txt', 'refused', 'quota_exceeded'],
    ]);
  });

  it('stores files of a source at their paths, and refuses paths that lead elsewhere', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const parts: Part[] = [
      ['source', 'drive'],
      file('rules/travel.md', 'Four quokkas.'),
      file('../outside.md', 'Elsewhere.'),
    ];
    const first = await send(adminKey, parts);

    const again = await send(adminKey, [['source', 'drive'], file('rules/travel.md', 'Nine.')]);

    expect(outcomesOf(first)).toEqual([
      ['rules/travel.md', 'accepted'],
      ['../outside.md', 'refused', 'validation_failed'],
    ]);
    const documents = [first, again].map(({ json }) => Answer.parse(json).files[0]?.document);
    expect(documents[1]?.id).toBe(documents[0]?.id);
    expect(documents[1]).toMatchObject({ sourcePath: 'rules/travel.md', filename: 'travel.md' });
  });

  it('returns the same batch for the same key, and creates no document twice', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const headers = { 'Idempotency-Key': 'once' };
    const parts = [file('a.txt', 'First.'), file('b.png', PICTURE), file('c.txt', 'Third.')];

    const first = await send(adminKey, parts, headers);
    const again = await send(adminKey, parts, headers);
    const other = await send(adminKey, [...parts.slice(0, 2), file('c.txt', 'Other.')], headers);
    const shown = await send(adminKey, [['visibility', 'private'], ...parts], headers);

    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.json).toEqual(first.json);
    expect(outcomesOf(other)[2]).toEqual(['c.txt', 'refused', 'idempotency_conflict']);
    expect(shown).toMatchObject({ status: 409, json: { code: 'idempotency_conflict' } });
    expect(await countDocuments(adminKey)).toBe(2);
  });

  it.each([
    ['no file', [['visibility', 'private']], 422],
    ['a field after a file', [file('a.txt', 'Early.'), ['visibility', 'private']], 422],
    ['an unknown field', [['title', 'All'], file('a.txt', 'Titled.')], 422],
    ['a file under another field name', [['document', text('Misnamed.'), 'a.txt']], 422],
    ['a group that does not exist', [['visibility', 'group:nobody'], file('a.txt', 'Shown.')], 422],
    ['no valid archive', [['archive', text('Just text.'), 'all.zip']], 422],
    ['201 files', Array.from({ length: 201 }, (_, at) => file(`${at}.txt`, '201 of them.')), 422],
  ] satisfies [string, Part[], number][])('refuses a form with %s', async (_, parts, status) => {
    const { adminKey } = await createTenantOverApi(house);

    const answer = await send(adminKey, parts);

    expect(answer.status).toBe(status);
  });

  it('stores nothing for a caller who may not upload', async () => {
    const tenant = await createTenantOverApi(house);
    const member = await tenant.addMember();
    const before = await house.storedFiles();

    const answer = await send(member.apiKey, [file('a.txt', 'Mine.')]);

    expect(answer.status).toBe(403);
    expect(await house.storedFiles()).toEqual(before);
  });
});

describe('POST /v1/documents/batch with an archive', () => {
  it('unpacks its files and skips folders and system files', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const before = await house.storedFiles();

    const answer = await sendZip(adminKey, [
      { name: 'rules/', content: '' },
      { name: 'rules/travel.md', content: 'Four quokkas.' },
      { name: '__MACOSX/rules/._travel.md', content: 'fork' },
      { name: 'rules/.DS_Store', content: 'settings' },
      { name: 'budget.csv', content: 'a,b\n1,2' },
    ]);

    expect(outcomesOf(answer)).toEqual([
      ['rules/travel.md', 'accepted'],
      ['budget.csv', 'accepted'],
    ]);
    expect(Answer.parse(answer.json).files[0]?.document).toMatchObject({ filename: 'travel.md' });
    // The archive itself is gone.
    expect((await house.storedFiles()).length - before.length).toBe(2);
  });

  it('refuses only the files whose name leads elsewhere, that are not files or cannot be read', async () => {
    const { adminKey } = await createTenantOverApi(house);

    const answer = await sendZip(adminKey, [
      { name: '../outside.txt', content: 'a' },
      { name: '/etc/passwd', content: 'b' },
      { name: 'C:\\windows\\x.txt', content: 'c' },
      { name: 'link.txt', content: '/etc/passwd', mode: 0o120777 },
      { name: 'locked.txt', content: 'd', isEncrypted: true },
      { name: 'more.zip', content: zipArchive([{ name: 'in.txt', content: 'e' }]) },
      { name: 'picture.png', content: PICTURE },
      { name: 'good.txt', content: 'Good.' },
      { name: 'good.txt', content: 'Twice.' },
      { name: 'liar.txt', content: 'Longer than it claims.', claimedSize: 3 },
    ]);

    expect(outcomesOf(answer)).toEqual([
      ['../outside.txt', 'refused', 'validation_failed'],
      ['/etc/passwd', 'refused', 'validation_failed'],
      ['C:\\windows\\x.txt', 'refused', 'validation_failed'],
      ['link.txt', 'refused', 'validation_failed'],
      ['locked.txt', 'refused', 'document_encrypted'],
      ['more.zip', 'refused', 'unsupported_format'],
      ['picture.png', 'refused', 'unsupported_format'],
      ['good.txt', 'accepted'],
      ['good.txt', 'refused', 'validation_failed'],
      ['liar.txt', 'refused', 'document_corrupt'],
    ]);
    expect(await countDocuments(adminKey)).toBe(1);
  });

  it('reads names in UTF-8 without a flag, and in code page 437', async () => {
    const { adminKey } = await createTenantOverApi(house);

    const answer = await sendZip(adminKey, [
      { name: 'szabályzat.txt', content: 'In UTF-8.' },
      { name: Buffer.from('r\u0082gles.txt', 'latin1'), content: 'In code page 437.' },
    ]);

    expect(outcomesOf(answer)).toEqual([
      ['szabályzat.txt', 'accepted'],
      ['régles.txt', 'accepted'],
    ]);
  });

  it.each([
    ['10,000 files', Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}`, content: '' }))],
    ['a bomb', [{ name: 'bomb.txt', content: Buffer.alloc(8 * 1024 * 1024) }]],
    ['a claim of 2 GB', [{ name: 'big.txt', content: 'x'.repeat(1000), claimedSize: 2 ** 31 }]],
  ])('refuses all of it with %s, and leaves nothing behind', async (_, entries) => {
    const { adminKey } = await createTenantOverApi(house);
    const before = await house.storedFiles();

    const answer = await sendZip(adminKey, entries);

    expect(answer).toMatchObject({ status: 422, json: { code: 'archive_too_large' } });
    expect(await house.storedFiles()).toEqual(before);
    expect(await countDocuments(adminKey)).toBe(0);
  });

  it('turns a mailbox into one document per e-mail', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const mail = (subject: string, body: string): string =>
      `From a@x.example Tue Mar  3 10:00:00 2026\nFrom: a@x.example\nTo: b@x.example\nSubject: ${subject}\n` +
      `Date: Tue, 3 Mar 2026 10:00:00 +0000\n\n${body}\n\n`;
    const una = mail('Tank Una', 'Ten litres.');
    const duo = mail('=?utf-8?B?WndlaXRlIEdyw7bDn2U=?=', 'Twenty litres.');

    const first = await send(adminKey, [archive(Buffer.from(una + una + duo))]);
    const again = await send(adminKey, [archive(Buffer.from(duo))]);

    expect(outcomesOf(first)).toEqual([
      ['Tank Una.eml', 'accepted'],
      ['Tank Una (2).eml', 'duplicate'],
      ['Zweite Größe.eml', 'accepted'],
    ]);
    expect(Answer.parse(first.json).files[2]?.document).toMatchObject({ title: 'Zweite Größe' });
    expect(outcomesOf(again)).toEqual([['Zweite Größe.eml', 'duplicate']]);
    expect(await countDocuments(adminKey)).toBe(2);
  });

  it('accepts an archive as large as one file may be', async () => {
    const { adminKey } = await createTenantOverApi(house);

    const answer = await send(adminKey, [archive(Buffer.alloc(1024 * 1024 + 1, 'PK'))]);

    expect(answer).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  });

  it('stores its files at their paths in a source', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const entries = [{ name: 'a/b.md', content: 'Placed.' }];

    const first = await sendZip(adminKey, entries, ['source', 'drive']);
    const again = await sendZip(adminKey, entries, ['source', 'drive']);

    expect([...outcomesOf(first), ...outcomesOf(again)]).toEqual([
      ['a/b.md', 'accepted'],
      ['a/b.md', 'duplicate'],
    ]);
    expect(Answer.parse(again.json).files[0]?.document).toMatchObject({ sourcePath: 'a/b.md' });
  });
});

describe('GET /v1/batches/:id', () => {
  it('counts its files by state, for its owner only', async () => {
    const tenant = await createTenantOverApi(house);
    const { adminKey } = tenant;
    const member = await tenant.addMember();
    const sent = await send(adminKey, [file('a.txt', 'Counted.'), file('b.png', PICTURE)]);
    const { batchId, files } = Answer.parse(sent.json);
    const read = (key: string) => house.api.call('GET', `/v1/batches/${batchId}`, { key });

    const before = await read(adminKey);
    const byMember = await read(member.apiKey);
    const documentId = files[0]?.document?.id ?? '';
    await house.api.call('DELETE', `/v1/documents/${documentId}`, { key: adminKey });
    const after = await read(adminKey);

    const none = { processing: 0, ready: 0, failed: 0, deleted: 0 };
    expect(before.json).toMatchObject({
      completedAt: null,
      files: { ...none, processing: 1, refused: 1 },
    });
    expect(byMember.status).toBe(404);
    expect(after.json).toMatchObject({
      completedAt: expect.any(String),
      files: { ...none, deleted: 1, refused: 1 },
    });
  });

  it('is complete at once if all of its files were refused', async () => {
    const { adminKey } = await createTenantOverApi(house);
    const sent = await send(adminKey, [file('b.png', PICTURE)]);

    const { batchId } = Answer.parse(sent.json);
    const read = await house.api.call('GET', `/v1/batches/${batchId}`, { key: adminKey });

    expect(read.json).toMatchObject({ completedAt: expect.any(String), files: { refused: 1 } });
  });
});
