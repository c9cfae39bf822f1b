import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { queryAsOwner, type createEmptyDatabase } from '../support/database.js';
import { addPerson } from '../support/people.js';

const SECRET = 'd04b7f1e93a6c8527e10b9f4d3a6c8e2571f0b9d4e6a3c87';
const ORIGIN = 'https://www.example.com';
const PERMISSIONS = ['chat', 'search', 'documents:read', 'tokens', 'act_for_users'];

const WithId = z.looseObject({ id: z.string() });
const Uploaded = z.object({ document: WithId });
const Items = z.looseObject({ items: z.array(WithId) });
const Found = z.object({ results: z.array(z.object({ documentId: z.string() })) });
const Answered = z.looseObject({ answer: z.string(), sessionId: z.string() });

type Sent = { body?: object; label?: string; headers?: Record<string, string> };

let application: TestApplication;
let urls: Awaited<ReturnType<typeof createEmptyDatabase>>;
let house: Awaited<ReturnType<typeof createHouse>>;

const call = async (asked: string, key: string, { body, label, headers }: Sent = {}) => {
  const [method = '', path = ''] = asked.split(' ');
  return application.call(method, path, {
    key,
    ...(body && { body }),
    headers: { ...(label && { 'X-Knowledge-Router-Label': label }), ...headers },
  });
};

const page = { headers: { Origin: ORIGIN } };

const upload = async (key: string, title: string, fields: object = {}) => {
  const body = { title, text: `The ${title} rule allows four quokkas.`, ...fields };
  const { document } = Uploaded.parse((await call('POST /v1/documents', key, { body })).json);
  await application.settled(key, document.id);
  return document.id;
};

const collect = async (key: string, name: string, documentIds: readonly string[]) => {
  const body = { name, visibility: name === 'Hidden' ? 'private' : 'tenant' };
  const { id } = WithId.parse((await call('POST /v1/collections', key, { body })).json);
  for (const documentId of documentIds) {
    await call(`PUT /v1/collections/${id}/documents/${documentId}`, key);
  }
  return id;
};

const makeKey = (key: string, fields: object = {}) =>
  call('POST /v1/api-keys', key, {
    body: { name: 'shop', kind: 'service', permissions: PERMISSIONS, ...fields },
  });

const keyOf = async (key: string, fields: object = {}) => {
  const { json, status } = await makeKey(key, fields);
  expect(status).toBe(201);
  return z.looseObject({ id: z.string(), apiKey: z.string() }).parse(json);
};

/** An admin with documents in two collections, a private one, and the key of an application for both collections. */
const createHouse = async () => {
  const { adminKey } = await application.tenant();
  const inside = await upload(adminKey, 'inside');
  const outside = await upload(adminKey, 'outside');
  const secret = await upload(adminKey, 'secret', { visibility: 'private' });
  const own = await collect(adminKey, 'Own', [inside, secret]);
  const other = await collect(adminKey, 'Other', [outside]);
  const hidden = await collect(adminKey, 'Hidden', [inside]);
  const service = await keyOf(adminKey, { collectionIds: [own, other] });
  const assistant = { slug: 'other', name: 'Other', collectionIds: [other] };
  await call('POST /v1/assistants', adminKey, { body: assistant });
  return { adminKey, service, inside, outside, secret, own, other, hidden };
};

const mint = async (key: string, fields: object = {}) => {
  const body = { origins: [ORIGIN], ...fields };
  const { json, status } = await call('POST /v1/browser-tokens', key, { body });
  expect(status).toBe(201);
  return z.object({ token: z.string() }).parse(json).token;
};

const found = async (key: string, sent: Sent = {}) => {
  const body = { query: 'four quokkas rule' };
  const { json } = await call('POST /v1/search', key, { body, ...sent });
  return Found.parse(json)
    .results.map(({ documentId }) => documentId)
    .sort();
};

const ask = (key: string, message: string, sent: Sent & { sessionId?: string } = {}) => {
  const { sessionId, ...rest } = sent;
  const body = { message, ...(sessionId && { sessionId }), ...sent.body };
  return call('POST /v1/chat', key, { ...rest, body });
};

const sessionsOf = async (key: string, sent: Sent = {}) =>
  Items.parse((await call('GET /v1/sessions', key, sent)).json).items.map(({ id }) => id);

beforeAll(async () => {
  application = await startApplication({
    variables: { JWT_SECRET: SECRET },
    prepare: async (parts) => {
      urls = parts.urls;
    },
  });
  house = await createHouse();
}, 120_000);
afterAll(() => application.close());

describe('an API key for an application', () => {
  it('is made by an admin, belongs to nobody, and has the permissions of an application', async () => {
    const { adminKey, hidden } = house;
    const { apiKey: member, userId } = await addPerson(application, adminKey);
    const personal = { kind: 'personal', permissions: ['tokens'] };

    const statuses = [
      (await makeKey(member)).status,
      (await makeKey(adminKey, { userId })).status,
      (await makeKey(adminKey, { permissions: ['memories'] })).status,
      (await makeKey(adminKey, { permissions: ['documents:write'] })).status,
      (await makeKey(adminKey, { permissions: ['admin'] })).status,
      (await makeKey(adminKey, { collectionIds: [hidden] })).status,
      (await makeKey(adminKey, personal)).status,
    ];

    expect(statuses).toEqual([403, 422, 422, 422, 422, 422, 422]);
  });

  it('sees what every member sees, but no private document of the person who made it', async () => {
    const { service, adminKey, inside, outside, secret } = house;
    const wide = await keyOf(adminKey);

    expect(await found(adminKey)).toEqual([inside, outside, secret].sort());
    expect(await found(wide.apiKey)).toEqual([inside, outside].sort());
    expect(await found(service.apiKey)).toEqual([inside, outside].sort());
    expect((await call(`GET /v1/documents/${secret}`, wide.apiKey)).status).toBe(404);
  });

  it("keeps the sessions of each label separate, also from its maker's and another key's", async () => {
    const { service, adminKey } = house;
    const another = await keyOf(adminKey);
    const [ada, ben] = [{ label: 'ada' }, { label: 'ben' }];
    const message = 'How many quokkas does the inside rule allow?';

    const { sessionId } = Answered.parse((await ask(service.apiKey, message, ada)).json);

    expect(await sessionsOf(service.apiKey, ada)).toEqual([sessionId]);
    for (const [key, sent] of [
      [service.apiKey, ben],
      [service.apiKey, {}],
      [another.apiKey, ada],
      [adminKey, {}],
    ] as const) {
      expect(await sessionsOf(key, sent)).not.toContain(sessionId);
      expect((await call(`GET /v1/sessions/${sessionId}/messages`, key, sent)).status).toBe(404);
      expect((await call(`DELETE /v1/sessions/${sessionId}`, key, sent)).status).toBe(404);
      expect((await ask(key, 'And then?', { ...sent, sessionId })).status).toBe(404);
    }
  });

  it('has no memories, history, workspace or code execution, whatever the tenant allows', async () => {
    const { service, adminKey } = house;
    const tools = { create_file: true, read_file: true, run_python: true, run_shell: true };
    await call('PATCH /v1/tenant', adminKey, { body: { policy: { tools } } });

    for (const tool of ['search_history', 'create_memory', 'memory_search', 'create_file']) {
      const body = { options: { tools: [tool] } };
      const asked = await ask(service.apiKey, 'How many quokkas?', { body, label: 'tools' });
      expect(asked.status).toBe(422);
      expect((await ask(adminKey, 'How many quokkas?', { body })).status).toBe(200);
    }
    const told = await ask(service.apiKey, 'Remember that I sit in room 4.', { label: 'tools' });
    expect(told.status).toBe(200);
    expect(told.json).toMatchObject({ proposedMemories: [] });
    expect(await queryAsOwner(urls, 'SELECT id FROM memories')).toEqual([]);
  });

  it("does not count as one of the tenant's users", async () => {
    const { service, adminKey } = house;
    await sessionsOf(service.apiKey, { label: 'stand-in' });
    const rows = await queryAsOwner<{ id: string }>(
      urls,
      "SELECT id FROM users WHERE label = 'stand-in'",
    );
    const id = rows[0]?.id ?? '';

    expect((await call('GET /v1/users?limit=100', adminKey)).text).not.toContain(id);
    expect((await call(`GET /v1/users/${id}`, adminKey)).status).toBe(404);
    const promoted = { body: { role: 'admin' } };
    expect((await call(`PATCH /v1/users/${id}`, adminKey, promoted)).status).toBe(404);
    const acting = { headers: { 'X-On-Behalf-Of': id } };
    expect((await call('GET /v1/me', service.apiKey, acting)).status).toBe(403);
    const key = { body: { name: 'of nobody', userId: id, permissions: ['chat'] } };
    expect((await call('POST /v1/api-keys', adminKey, key)).status).toBe(404);
  });

  it('is named by key and label in the usage and by key in the audit, and never counted as a person', async () => {
    const { adminKey, tenantId } = await application.tenant();
    const { id: keyId, apiKey } = await keyOf(adminKey);
    const token = await mint(apiKey);
    await found(apiKey, { label: 'ada' });
    await found(apiKey);
    await found(token, page);

    const usage = await call('GET /v1/usage', adminKey);
    const audit = await call('GET /v1/audit', adminKey);
    const days = await call(`GET /v1/tenants/${tenantId}/usage`, application.operatorKey);

    const asked = z
      .object({ items: z.array(z.looseObject({ email: z.unknown(), application: z.unknown() })) })
      .parse(usage.json).items;
    const shop = { keyId, keyName: 'shop' };
    expect(asked.map(({ email, application: who }) => [email, who])).toEqual(
      expect.arrayContaining([
        [null, { ...shop, label: 'ada' }],
        [null, { ...shop, label: null }],
        [null, { ...shop, label: expect.stringMatching(/^token /) }],
      ]),
    );
    expect(usage.text + audit.text).not.toContain('application.invalid');
    expect(days.json).toMatchObject({ items: [{ users: 0, searches: 3 }] });
  });

  it('asks as a user if it may act for users, limited to its own documents', async () => {
    const { service, adminKey, inside, outside } = house;
    const ada = await addPerson(application, adminKey);
    const acting = { headers: { 'X-On-Behalf-Of': ada.userId } };

    const { sessionId } = Answered.parse((await ask(service.apiKey, 'Quokkas?', acting)).json);

    expect(await sessionsOf(ada.apiKey)).toEqual([sessionId]);
    expect(await found(service.apiKey, acting)).toEqual([inside, outside].sort());
    const labelled = await ask(service.apiKey, 'Quokkas?', { ...acting, label: 'ada' });
    expect(labelled.status).toBe(422);
  });
});

describe('a page token limited to a collection', () => {
  it('finds, quotes and names nothing outside the collection, on any route', async () => {
    const { service, inside, outside, own, other } = house;
    const token = await mint(service.apiKey, { collectionIds: [own] });
    const store = (id: string) => `POST /openai/v1/vector_stores/${id}/search`;
    const named = { knowledge_router: { filter: { documentIds: [outside] } } };
    const openAi = { model: 'default', messages: [{ role: 'user', content: 'The outside rule?' }] };

    const answered = await ask(token, 'What does the outside rule allow?', page);
    const completed = await call('POST /openai/v1/chat/completions', token, {
      ...page,
      body: { ...openAi, ...named },
    });
    const stores = [
      await call(store(own), token, { ...page, body: { query: 'quokkas' } }),
      await call(store(other), token, { ...page, body: { query: 'quokkas' } }),
    ];

    expect(await found(token, page)).toEqual([inside]);
    expect(answered.status).toBe(200);
    expect([answered.text, completed.text].join()).not.toContain(outside);
    expect(stores.map(({ status }) => status)).toEqual([200, 404]);
    expect(stores[0]?.text).not.toContain(outside);
    const viaAssistant = await ask(token, 'The outside rule?', {
      ...page,
      body: { assistantId: 'other' },
    });
    expect(viaAssistant.text).not.toContain(outside);
  });

  it('shows no earlier citation and replays no answer of a wider token with the same label', async () => {
    const { service, outside, own } = house;
    const label = 'narrowed';
    const wide = await mint(service.apiKey, { label });
    const narrow = await mint(service.apiKey, { label, collectionIds: [own] });
    const once = { headers: { ...page.headers, 'Idempotency-Key': 'one-question' } };
    const message = 'What does the outside rule allow?';

    const answer = await ask(wide, message, once);
    const { sessionId } = Answered.parse(answer.json);
    const messages = `GET /v1/sessions/${sessionId}/messages`;

    expect(answer.text).toContain(outside);
    expect((await call(messages, wide, page)).text).toContain(outside);
    expect((await call(messages, narrow, page)).status).toBe(200);
    expect((await call(messages, narrow, page)).text).not.toContain('four');
    expect((await ask(narrow, message, once)).json).toMatchObject({
      code: 'idempotency_conflict',
    });
    const again = await ask(narrow, 'And what was that?', { ...page, sessionId });
    expect(again.text).not.toContain(outside);
  });

  it('has its own sessions if it has no label', async () => {
    const { service } = house;
    const [one, another] = [await mint(service.apiKey), await mint(service.apiKey)];

    const { sessionId } = Answered.parse((await ask(one, 'Quokkas?', page)).json);

    expect(await sessionsOf(one, page)).toEqual([sessionId]);
    expect(await sessionsOf(another, page)).toEqual([]);
    expect((await ask(another, 'And?', { ...page, sessionId })).status).toBe(404);
  });

  it('is recorded in the audit with key, origins, lifetime and label, but not the token itself', async () => {
    const { service, adminKey } = house;
    const fields = { label: 'visitor-77', ttlSeconds: 120 };

    const token = await mint(service.apiKey, fields);

    const { text, json } = await call('GET /v1/audit?action=browser_token.create', adminKey);
    const [newest] = Items.parse(json).items;
    expect(newest).toMatchObject({
      action: 'browser_token.create',
      result: 'ok',
      askedByKeyId: service.id,
      actorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      browserToken: { ...fields, origins: [ORIGIN] },
    });
    expect(token.split('.').filter((part) => part === '' || text.includes(part))).toEqual([]);
  });

  it('asks only the assistant for which it was made', async () => {
    const { service, outside, inside } = house;
    const token = await mint(service.apiKey, { assistantId: 'other' });

    const models = await call('GET /openai/v1/models', token, page);
    const answered = await ask(token, 'What does the outside rule allow?', page);
    const other = await ask(token, 'Quokkas?', { ...page, body: { assistantId: 'default' } });

    expect(models.json).toMatchObject({ data: [{ id: 'other' }] });
    expect(answered.text).toContain(outside);
    expect(answered.text).not.toContain(inside);
    expect(other.status).toBe(404);
  });

  it("searches only its assistant's documents, and none once the assistant is deleted", async () => {
    const { service, adminKey, inside, outside, other } = house;
    const slugs = ['narrow', 'wide'] as const;
    const bodies = slugs.map((slug) => ({
      slug,
      name: slug,
      ...(slug === 'narrow' && { collectionIds: [other] }),
    }));
    for (const body of bodies) await call('POST /v1/assistants', adminKey, { body });
    const narrow = await mint(service.apiKey, { assistantId: 'narrow' });
    const wide = await mint(service.apiKey, { assistantId: 'wide' });

    expect(await found(narrow, page)).toEqual([outside]);
    expect(await found(wide, page)).toEqual([inside, outside].sort());

    await call('DELETE /v1/assistants/narrow', adminKey);
    const body = { query: 'four quokkas rule' };
    expect((await call('POST /v1/search', narrow, { body, ...page })).status).toBe(403);
  });

  it('cannot be made for a collection outside of its key’s', async () => {
    const { adminKey, own, other } = house;
    const { apiKey } = await keyOf(adminKey, { collectionIds: [own] });
    const body = { origins: [ORIGIN], collectionIds: [own, other] };

    const { status } = await call('POST /v1/browser-tokens', apiKey, { body });

    expect(status).toBe(422);
  });

  it('loses the rights that its key loses, and ends when the key is revoked', async () => {
    const { adminKey, own, other, inside, outside } = house;
    const { id, apiKey } = await keyOf(adminKey, { collectionIds: [own, other] });
    const token = await mint(apiKey);
    const before = await found(token, page);
    const filter = JSON.stringify({ type: 'eq', key: 'collectionId', value: own });

    await queryAsOwner(urls, `UPDATE api_keys SET filter = '${filter}' WHERE id = '${id}'`);
    const narrowed = await found(token, page);
    await call(`DELETE /v1/api-keys/${id}`, adminKey);
    const { status } = await call('POST /v1/search', token, { ...page, body: { query: 'rule' } });

    expect(before).toEqual([inside, outside].sort());
    expect(narrowed).toEqual([inside]);
    expect(status).toBe(401);
  });
});
