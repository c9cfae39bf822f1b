import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { eventually } from '../support/eventually.js';
import { addPerson } from '../support/people.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startApplication();
}, 60_000);
afterAll(() => application.close());

const Uploaded = z.object({ document: z.looseObject({ id: z.string() }), duplicate: z.boolean() });
const Version = z.looseObject({ version: z.int() });
const Answer = z.object({
  entries: z.array(
    z.looseObject({ path: z.string(), state: z.string(), documentId: z.string().nullable() }),
  ),
});
const Items = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return application.call(method, path, { key, ...(body && { body }) });
};

type File = { path: string; text: string };

const put = (key: string, { path, text }: File, fields: object = {}) =>
  call('POST /v1/documents', key, {
    title: 'A title',
    text,
    source: 'drive',
    sourcePath: path,
    ...fields,
  });

const putReady = async (key: string, file: File, fields: object = {}) => {
  const { document } = Uploaded.parse((await put(key, file, fields)).json);
  await application.settled(key, document.id);
  return document.id;
};

const entryOf = ({ path, text }: File) => ({
  path,
  sha256: createHash('sha256').update(text).digest('hex'),
  size: Buffer.byteLength(text),
});

const compare = async (key: string, files: readonly File[], source = 'drive') => {
  const body = { source, entries: files.map(entryOf) };
  const { json } = await call('POST /v1/documents/manifest', key, body);
  return Answer.parse(json).entries;
};

const statesOf = async (key: string, files: readonly File[]) =>
  (await compare(key, files)).map(({ state }) => state);

describe('a document with a path in a source', () => {
  it('gets a new version from other content at the same path, with the fields sent along', async () => {
    const { adminKey } = await application.tenant();
    const path = 'rules/travel.md';
    const id = await putReady(
      adminKey,
      { path, text: 'Four quokkas.' },
      { visibility: 'private', metadata: { year: 2026 } },
    );

    const again = await put(adminKey, { path, text: 'Nine wombats.' }, { title: 'Another' });

    expect(again.status).toBe(202);
    expect(Uploaded.parse(again.json)).toMatchObject({
      duplicate: false,
      document: { id, title: 'Another', visibility: 'private', metadata: { year: 2026 } },
    });
    const document = await eventually(
      async () => Version.parse((await call(`GET /v1/documents/${id}`, adminKey)).json),
      ({ version }) => version === 2,
    );
    expect(document).toMatchObject({ source: 'drive', sourcePath: path, title: 'Another' });
  });

  it('is the same document for the same content, however its path is spelled', async () => {
    const { adminKey } = await application.tenant();
    const id = await putReady(adminKey, { path: 'notes/\u00c9t\u00e9.md', text: 'Sun.' });

    const again = await put(adminKey, { path: './notes\\E\u0301te\u0301.md', text: 'Sun.' });

    expect(again.status).toBe(200);
    expect(Uploaded.parse(again.json)).toMatchObject({ duplicate: true, document: { id } });
  });

  it('is separate from one with the same bytes at another path or of another owner', async () => {
    const { adminKey } = await application.tenant();
    await call('PATCH /v1/tenant', adminKey, { policy: { memberUploads: true } });
    const member = await addPerson(application, adminKey);
    const licence = 'Do what you like.';

    const answers = [
      await put(adminKey, { path: 'a/LICENSE', text: licence }),
      await put(adminKey, { path: 'b/LICENSE', text: licence }),
      await put(member.apiKey, { path: 'a/LICENSE', text: licence }),
    ];

    const ids = answers.map(({ json }) => Uploaded.parse(json).document.id);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(ids).size).toBe(3);
  });

  it('is the earlier upload without a path if the bytes are equal', async () => {
    const { adminKey } = await application.tenant();
    const text = 'Uploaded by hand.';
    const first = Uploaded.parse(
      (await call('POST /v1/documents', adminKey, { title: 'By hand', text })).json,
    );

    const placed = Uploaded.parse((await put(adminKey, { path: 'hand.md', text })).json);

    expect(placed).toMatchObject({
      duplicate: true,
      document: { id: first.document.id, title: 'A title', sourcePath: 'hand.md' },
    });
  });

  it('is unchanged if the same content comes with other fields and no update is requested', async () => {
    const { adminKey } = await application.tenant();
    const file = { path: 'rules.md', text: 'Four quokkas.' };
    const id = await putReady(adminKey, file, { metadata: { year: 2026 } });
    const refuse = { onDuplicate: 'refuse' };

    const same = await put(adminKey, file, { ...refuse, metadata: { year: 2026 } });
    const other = await put(adminKey, file, {
      ...refuse,
      title: 'Another',
      visibility: 'private',
      metadata: { year: 2027 },
    });
    const made = await call('POST /v1/collections', adminKey, { name: 'Travel' });
    const collectionIds = [z.looseObject({ id: z.string() }).parse(made.json).id];
    const filed = await put(adminKey, file, { ...refuse, collectionIds });

    expect(same.status).toBe(200);
    expect(other).toMatchObject({
      status: 409,
      json: {
        code: 'conflict',
        errors: [{ path: 'title' }, { path: 'visibility' }, { path: 'metadata' }],
      },
    });
    expect(filed).toMatchObject({ status: 409, json: { errors: [{ path: 'collectionIds' }] } });
    expect((await call(`GET /v1/documents/${id}`, adminKey)).json).toMatchObject({
      title: 'A title',
      visibility: 'tenant',
      metadata: { year: 2026 },
      collectionIds: [],
    });
  });

  it('is not replayed for an idempotency key whose first request had fewer fields', async () => {
    const { adminKey } = await application.tenant();
    const file = { path: 'rules.md', text: 'Four quokkas.' };
    const send = (fields: object) =>
      application.call('POST', '/v1/documents', {
        key: adminKey,
        headers: { 'Idempotency-Key': 'rules' },
        body: {
          title: 'A title',
          text: file.text,
          source: 'drive',
          sourcePath: file.path,
          ...fields,
        },
      });

    const first = await send({});
    const other = await send({ visibility: 'tenant' });

    expect(first.status).toBe(202);
    expect(other).toMatchObject({ status: 409, json: { code: 'idempotency_conflict' } });
  });

  it('shows its path only to its owner', async () => {
    const { adminKey } = await application.tenant();
    const member = await addPerson(application, adminKey);
    const id = await putReady(adminKey, { path: 'secret-project/plan.md', text: 'Shared plan.' });

    const seen = await call(`GET /v1/documents/${id}`, member.apiKey);
    const listed = await call('GET /v1/documents?source=drive', member.apiKey);

    expect(seen.json).toMatchObject({ id, source: null, sourcePath: null });
    expect(Items.parse(listed.json).items).toEqual([]);
  });

  it('can be moved within its source by its owner, but not onto another document', async () => {
    const { adminKey } = await application.tenant();
    const id = await putReady(adminKey, { path: 'old.md', text: 'Moves.' });
    await putReady(adminKey, { path: 'taken.md', text: 'Stays.' });

    const moved = await call(`PATCH /v1/documents/${id}`, adminKey, { sourcePath: 'new/name.md' });
    const onto = await call(`PATCH /v1/documents/${id}`, adminKey, { sourcePath: 'taken.md' });

    expect(moved.json).toMatchObject({ id, version: 1, sourcePath: 'new/name.md' });
    expect(onto.status).toBe(409);
    const [old, now] = await compare(adminKey, [
      { path: 'old.md', text: 'Moves.' },
      { path: 'new/name.md', text: 'Moves.' },
    ]);
    expect([old?.state, now?.state, now?.documentId]).toEqual(['new', 'same', id]);
  });

  it('cannot be moved if it has no source', async () => {
    const { adminKey } = await application.tenant();
    const plain = { title: 'Plain', text: 'No place.' };
    const { document } = Uploaded.parse((await call('POST /v1/documents', adminKey, plain)).json);

    const moved = await call(`PATCH /v1/documents/${document.id}`, adminKey, {
      sourcePath: 'a.md',
    });

    expect(moved).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
  });

  it('frees its path when it is deleted', async () => {
    const { adminKey } = await application.tenant();
    const file = { path: 'gone.md', text: 'Soon gone.' };
    const id = await putReady(adminKey, file);

    await call(`DELETE /v1/documents/${id}`, adminKey);
    const again = await put(adminKey, file);

    expect(again.status).toBe(202);
    expect(Uploaded.parse(again.json).document.id).not.toBe(id);
  });

  it('can be sent as a form with the path after the file', async () => {
    const { adminKey } = await application.tenant();
    const form = new FormData();
    form.append('file', new Blob(['By form.']), 'by-form.txt');
    form.append('source', 'drive');
    form.append('sourcePath', 'forms/by-form.txt');

    const response = await fetch(`${application.url}/v1/documents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${adminKey}` },
      body: form,
    });

    expect(response.status).toBe(202);
    const listed = await call('GET /v1/documents?source=drive', adminKey);
    expect(Items.parse(listed.json).items).toMatchObject([{ sourcePath: 'forms/by-form.txt' }]);
  });

  it.each(['../x.md', '/etc/passwd', 'C:\\x.md', 'a/../../x.md', 'folder/', '', 'a\nb.md', '.'])(
    'is refused with the path %j',
    async (path) => {
      const { adminKey } = await application.tenant();

      const answer = await put(adminKey, { path, text: 'Somewhere.' });

      expect(answer).toMatchObject({ status: 422, json: { errors: [{ path: 'sourcePath' }] } });
    },
  );

  it('needs both a path and a source', async () => {
    const { adminKey } = await application.tenant();
    const text = { title: 'Half', text: 'Half a place.' };

    const answers = await Promise.all([
      call('POST /v1/documents', adminKey, { ...text, source: 'drive' }),
      call('POST /v1/documents', adminKey, { ...text, sourcePath: 'a.md' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  });

  it('is created once by many simultaneous uploads', async () => {
    const { adminKey } = await application.tenant();
    const file = { path: 'once.md', text: 'Once only.' };

    const answers = await Promise.all(Array.from({ length: 6 }, () => put(adminKey, file)));

    const ids = answers.map(({ json }) => Uploaded.parse(json).document.id);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 202]);
    expect(new Set(ids).size).toBe(1);
  });
});

const TICKET = `/v1/sources/crm/documents/${encodeURIComponent('tickets/42')}`;

const sendTicket = (key: string, body: object, headers: Record<string, string> = {}) =>
  application.call('PUT', TICKET, { key, body, headers });

const Source = z.looseObject({
  id: z.string(),
  name: z.string(),
  items: z.looseObject({ ready: z.int() }),
});
const sourcesOf = async (key: string) =>
  z.object({ items: z.array(Source) }).parse((await call('GET /v1/sources', key)).json).items;

describe('PUT /v1/sources/:name/documents/:path', () => {
  it('makes the source with its first document, and replaces content, title, metadata and readers', async () => {
    const { adminKey } = await application.tenant();
    const made = await call('POST /v1/collections', adminKey, { name: 'Tickets' });
    const collectionIds = [z.looseObject({ id: z.string() }).parse(made.json).id];

    const first = await sendTicket(adminKey, { text: 'The printer is offline.' });
    const { document } = Uploaded.parse(first.json);
    await application.settled(adminKey, document.id);
    const said = { title: 'Printer', metadata: { floor: 3 }, visibility: 'private', collectionIds };
    const second = await sendTicket(adminKey, { text: 'The printer works.', ...said });

    expect([first.status, second.status]).toEqual([202, 202]);
    expect([first, second].map(({ headers }) => headers.get('etag'))).toEqual(['"1"', '"2"']);
    const found = await call(`GET /v1/documents/${document.id}`, adminKey);
    expect(found.json).toMatchObject({ ...said, source: 'crm', sourcePath: 'tickets/42' });
    const [source, ...others] = await eventually(
      () => sourcesOf(adminKey),
      ([crm]) => crm?.items.ready === 1,
    );
    expect(source).toMatchObject({ name: 'crm', kind: 'pushed', nextRunAt: null });
    expect(others).toEqual([]);
    const items = await call(`GET /v1/sources/${source?.id}/items?state=ready`, adminKey);
    expect(items.json).toMatchObject({
      items: [{ path: 'tickets/42', documentId: document.id, visibility: 'private' }],
    });
  });

  it('refuses another version than If-Match names with 412, and stores nothing of it', async () => {
    const { adminKey } = await application.tenant();
    const text = 'The printer is offline.';

    const absent = await sendTicket(adminKey, { text }, { 'If-Match': '*' });
    const { document } = Uploaded.parse((await sendTicket(adminKey, { text })).json);
    const late = await sendTicket(adminKey, { text: 'Late.', title: 'L' }, { 'If-Match': '"2"' });
    const wrong = await sendTicket(adminKey, { text }, { 'If-Match': 'W/"1"' });
    const lateDelete = await application.call('DELETE', TICKET, {
      key: adminKey,
      headers: { 'If-Match': '"2"' },
    });
    const timely = await sendTicket(adminKey, { text: 'New.' }, { 'If-Match': '"1"' });

    expect([absent, late, lateDelete]).toMatchObject(
      [1, 2, 3].map(() => ({ status: 412, json: { code: 'precondition_failed' } })),
    );
    expect(wrong).toMatchObject({ status: 422, json: { errors: [{ path: 'If-Match' }] } });
    expect(Uploaded.parse(timely.json)).toMatchObject({ document: { id: document.id } });
    expect(timely.headers.get('etag')).toBe('"2"');
  });

  it('accepts a form, and its document does not exist for other members', async () => {
    const { adminKey } = await application.tenant();
    await call('PATCH /v1/tenant', adminKey, { policy: { memberUploads: true } });
    const member = await addPerson(application, adminKey);
    const form = new FormData();
    form.append('metadata', JSON.stringify({ year: 2026 }));
    form.append('file', new Blob(['By form.']), 'by-form.txt');
    form.append('title', 'By form');

    const response = await fetch(`${application.url}${TICKET}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${adminKey}` },
      body: form,
    });
    const ofOther = await call(`DELETE ${TICKET}`, member.apiKey);
    const own = await sendTicket(member.apiKey, { text: 'Another.' });

    expect(response.status).toBe(202);
    const { document } = Uploaded.parse(await response.json());
    expect(document).toMatchObject({ title: 'By form', metadata: { year: 2026 } });
    expect(ofOther.status).toBe(404);
    expect(Uploaded.parse(own.json).document.id).not.toBe(document.id);
    expect((await call(`DELETE ${TICKET}`, adminKey)).json).toMatchObject({ id: document.id });
    expect((await call(`GET /v1/documents/${document.id}`, adminKey)).status).toBe(404);
  });

  it('is refused for a source that fetches its own documents', async () => {
    const { adminKey } = await application.tenant();
    const website = { url: 'https://docs.example.com/' };
    const body = { name: 'crm', kind: 'website', settings: website };
    expect((await call('POST /v1/sources', adminKey, body)).status).toBe(201);

    const answers = [
      await sendTicket(adminKey, { text: 'Sent.' }),
      await call(`DELETE ${TICKET}`, adminKey),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  });
});

describe('a source whose documents are sent', () => {
  it('contains earlier uploads by path, cannot be run, and is deleted with its documents, and no others', async () => {
    const { adminKey } = await application.tenant();
    const { apiKey } = await addPerson(application, adminKey, { role: 'admin' });
    const id = await putReady(adminKey, { path: 'rules.md', text: 'Four quokkas.' });
    const [source] = await sourcesOf(adminKey);
    const kept = [
      [adminKey, await putReady(adminKey, { path: 'a.md', text: 'Emus.' }, { source: 'other' })],
      [apiKey, await putReady(apiKey, { path: 'rules.md', text: 'Two wombats.' })],
    ] as const;
    const at = `/v1/sources/${source?.id}`;
    const items = await call(`GET ${at}/items`, adminKey);

    const refused = [
      await call(`POST ${at}/run`, adminKey),
      await call(`POST ${at}/pause`, adminKey),
      await call(`POST ${at}/test`, adminKey),
      await call(`PATCH ${at}`, adminKey, { visibility: 'tenant' }),
    ];
    const added = await call('POST /v1/sources', adminKey, {
      name: 'other',
      kind: 'pushed',
      settings: {},
    });
    const removed = await call(`DELETE ${at}?documents=delete`, adminKey);

    expect(source).toMatchObject({ name: 'drive', kind: 'pushed', items: { ready: 1 } });
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(added).toMatchObject({ status: 422, json: { errors: [{ path: 'kind' }] } });
    expect(items.json).toMatchObject({ items: [{ documentId: id }] });
    expect(removed.status).toBe(204);
    await eventually(
      () => sourcesOf(adminKey),
      (sources) => sources.every((one) => one.id !== source?.id),
    );
    expect((await call(`GET /v1/documents/${id}`, adminKey)).status).toBe(404);
    for (const [key, other] of kept) {
      expect((await call(`GET /v1/documents/${other}`, key)).status).toBe(200);
    }
  });
});

describe('POST /v1/documents/manifest', () => {
  it('distinguishes new, changed and unchanged files, in the order of the entries', async () => {
    const { adminKey } = await application.tenant();
    const same = { path: 'same.md', text: 'Stays the same.' };
    await putReady(adminKey, same);
    const changed = await putReady(adminKey, { path: 'changed.md', text: 'Before.' });

    const entries = await compare(adminKey, [
      { path: 'new.md', text: 'Not there yet.' },
      { path: 'changed.md', text: 'After.' },
      same,
    ]);

    expect(entries.map(({ state }) => state)).toEqual(['new', 'changed', 'same']);
    expect(entries.map(({ documentId }) => documentId)).toEqual([
      null,
      changed,
      expect.any(String),
    ]);
  });

  it('reports unreadable content as failed until it is sent again', async () => {
    const { adminKey } = await application.tenant();
    // Looks like an archive, and is none.
    const file = { path: 'broken.docx', text: 'PK\u0003\u0004 no archive' };
    await putReady(adminKey, file);

    expect(await statesOf(adminKey, [file])).toEqual(['failed']);
    const again = await put(adminKey, file);

    expect(again.status).toBe(202);
    expect(await statesOf(adminKey, [{ ...file, text: 'Other content.' }])).toEqual(['changed']);
  });

  it("does not reveal another person's files, another source or another tenant's", async () => {
    const [{ adminKey }, other] = [await application.tenant(), await application.tenant()];
    const member = await addPerson(application, adminKey);
    const file = { path: 'mine.md', text: 'Shared with the tenant.' };
    await putReady(adminKey, file);

    const states = [
      await statesOf(member.apiKey, [file]),
      await statesOf(other.adminKey, [file]),
      (await compare(adminKey, [file], 'elsewhere')).map(({ state }) => state),
    ];

    expect(states).toEqual([['new'], ['new'], ['new']]);
  });

  it('refuses a path listed twice in two spellings, and more than 1,000 entries', async () => {
    const { adminKey } = await application.tenant();
    const twice = { source: 'drive', entries: ['a/b.md', 'a\\b.md'].map(toEntry) };
    const many = {
      source: 'drive',
      entries: Array.from({ length: 1001 }, (_, index) => toEntry(`${index}.md`)),
    };

    const [both, tooMany] = [
      await call('POST /v1/documents/manifest', adminKey, twice),
      await call('POST /v1/documents/manifest', adminKey, many),
    ];

    expect(both).toMatchObject({ status: 422, json: { errors: [{ path: 'entries.1.path' }] } });
    expect(tooMany.status).toBe(422);
  });

  it('reports content that was replaced by hand, until the source is sent again', async () => {
    const { adminKey } = await application.tenant();
    const file = { path: 'edited.md', text: 'As it is in the source.' };
    const id = await putReady(adminKey, file);
    const form = new FormData();
    form.append('file', new Blob(['As somebody wrote it.']), 'edited.md');
    const headers = { Authorization: `Bearer ${adminKey}` };
    const url = `${application.url}/v1/documents/${id}/file`;
    await fetch(url, { method: 'PUT', headers, body: form });
    await application.settled(adminKey, id);

    const edited = await compare(adminKey, [file]);
    await put(adminKey, file);
    const restored = await compare(adminKey, [file]);

    expect(edited).toMatchObject([{ state: 'changed', version: 2, isEdited: true }]);
    expect(restored).toMatchObject([{ version: 3, isEdited: false }]);
  });

  it('accepts 1,000 entries', async () => {
    const { adminKey } = await application.tenant();
    const files = Array.from({ length: 1000 }, (_, index) => ({ path: `${index}.md`, text: 'x' }));
    await putReady(adminKey, { path: '500.md', text: 'x' });

    const states = await statesOf(adminKey, files);

    expect(states.filter((state) => state === 'same')).toHaveLength(1);
    expect(states[500]).toBe('same');
  });
});

const toEntry = (path: string) => entryOf({ path, text: 'x' });
