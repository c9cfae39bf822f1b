import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { addPerson } from '../support/people.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startApplication();
}, 60_000);
afterAll(() => application.close());

const NOBODY = '0197e0b2-0000-7000-8000-000000000000';

const Id = z.looseObject({ id: z.string() });
const Assistant = z.looseObject({ id: z.string(), slug: z.string(), isDefault: z.boolean() });
const Items = z.object({ items: z.array(Assistant) });
const MadeKey = z.looseObject({ id: z.string(), apiKey: z.string() });
const Answer = z.looseObject({ answer: z.string(), executionId: z.string(), language: z.string() });

type Call = { body?: object; headers?: Record<string, string> };

const call = (asked: string, key: string, { body, headers }: Call = {}) => {
  const [method = '', path = ''] = asked.split(' ');
  return application.call(method, path, {
    key,
    ...(body && { body }),
    ...(headers && { headers }),
  });
};

const upload = async (key: string, title: string, text: string) => {
  const { json } = await call('POST /v1/documents', key, { body: { title, text } });
  const { document } = z.object({ document: Id }).parse(json);
  await application.settled(key, document.id);
  return document.id;
};

const createAssistant = async (key: string, fields: object) => {
  const body = { name: 'Desk', ...fields };
  const { json, status } = await call('POST /v1/assistants', key, { body });
  expect({ status, json }).toMatchObject({ status: 201 });
  return Assistant.parse(json);
};

const slugsFor = async (key: string) =>
  Items.parse((await call('GET /v1/assistants', key)).json).items.map(({ slug }) => slug);

const QUESTION = 'How many quokkas are allowed?';

const ask = (key: string, fields: object = {}, headers: Record<string, string> = {}) =>
  call('POST /v1/chat', key, { body: { message: QUESTION, ...fields }, headers });

const answerOf = async (key: string, fields: object = {}) =>
  Answer.parse((await ask(key, fields)).json);

const createHouse = async () => {
  const { adminKey } = await application.tenant();
  const travel = await upload(adminKey, 'Travel', 'Four quokkas are allowed on a journey.');
  const kitchen = await upload(adminKey, 'Kitchen', 'Nine quokkas are allowed in the kitchen.');
  const { json } = await call('POST /v1/collections', adminKey, { body: { name: 'Travel' } });
  const { id: collection } = Id.parse(json);
  await call(`PUT /v1/collections/${collection}/documents/${travel}`, adminKey);
  return { adminKey, collection, travel, kitchen };
};

describe('an assistant', () => {
  it("exists by default with the tenant's prompt, and is permanent", async () => {
    const { adminKey } = await application.tenant();
    await call('PATCH /v1/tenant', adminKey, { body: { systemPrompt: 'Be kind.' } });

    const whole = await call('GET /v1/assistants/default', adminKey);
    const removed = await call('DELETE /v1/assistants/default', adminKey);
    await call('PATCH /v1/assistants/default', adminKey, { body: { prompt: 'Be brief.' } });

    expect(whole.json).toMatchObject({ slug: 'default', isDefault: true, prompt: 'Be kind.' });
    expect({ status: removed.status, json: removed.json }).toMatchObject({
      status: 409,
      json: { code: 'conflict' },
    });
    expect((await call('GET /v1/tenant', adminKey)).json).toMatchObject({
      systemPrompt: 'Be brief.',
    });
  });

  it('shows its prompt only to admins, and only they can change it', async () => {
    const { adminKey } = await application.tenant();
    const { apiKey } = await addPerson(application, adminKey);
    await createAssistant(adminKey, { slug: 'desk', prompt: 'Say nothing of the vault.' });

    const seen = await call('GET /v1/assistants/desk', apiKey);
    const list = await call('GET /v1/assistants', apiKey);
    const body = { slug: 'mine', name: 'Mine' };
    const refused = [
      await call('POST /v1/assistants', apiKey, { body }),
      await call('PATCH /v1/assistants/desk', apiKey, { body: { name: 'Mine' } }),
      await call('DELETE /v1/assistants/desk', apiKey),
    ];

    expect(seen.json).toMatchObject({ slug: 'desk', name: 'Desk', description: null });
    expect(`${seen.text}${list.text}`).not.toContain('vault');
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('answers only from its collection, whether it is named by slug or by id', async () => {
    const { adminKey, collection, travel, kitchen } = await createHouse();
    const { id } = await createAssistant(adminKey, { slug: 'travel', collectionIds: [collection] });

    const bySlug = await ask(adminKey, { assistantId: 'travel' });
    const byId = await ask(adminKey, { assistantId: id });
    const narrowed = await ask(adminKey, {
      assistantId: 'travel',
      options: { filter: { documentIds: [kitchen] } },
    });

    for (const { status, text } of [bySlug, byId]) {
      expect(status).toBe(200);
      expect(text).toContain('Four quokkas');
      expect(text).not.toContain(kitchen);
    }
    expect(narrowed.json).toMatchObject({ responseType: 'not_found', citations: [] });
    expect(narrowed.text).not.toContain(travel);
    const { executionId } = Answer.parse(bySlug.json);
    const receipt = await call(`GET /v1/executions/${executionId}`, adminKey);
    expect(receipt.json).toMatchObject({ assistantId: id });
  });

  it('sets language, style and length of its answers, but the request takes precedence', async () => {
    const { adminKey } = await createHouse();
    const style = { citationStyle: 'none', language: 'de', answerLength: 'short' };
    await createAssistant(adminKey, { slug: 'terse', ...style });

    const whole = await answerOf(adminKey);
    const terse = await answerOf(adminKey, { assistantId: 'terse' });
    const asked = await answerOf(adminKey, {
      assistantId: 'terse',
      options: { language: 'en', citationStyle: 'numbered' },
    });

    expect(whole).toMatchObject({ language: 'en', citations: { length: 2 } });
    expect(terse).toMatchObject({ language: 'de', citations: { length: 1 } });
    expect(terse.answer).not.toContain('Quellen');
    expect(asked.language).toBe('en');
    expect(asked.answer).toContain('Sources');
  });

  it('has only its own tools', async () => {
    const { adminKey } = await createHouse();
    await createAssistant(adminKey, { slug: 'mute', tools: ['math_calc'] });

    const { status, text } = await ask(adminKey, { assistantId: 'mute' });

    expect(status).toBe(200);
    expect(text).not.toContain('quokkas are allowed');
  });

  it('is not found by a name from another tenant or a name that does not exist', async () => {
    const { adminKey } = await application.tenant();
    const other = await application.tenant();
    const { id } = await createAssistant(other.adminKey, { slug: 'elsewhere' });

    const statuses = [];
    for (const name of [id, 'elsewhere', NOBODY, 'nothing']) {
      const path = `/v1/assistants/${name}`;
      const changed = { body: { name: 'Taken' } };
      statuses.push(
        (await ask(adminKey, { assistantId: name })).status,
        (await call(`GET ${path}`, adminKey)).status,
        (await call(`PATCH ${path}`, adminKey, changed)).status,
        (await call(`DELETE ${path}`, adminKey)).status,
      );
    }
    const bound = await call('POST /v1/api-keys', adminKey, {
      body: { name: 'k', permissions: ['chat'], assistantIds: [id] },
    });

    expect(statuses).toEqual(statuses.map(() => 404));
    expect(bound.status).toBe(422);
    expect(await slugsFor(other.adminKey)).toEqual(['elsewhere', 'default']);
  });

  it.each([
    ['a slug like an OpenAI model name', { slug: 'gpt-5' }],
    ['a slug like another one', { slug: 'o3-mini' }],
    ['a slug with a colon', { slug: 'desk:plain' }],
    ['a slug like an id', { slug: NOBODY }],
    ['a tool that does not exist', { tools: ['time_machine'] }],
    ['a collection that does not exist', { collectionIds: [NOBODY] }],
    ['an unsupported language', { language: 'xx' }],
    ['an unknown field', { topK: 1 }],
    ['a temperature above the maximum', { temperature: 3 }],
    ['a model that does not exist', { model: 'nobody' }],
  ])('cannot be created with %s', async (_, fields) => {
    const { adminKey } = await application.tenant();

    const body = { slug: 'desk', name: 'Desk', ...fields };
    const { status } = await call('POST /v1/assistants', adminKey, { body });

    expect(status).toBe(422);
  });

  it('has a unique slug', async () => {
    const { adminKey } = await application.tenant();

    const body = { slug: 'default', name: 'Another' };
    const { status } = await call('POST /v1/assistants', adminKey, { body });

    expect(status).toBe(409);
  });

  it('is part of the question that an idempotency key identifies', async () => {
    const { adminKey } = await createHouse();
    await createAssistant(adminKey, { slug: 'desk' });
    const headers = { 'Idempotency-Key': 'once' };

    const first = await ask(adminKey, {}, headers);
    const again = await ask(adminKey, {}, headers);
    const other = await ask(adminKey, { assistantId: 'desk' }, headers);

    expect([first.status, again.status, other.status]).toEqual([200, 200, 409]);
    expect(again.json).toMatchObject({ executionId: Answer.parse(first.json).executionId });
  });
});

describe('an API key that is bound to assistants', () => {
  const bind = async (key: string, assistantIds: readonly string[]) => {
    const permissions = ['chat', 'search', 'documents:read'];
    const body = { name: 'bound', permissions, assistantIds };
    return MadeKey.parse((await call('POST /v1/api-keys', key, { body })).json).apiKey;
  };

  it('can ask only these assistants, and asks the first if it names none', async () => {
    const { adminKey, collection, kitchen } = await createHouse();
    const travel = await createAssistant(adminKey, {
      slug: 'travel',
      collectionIds: [collection],
    });
    const desk = await createAssistant(adminKey, { slug: 'desk' });
    const bound = await bind(adminKey, [travel.id, desk.id]);

    const first = await ask(bound);

    expect(await slugsFor(bound)).toEqual(['desk', 'travel']);
    expect(first.text).toContain('Four quokkas');
    expect(first.text).not.toContain(kitchen);
    expect((await ask(bound, { assistantId: 'desk' })).status).toBe(200);
    expect((await ask(bound, { assistantId: 'default' })).status).toBe(404);
    expect((await call('GET /v1/assistants/default', bound)).status).toBe(404);
  });

  it('cannot ask anyone once its assistants are deleted', async () => {
    const { adminKey } = await createHouse();
    const { id } = await createAssistant(adminKey, { slug: 'desk' });
    const bound = await bind(adminKey, [id]);

    await call('DELETE /v1/assistants/desk', adminKey);

    expect((await ask(bound)).status).toBe(404);
    expect(await slugsFor(bound)).toEqual([]);
  });

  it('can create only keys that are bound like itself', async () => {
    const { adminKey } = await application.tenant();
    const desk = await createAssistant(adminKey, { slug: 'desk' });
    const other = await createAssistant(adminKey, { slug: 'other' });
    const bound = await bind(adminKey, [desk.id]);

    const body = { name: 'next', permissions: ['chat'] };
    const next = await call('POST /v1/api-keys', bound, { body });
    const wider = await call('POST /v1/api-keys', bound, {
      body: { ...body, assistantIds: [other.id] },
    });

    expect(next.json).toMatchObject({ assistantIds: [desk.id] });
    expect(wider.status).toBe(422);
  });
});
