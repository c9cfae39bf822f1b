import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { DocumentId, TenantId } from '../../src/shared/ids.js';
import { makeSystemScope } from '../../src/shared/make-scope.js';
import type { SystemScope } from '../../src/shared/scope.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { leaseOf } from '../support/tenant.js';

const SECRET = 'My salary is 4711 euros.';
const HARMLESS = 'The canteen opens at noon.';

const Uploaded = z.object({ document: z.looseObject({ id: DocumentId }) });
const Versions = z.object({ items: z.array(z.looseObject({ version: z.int() })) });

let api: ApiOverDatabase;
let admin: string;
let owner: string;
let system: SystemScope;

beforeAll(async () => {
  api = await serveApiOverDatabase();
  const { tenantId, adminKey, addMember } = await createTenantOverApi(api);
  admin = adminKey;
  owner = (await addMember()).apiKey;
  system = makeSystemScope(TenantId.parse(tenantId));
  const body = { policy: { memberUploads: true } };
  await api.api.call('PATCH', '/v1/tenant', { key: admin, body });
}, 120_000);
afterAll(() => api.close());

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return api.api.call(method, path, { key, ...(body && { body }) });
};

/** Ends the reading of a version as the worker does. */
const finish = async (
  documentId: DocumentId,
  version: number,
  { status, title = null }: { status: 'ready' | 'failed'; title?: string | null },
) => {
  const lease = await leaseOf(api.database, system, documentId);
  const of = { documentId, version };
  await api.database.withScope(system, async (tx) => {
    const found = { title, mimeType: 'text/plain', language: 'en', otherLanguages: [] };
    const read = {
      ...found,
      pageCount: 1,
      warnings: [],
      text: 'Read.',
      chunkCount: 0,
      chunking: '[1,400]',
    };
    await tx.documents.saveParsed(of, read, lease);
    const errorCode = status === 'failed' ? 'document_empty' : null;
    await tx.documents.finish(of, { status, errorCode }, lease);
    await tx.tasks.settle(lease, { state: 'done', fingerprint: 'test', verifyAgainMs: null });
  });
};

let places = 0;

/** A private document of the member at a place of its own. */
const write = async (text = SECRET) => {
  places += 1;
  const sourcePath = `${places}.md`;
  const fields = { source: 'drive', sourcePath, visibility: 'private' };
  const body = { title: 'Notes', text: `${text} Note ${places}.`, ...fields };
  const { json } = await call('POST /v1/documents', owner, body);
  const { id } = Uploaded.parse(json).document;
  await finish(id, 1, { status: 'ready' });
  return { id, sourcePath };
};

const replace = async (id: DocumentId, text = HARMLESS) => {
  const form = new FormData();
  form.append('file', new Blob([`${text} It is for ${id}.`]), 'canteen.txt');
  const headers = { Authorization: `Bearer ${owner}` };
  const { status } = await fetch(`${api.api.url}/v1/documents/${id}/file`, {
    method: 'PUT',
    headers,
    body: form,
  });
  expect(status).toBe(202);
};

type Written = Awaited<ReturnType<typeof write>>;
type Open = (document: Written) => Promise<{ status: number; json: unknown }>;

const REFUSED = { status: 409, json: { code: 'conflict', errors: [{ path: 'visibility' }] } };

/** Every way to show a document to more people, and its answer while another text is being read. */
const WAYS: readonly (readonly [string, Open, object])[] = [
  [
    'a change',
    ({ id }) => call(`PATCH /v1/documents/${id}`, owner, { visibility: 'tenant' }),
    REFUSED,
  ],
  [
    'a bulk change',
    ({ id }) =>
      call('POST /v1/documents/bulk', owner, {
        action: 'set_visibility',
        visibility: 'tenant',
        documentIds: [id],
      }),
    { status: 200, json: { outcomes: [{ status: 'conflict' }] } },
  ],
  [
    'an upload of the same text',
    async ({ sourcePath, id }) =>
      call('POST /v1/documents', owner, {
        title: 'Notes',
        text: `${HARMLESS} It is for ${id}.`,
        visibility: 'tenant',
        source: 'drive',
        sourcePath,
      }),
    REFUSED,
  ],
];

const versionsFor = async (id: DocumentId, key: string) => {
  const { json } = await call(`GET /v1/documents/${id}/versions`, key);
  return Versions.parse(json).items.map(({ version }) => version);
};

const restore = async (id: DocumentId, key: string) =>
  (await call(`POST /v1/documents/${id}/versions/1/restore`, key)).status;

describe('a private text that was replaced', () => {
  it.each(WAYS)(
    'is visible only to its owner after the document is shared by %s',
    async (_, open) => {
      const document = await write();
      const { id } = document;
      await replace(id);
      await finish(id, 2, { status: 'ready' });

      await open(document);
      const { json } = await call(`GET /v1/documents/${id}`, admin);
      const seen = [await versionsFor(id, admin), await restore(id, admin)];
      const own = [await versionsFor(id, owner), await restore(id, owner)];
      await finish(id, 3, { status: 'ready' });

      expect(json).toMatchObject({ visibility: 'tenant', version: 2 });
      expect(seen).toEqual([[2], 404]);
      expect(own).toEqual([[2, 1], 202]);
      const restored = await call(`GET /v1/documents/${id}/file`, admin);
      expect(restored.text).toContain(SECRET);
    },
  );

  it.each(WAYS)('is not shown by %s until the new one is ready', async (_, open, answer) => {
    const document = await write();
    const { id } = document;
    await replace(id);

    const refused = await open(document);
    const { status } = await call(`GET /v1/documents/${id}/file`, admin);

    expect(refused).toMatchObject(answer);
    expect(status).toBe(403);
  });

  it('is reprocessed only for its owner if it failed', async () => {
    const document = await write(HARMLESS);
    const { id } = document;
    await replace(id, SECRET);
    await finish(id, 2, { status: 'failed' });
    await call(`PATCH /v1/documents/${id}`, owner, { visibility: 'tenant' });

    const byAdmin = await call(`POST /v1/documents/${id}/reprocess`, admin);
    const seen = await versionsFor(id, admin);
    const byOwner = await call(`POST /v1/documents/${id}/reprocess`, owner);

    expect([byAdmin.status, seen, byOwner.status]).toEqual([404, [1], 202]);
  });

  it('stays visible to an admin who could always read it', async () => {
    const { id } = await write();
    await call(`PATCH /v1/documents/${id}`, owner, { visibility: 'tenant' });
    await replace(id);
    await finish(id, 2, { status: 'ready' });

    expect([await versionsFor(id, admin), await restore(id, admin)]).toEqual([[2, 1], 202]);
  });
});

describe('the title found in a private text', () => {
  it('is not shown to admins in the audit, which names the file instead', async () => {
    const form = new FormData();
    form.append('visibility', 'private');
    form.append('file', new Blob(['# Quibblewort Plan']), 'notes.md');
    const headers = { Authorization: `Bearer ${owner}` };
    const answer = await fetch(`${api.api.url}/v1/documents`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { id } = Uploaded.parse(await answer.json()).document;
    await finish(id, 1, { status: 'ready', title: 'Quibblewort Plan' });

    const own = await call(`GET /v1/documents/${id}`, owner);
    const audit = await call('GET /v1/audit?action=document.create', admin);

    expect(own.json).toMatchObject({ title: 'Quibblewort Plan' });
    expect(audit.text).not.toContain('Quibblewort');
    expect(audit.json).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ subjectId: id, subjectName: 'notes.md' }),
      ]) as unknown,
    });
  });
});
