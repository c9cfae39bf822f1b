import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createLookAtPages } from '../../src/documents/pages/look-at-pages.js';
import { createPagePool } from '../../src/parsing/pool/page-pool.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { isAppError } from '../../src/shared/errors.js';
import { chunkIdOf, DocumentId, TenantId, UserId, type ChunkId } from '../../src/shared/ids.js';
import { makeSystemScope, makeUserScope } from '../../src/shared/make-scope.js';
import type { UserScope } from '../../src/shared/scope.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { toAnswer } from '../support/serve-api.js';
import { leaseOf } from '../support/tenant.js';
import { zipArchive } from '../support/zip-archive.js';

const OLD = 'The garden rule allows four quokkas.';
const NEW = 'The garden rule allows ninety bilbies.';
const HIDDEN = { visibility: 'private', metadata: '{"class":"secret"}' };

const Uploaded = z.object({ document: z.looseObject({ id: DocumentId }) });
const Batch = z.object({ files: z.array(z.looseObject({ status: z.string() })) });
const MadeKey = z.looseObject({ apiKey: z.string() });

let api: ApiOverDatabase;
let house: Awaited<ReturnType<typeof createHouse>>;
const pages = createPagePool({ maxMemoryMb: 512 });

/** An owner, a colleague, and the key of an application. */
const createHouse = async () => {
  const { tenantId, adminKey: owner, addMember } = await createTenantOverApi(api);
  const { apiKey, userId } = await addMember();
  const body = { name: 'shop', kind: 'service', permissions: ['search', 'documents:read'] };
  const made = await api.api.call('POST', '/v1/api-keys', { key: owner, body });
  const colleague = makeUserScope({
    tenantId: TenantId.parse(tenantId),
    userId: UserId.parse(userId),
    role: 'member',
    groups: [],
    permissions: ['search', 'documents:read'],
  });
  const readers = [apiKey, MadeKey.parse(made.json).apiKey];
  return { owner, readers, colleague, system: makeSystemScope(colleague.tenantId) };
};

beforeAll(async () => {
  api = await serveApiOverDatabase();
  house = await createHouse();
}, 120_000);
afterAll(async () => {
  await pages.close();
  await api.close();
});

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return api.api.call(method, path, { key, ...(body && { body }) });
};

type Field = readonly [name: string, value: string | Blob, filename?: string];

const sendForm = async (asked: string, fields: readonly Field[]) => {
  const [method = '', path = ''] = asked.split(' ');
  const form = new FormData();
  for (const [name, value, filename] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, filename);
  }
  const headers = { Authorization: `Bearer ${house.owner}` };
  return toAnswer(await fetch(`${api.api.url}${path}`, { method, headers, body: form }), method);
};

const SOURCE = 'drive';
const fieldsOf = (fields: Record<string, string>): Field[] => Object.entries(fields);
const placed = (path: string): Field[] => fieldsOf({ source: SOURCE, sourcePath: path });
const file = (content: string | Uint8Array, name: string): Field => [
  'file',
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
  name,
];
const inBatch = (part: Field) =>
  sendForm('POST /v1/documents/batch', [['source', SOURCE], ...fieldsOf(HIDDEN), part]);

type Send = (path: string, content: string) => Promise<{ status: number; json: unknown }>;

/** Every way to upload to a known place, with other fields than the document there has, and the further fields that it sets. */
const DOORS: readonly (readonly [string, Send, object])[] = [
  [
    'a text',
    (sourcePath, text) =>
      call('POST /v1/documents', house.owner, {
        title: 'Plans',
        text,
        source: SOURCE,
        sourcePath,
        visibility: 'private',
        metadata: { class: 'secret' },
      }),
    { title: 'Plans' },
  ],
  [
    'a form with its fields before the file',
    (path, content) =>
      sendForm('POST /v1/documents', [
        ...fieldsOf({ ...HIDDEN, title: 'Plans' }),
        ...placed(path),
        file(content, 'rules.md'),
      ]),
    { title: 'Plans' },
  ],
  [
    'a form with its fields after the file',
    (path, content) =>
      sendForm('POST /v1/documents', [
        file(content, 'rules.md'),
        ...placed(path),
        ...fieldsOf({ ...HIDDEN, title: 'Plans' }),
      ]),
    { title: 'Plans' },
  ],
  ['a batch of files', (path, content) => inBatch(file(content, path)), {}],
  [
    'an archive',
    (path, content) => {
      const archive = zipArchive([{ name: path, content }]);
      return inBatch(['archive', new Blob([new Uint8Array(archive)]), 'all.zip']);
    },
    {},
  ],
];

let places = 0;

/** Reads a version as the worker does, and returns how it is made to answer. */
const readVersion = async (documentId: DocumentId, version: number, content: string) => {
  const { database } = api;
  const { system } = house;
  const id = chunkIdOf({ tenantId: system.tenantId, documentId, version, index: 0 });
  const lease = await leaseOf(database, system, documentId);
  const of = { documentId, version };
  await database.withScope(system, async (tx) => {
    const found = { title: null, mimeType: 'text/plain', language: 'en', otherLanguages: [] };
    const read = {
      ...found,
      pageCount: 1,
      warnings: [],
      text: content,
      chunkCount: 1,
      chunking: '[1,400]',
    };
    await tx.documents.saveParsed(of, read, lease);
    const place = {
      chapter: null,
      pageStart: 1,
      pageEnd: 1,
      charStart: 0,
      charEnd: content.length,
    };
    const contentHash = createHash('sha256').update(content).digest('hex');
    const passage = { id, index: 0, content, ...place, tokenCount: 9, language: 'en', contentHash };
    await tx.chunks.replace(of, [passage], lease);
  });
  return {
    passage: id,
    finish: () =>
      database.withScope(system, async (tx) => {
        await tx.documents.finish(of, { status: 'ready', errorCode: null }, lease);
        await tx.tasks.settle(lease, { state: 'done', fingerprint: 'test', verifyAgainMs: null });
      }),
  };
};

type Version = Awaited<ReturnType<typeof readVersion>>;

/** A document that everybody in the tenant reads. */
const publish = async () => {
  places += 1;
  const path = `rules/${places}.md`;
  const text = `${OLD} It is rule ${places}.`;
  const fields = { title: 'Rules', text, source: SOURCE, sourcePath: path };
  const { json } = await call('POST /v1/documents', house.owner, fields);
  const { id } = Uploaded.parse(json).document;
  const version = await readVersion(id, 1, text);
  await version.finish();
  return { id, path, text, passages: [version.passage] };
};

type Published = { id: DocumentId; passages: readonly ChunkId[] };

/** What a search, a citation or an earlier answer may still say: the passages that its reader is given. */
const livePassages = (scope: UserScope, passages: readonly ChunkId[]) =>
  api.database.withScope(scope, async (tx) => [...(await tx.chunks.live(passages))]);

const seesPages = async (scope: UserScope, id: DocumentId) => {
  const files = createFolderFileStore({ root: tmpdir() });
  const { picture } = createLookAtPages({ database: api.database, files, pages });
  const asked = { id, version: undefined, page: 1, width: 200 };
  const { signal } = new AbortController();
  // Rights come first; whoever has the picture is told so, and nothing is drawn.
  return picture(scope, asked, { hasTag: () => true, signal }).then(
    () => 'shown',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
};

/** What a colleague and an application are answered by every way to the document. */
const look = async ({ id, passages }: Published) => {
  const ways = ['', '/chunks', '/file'];
  const asked = house.readers.flatMap((key) =>
    ways.map(async (way) => (await call(`GET /v1/documents/${id}${way}`, key)).status),
  );
  return {
    answers: await Promise.all(asked),
    passages: await livePassages(house.colleague, passages),
    pages: await seesPages(house.colleague, id),
  };
};

const CLOSED = { answers: [404, 404, 404, 404, 404, 404], passages: [], pages: 'not_found' };
const openWith = (passages: readonly ChunkId[]) => ({
  answers: [200, 200, 200, 200, 200, 200],
  passages: [...passages],
  pages: 'shown',
});

const ofOwner = async (id: DocumentId) => (await call(`GET /v1/documents/${id}`, house.owner)).json;

describe('an upload to a path whose document everyone can read', () => {
  it.each(DOORS)('is private as soon as %s says so', async (_, send, titled) => {
    const document = await publish();
    const before = await look(document);
    const content = `${NEW} It is for ${document.path}.`;

    const { status } = await send(document.path, content);
    const queued = await look(document);
    const version: Version = await readVersion(document.id, 2, content);
    const both = { ...document, passages: [...document.passages, version.passage] };
    const beingRead = await look(both);
    await version.finish();
    const ready = await look(both);

    expect(before).toEqual(openWith(document.passages));
    expect(status).toBe(202);
    expect([queued, beingRead, ready]).toEqual([CLOSED, CLOSED, CLOSED]);
    expect(await ofOwner(document.id)).toMatchObject({
      version: 2,
      visibility: 'private',
      metadata: { class: 'secret' },
      ...titled,
    });
  });

  it.each(DOORS)('with the same bytes can be made private by %s, too', async (_, send, titled) => {
    const document = await publish();

    await send(document.path, document.text);
    const seen = await look(document);

    expect(seen).toEqual(CLOSED);
    expect(await ofOwner(document.id)).toMatchObject({
      version: 1,
      replacement: null,
      visibility: 'private',
      metadata: { class: 'secret' },
      ...titled,
    });
  });

  it('keeps the settings that it does not mention', async () => {
    const { id, path } = await publish();
    const described = { title: 'Chosen', visibility: 'private', metadata: { year: 2026 } };
    await call(`PATCH /v1/documents/${id}`, house.owner, described);

    const byForm = await sendForm('POST /v1/documents', [...placed(path), file(NEW, 'rules.md')]);
    const byBatch = await sendForm('POST /v1/documents/batch', [
      ['source', SOURCE],
      file(OLD, path),
    ]);

    expect(Uploaded.parse(byForm.json).document).toMatchObject({ id, ...described });
    expect(Batch.parse(byBatch.json).files).toMatchObject([{ document: { id, ...described } }]);
  });
});

describe('an upload that would show the current text to others until the new one is ready', () => {
  const publishPrivate = async () => {
    const known = await publish();
    await call(`PATCH /v1/documents/${known.id}`, house.owner, { visibility: 'private' });
    return known;
  };
  const widen = (sourcePath: string, text: string) =>
    call('POST /v1/documents', house.owner, {
      title: 'Rules',
      text,
      source: SOURCE,
      sourcePath,
      visibility: 'tenant',
    });

  it('is refused with 409, which names the visibility', async () => {
    const document = await publishPrivate();

    const refused = await widen(document.path, NEW);
    const batched = await sendForm('POST /v1/documents/batch', [
      ...fieldsOf({ source: SOURCE, visibility: 'tenant' }),
      file(NEW, document.path),
    ]);

    const named = { code: 'conflict', errors: [{ path: 'visibility' }] };
    expect(refused).toMatchObject({ status: 409, json: named });
    expect(Batch.parse(batched.json).files).toMatchObject([{ status: 'refused', error: named }]);
    expect(await look(document)).toEqual(CLOSED);
    expect(await ofOwner(document.id)).toMatchObject({
      version: 1,
      replacement: null,
      visibility: 'private',
    });
  });

  it('is applied if it is meant for the current text', async () => {
    const document = await publishPrivate();

    const widened = await widen(document.path, document.text);

    expect(widened).toMatchObject({ status: 200, json: { document: { visibility: 'tenant' } } });
    expect(await look(document)).toEqual(openWith(document.passages));
  });
});

describe('a field that an upload route does not accept', () => {
  it.each([
    ['visibility', 'private'],
    ['metadata', '{}'],
    ['title', 'Plans'],
    ['sourcePath', 'a.md'],
  ])('is refused with its name: %s', async (name, value) => {
    const { id, path } = await publish();
    const field: Field = [name, value];
    const part = file(NEW, 'rules.md');

    const replaced = [
      await sendForm(`PUT /v1/documents/${id}/file`, [field, part]),
      await sendForm(`PUT /v1/documents/${id}/file`, [part, field]),
    ];
    const entries = [{ path, sha256: '0'.repeat(64), size: 1 }];
    const compared = await call('POST /v1/documents/manifest', house.owner, {
      source: SOURCE,
      entries,
      [name]: value,
    });

    const named = { status: 422, json: { errors: [{ path: name }] } };
    expect(replaced).toMatchObject([named, named]);
    expect(compared.status).toBe(422);
    expect(compared.text).toContain(name);
    expect(await ofOwner(id)).toMatchObject({ version: 1, replacement: null });
  });
});
