import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { addPerson } from '../support/people.js';

/** Lets people sign in. */
const SECRET = 'b71c0e94d2a6f58310c7e9a4d6b2f8051e3c7a9d4b60f2e8';

let application: TestApplication;
beforeAll(async () => {
  application = await startApplication({ variables: { JWT_SECRET: SECRET } });
}, 60_000);
afterAll(() => application.close());

const WithId = z.looseObject({ id: z.string() });
const Me = z.looseObject({ user: WithId });
const Uploaded = z.object({ document: WithId });
const Items = z.looseObject({ items: z.array(WithId) });
const Found = z.object({ results: z.array(z.object({ documentId: z.string() })) });
const MadeKey = z.looseObject({ id: z.string(), apiKey: z.string(), filter: z.unknown() });
const Answered = z.looseObject({
  answer: z.string(),
  sessionId: z.string(),
  executionId: z.string(),
});

const NOBODY = '0197e0b2-0000-7000-8000-000000000000';
const PERMISSIONS = ['chat', 'search', 'documents:read', 'documents:write', 'memories'];

type Call = { body?: object; headers?: Record<string, string> };

const call = (asked: string, key: string, { body, headers }: Call = {}) => {
  const [method = '', path = ''] = asked.split(' ');
  return application.call(method, path, {
    key,
    ...(body && { body }),
    ...(headers && { headers }),
  });
};

const upload = async (key: string, title: string, fields: object = {}) => {
  const body = { title, text: `The ${title} rule allows four quokkas.`, ...fields };
  const { document } = Uploaded.parse((await call('POST /v1/documents', key, { body })).json);
  await application.settled(key, document.id);
  return document.id;
};

const createCollection = async (key: string, name: string, documentIds: readonly string[]) => {
  const { json } = await call('POST /v1/collections', key, { body: { name } });
  const { id } = WithId.parse(json);
  await Promise.all(
    documentIds.map((documentId) => call(`PUT /v1/collections/${id}/documents/${documentId}`, key)),
  );
  return id;
};

const makeKey = (key: string, fields: object) =>
  call('POST /v1/api-keys', key, { body: { name: 'narrow', permissions: PERMISSIONS, ...fields } });

const narrowKey = async (key: string, fields: object): Promise<string> => {
  const { json, status } = await makeKey(key, fields);
  expect(status).toBe(201);
  return MadeKey.parse(json).apiKey;
};

/** A member whose documents are in two collections, with a key for the first of them. */
const createHouse = async () => {
  const { adminKey } = await application.tenant();
  await call('PATCH /v1/tenant', adminKey, { body: { policy: { memberUploads: true } } });
  const { apiKey: wide } = await addPerson(application, adminKey);
  const inside = await upload(wide, 'inside', { metadata: { team: 'hr' } });
  const outside = await upload(wide, 'outside', { metadata: { team: 'it' } });
  const own = await createCollection(wide, 'Own', [inside]);
  const other = await createCollection(wide, 'Other', [outside]);
  const narrow = await narrowKey(wide, { collectionIds: [own] });
  return { adminKey, wide, narrow, inside, outside, own, other };
};

const idsOf = async (asked: string, key: string) =>
  Items.parse((await call(asked, key)).json).items.map(({ id }) => id);

/** Every call that names a document or a collection. */
const CALLS = [
  'GET /v1/documents/DOCUMENT',
  'GET /v1/documents/DOCUMENT/chunks',
  'GET /v1/documents/DOCUMENT/file',
  'PATCH /v1/documents/DOCUMENT',
  'POST /v1/documents/DOCUMENT/reprocess',
  'DELETE /v1/documents/DOCUMENT',
  'GET /v1/collections/COLLECTION',
  'PATCH /v1/collections/COLLECTION',
  'PUT /v1/collections/COLLECTION/documents/OWN',
  'DELETE /v1/collections/COLLECTION/documents/OWN',
  'DELETE /v1/collections/COLLECTION',
];

const byCollection = (id: string) => ({ type: 'eq', key: 'collectionId', value: id });

const inFilter = (id: string) =>
  `GET /v1/documents?filter=${encodeURIComponent(JSON.stringify(byCollection(id)))}`;

const found = async (key: string, fields: object = {}) => {
  const body = { query: 'four quokkas rule', ...fields };
  const { json } = await call('POST /v1/search', key, { body });
  return Found.parse(json).results.map(({ documentId }) => documentId);
};

describe('an API key limited to a collection', () => {
  it('lists, finds and reads its documents, and names no others', async () => {
    const { narrow, inside, outside, own, other } = await createHouse();

    const ask = { message: 'What does the outside rule allow?' };
    const answered = await call('POST /v1/chat', narrow, { body: ask });
    const explained = { body: { query: 'outside rule', documentId: outside } };

    expect(await idsOf('GET /v1/documents', narrow)).toEqual([inside]);
    expect(await idsOf('GET /v1/collections', narrow)).toEqual([own]);
    expect(await idsOf(inFilter(own), narrow)).toEqual([inside]);
    expect(await idsOf(inFilter(other), narrow)).toEqual([]);
    expect(await found(narrow)).toEqual([inside]);
    expect(await found(narrow, { filter: { collectionIds: [other] } })).toEqual([]);
    expect(await found(narrow, { filter: { documentIds: [outside] } })).toEqual([]);
    expect(answered.text).not.toContain(outside);
    expect((await call('POST /v1/search/explain', narrow, explained)).status).toBe(404);
    expect((await call(`GET /v1/documents/${inside}`, narrow)).json).toMatchObject({
      collectionIds: [own],
    });
  });

  it('treats every other document or collection as nonexistent in all calls', async () => {
    const { wide, narrow, inside, outside, other } = await createHouse();
    const ask = async (asked: string, of: { document: string; collection: string }) => {
      const path = asked.replace('DOCUMENT', of.document).replace('COLLECTION', of.collection);
      const change = asked.includes('documents') ? { title: 'Taken' } : { name: 'Taken' };
      const body = asked.startsWith('PATCH') ? { body: change } : {};
      const { status, json } = await call(path.replace('OWN', inside), narrow, body);
      return { asked, status, json };
    };

    const foreign = [];
    const unknown = [];
    for (const asked of CALLS) {
      foreign.push(await ask(asked, { document: outside, collection: other }));
      unknown.push(await ask(asked, { document: NOBODY, collection: NOBODY }));
    }

    const notFound = CALLS.map((asked) => ({ asked, status: 404, json: { code: 'not_found' } }));
    expect(foreign).toMatchObject(notFound);
    expect(unknown).toMatchObject(notFound);
    expect((await call(`GET /v1/collections/${other}`, wide)).json).toMatchObject({
      name: 'Other',
      documentCount: 1,
    });
  });

  it('uploads into its collection and nowhere else', async () => {
    const { narrow, own, other } = await createHouse();
    const text = (title: string, fields: object) => ({
      body: { title, text: `${title}: seven wombats.`, ...fields },
    });

    const into = await call('POST /v1/documents', narrow, text('A', { collectionIds: [own] }));
    const elsewhere = await call('POST /v1/documents', narrow, text('B', {}));
    const beside = await call('POST /v1/documents', narrow, text('C', { collectionIds: [other] }));
    const made = await call('POST /v1/collections', narrow, { body: { name: 'Mine' } });

    expect([into.status, elsewhere.status, beside.status, made.status]).toEqual([
      202, 403, 404, 403,
    ]);
    expect(await idsOf('GET /v1/collections', narrow)).toEqual([own]);
  });

  it('cannot reread an answer based on other documents, nor the reasoning behind it', async () => {
    const { wide, narrow } = await createHouse();
    const body = { message: 'What does the outside rule allow?' };
    const { sessionId, executionId, answer } = Answered.parse(
      (await call('POST /v1/chat', wide, { body })).json,
    );
    expect(answer).toContain('quokkas');

    const messages = await call(`GET /v1/sessions/${sessionId}/messages`, narrow);
    const receipt = await call(`GET /v1/executions/${executionId}`, narrow);
    const again = await call('POST /v1/chat', narrow, {
      body: { message: 'What did you just say about the outside rule?', sessionId },
    });

    expect(messages.status).toBe(200);
    expect(messages.text).not.toContain('quokkas');
    expect(receipt.text).not.toContain('outside rule');
    expect(receipt.json).toMatchObject({ receipt: { queries: null } });
    expect(again.text).not.toContain('The outside rule allows');
  });

  it('does not get the answer of another key with the same idempotency key', async () => {
    const { wide, narrow, own } = await createHouse();
    const headers = { 'Idempotency-Key': 'same-words' };
    const question = { body: { message: 'What does the outside rule allow?' }, headers };
    const text = {
      body: { title: 'N', text: 'Nine bilbies.', collectionIds: [own] },
      headers,
    };

    const chats = [
      await call('POST /v1/chat', wide, question),
      await call('POST /v1/chat', narrow, question),
    ];
    const uploads = [
      await call('POST /v1/documents', wide, text),
      await call('POST /v1/documents', narrow, text),
    ];

    expect(chats.map(({ status }) => status)).toEqual([200, 409]);
    expect(uploads.map(({ status }) => status)).toEqual([202, 409]);
    expect(chats[1]?.json).toMatchObject({ code: 'idempotency_conflict' });
  });

  it('sees nothing once its collection is deleted', async () => {
    const { wide, narrow, inside, own } = await createHouse();

    await call(`DELETE /v1/collections/${own}`, wide);

    expect(await idsOf('GET /v1/documents', narrow)).toEqual([]);
    expect(await idsOf('GET /v1/collections', narrow)).toEqual([]);
    expect(await found(narrow)).toEqual([]);
    expect((await call(`GET /v1/documents/${inside}`, narrow)).status).toBe(404);
    expect((await call(`GET /v1/documents/${inside}`, wide)).status).toBe(200);
  });

  it('can create only keys that are as limited as itself, or more', async () => {
    const { narrow, inside, outside, own, other } = await createHouse();

    const all = await narrowKey(narrow, {});
    const less = await narrowKey(narrow, {
      filter: { type: 'eq', key: 'documentId', value: outside },
    });
    const beyond = await makeKey(narrow, { collectionIds: [other] });

    expect(await idsOf('GET /v1/documents', all)).toEqual([inside]);
    expect(await idsOf('GET /v1/collections', all)).toEqual([own]);
    expect(await idsOf('GET /v1/documents', less)).toEqual([]);
    expect(beyond.status).toBe(422);
  });

  it('cannot set a first password, which would give its holder wider access', async () => {
    const { narrow } = await createHouse();
    const body = { newPassword: 'correct horse battery staple' };

    const refused = await call('PUT /v1/me/password', narrow, { body });

    expect({ status: refused.status, json: refused.json }).toMatchObject({
      status: 403,
      json: { code: 'forbidden' },
    });
  });

  it('revokes itself and equally limited keys, but no wider one', async () => {
    const { wide, narrow } = await createHouse();
    const child = MadeKey.parse((await makeKey(narrow, {})).json);
    const grandchild = MadeKey.parse((await makeKey(child.apiKey, { filter: byTeam })).json);
    const sibling = MadeKey.parse((await makeKey(wide, {})).json);

    const statuses = [
      (await call(`DELETE /v1/api-keys/${sibling.id}`, narrow)).status,
      (await call(`DELETE /v1/api-keys/${grandchild.id}`, narrow)).status,
      (await call(`DELETE /v1/api-keys/${child.id}`, narrow)).status,
    ];

    expect(statuses).toEqual([403, 204, 204]);
  });
});

const byTeam = { type: 'eq', key: 'metadata.team', value: 'hr' };

describe('an API key limited by a filter', () => {
  it('names only the collections that contain something for it', async () => {
    const { wide, inside, own } = await createHouse();
    await createCollection(wide, 'Empty', []);

    const narrow = await narrowKey(wide, { filter: byTeam });

    expect(await idsOf('GET /v1/documents', narrow)).toEqual([inside]);
    expect(await idsOf('GET /v1/collections', narrow)).toEqual([own]);
    expect(await found(narrow)).toEqual([inside]);
  });

  it('reads no document of a collection that its filter excludes', async () => {
    const { wide, inside, outside, own } = await createHouse();

    const narrow = await narrowKey(wide, { filter: { ...byCollection(own), type: 'ne' } });

    expect(await idsOf('GET /v1/documents', narrow)).toEqual([outside]);
    expect((await call(`GET /v1/documents/${inside}`, narrow)).status).toBe(404);
  });

  it('stays limited when its holder confirms it and when it asks for another user', async () => {
    const { adminKey, wide, inside } = await createHouse();
    const { userId } = await addPerson(application, adminKey);
    const me = Me.parse((await call('GET /v1/me', wide)).json).user;
    const made = MadeKey.parse(
      (
        await makeKey(adminKey, {
          userId: me.id,
          filter: byTeam,
          permissions: [...PERMISSIONS, 'act_for_users'],
        })
      ).json,
    );
    const confirmed = MadeKey.parse(
      (await call(`POST /v1/api-keys/${made.id}/confirm`, wide)).json,
    );

    const acting = await call('GET /v1/documents', confirmed.apiKey, {
      headers: { 'X-On-Behalf-Of': userId },
    });

    expect(confirmed.filter).toEqual(byTeam);
    expect(await idsOf('GET /v1/documents', confirmed.apiKey)).toEqual([inside]);
    expect(Items.parse(acting.json).items.map(({ id }) => id)).toEqual([inside]);
  });

  it.each([
    ['a collection that does not exist', { collectionIds: [NOBODY] }],
    ['an unknown key', { filter: { type: 'eq', key: 'tenantId', value: 'x' } }],
    ['an unknown operator', { filter: { type: 'like', key: 'title', value: 'x' } }],
    ['an unknown format', { filter: { type: 'eq', key: 'format', value: 'wordstar' } }],
    ['administrator permission', { filter: byTeam, permissions: ['admin'] }],
  ])('cannot be created with %s', async (_, fields) => {
    const { adminKey } = await application.tenant();

    const { status, json } = await makeKey(adminKey, fields);

    expect({ status, json }).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
  });

  it.each([
    [5, 422],
    [12, 422],
    [50, 400],
  ])('cannot be created with a filter %d deep', async (depth, status) => {
    const { adminKey } = await application.tenant();
    const filter = Array.from({ length: depth - 1 }).reduce<object>(
      (inner) => ({ type: 'and', filters: [inner] }),
      byTeam,
    );

    expect((await makeKey(adminKey, { filter })).status).toBe(status);
  });
});
