import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { clientOf, startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';
import { addPerson } from '../support/people.js';
import { toAnswer } from '../support/serve-api.js';

let house: OpenAiHouse;
beforeAll(async () => {
  house = await startOpenAiHouse();
}, 60_000);
afterAll(() => house.close());

const upload = async (text: string, name: string) => {
  const file = new File([text], name, { type: 'text/plain' });
  const { id } = await house.client.files.create({ file, purpose: 'user_data' });
  expect(await house.application.settled(house.adminKey, id)).toMatchObject({ status: 'ready' });
  return id;
};

describe('files of the OpenAI API', () => {
  it('are documents: uploaded, listed page by page, read and deleted', async () => {
    const id = await upload('Two wombats are allowed in a shed.', 'wombats.txt');

    const listed = [];
    for await (const file of house.client.files.list({ limit: 1, order: 'asc' })) {
      listed.push(file.id);
    }
    const content = await (await house.client.files.content(id)).text();
    const gone = await house.client.files.delete(id);

    expect(listed).toEqual([house.documentId, id]);
    expect(content).toBe('Two wombats are allowed in a shed.');
    expect(gone).toEqual({ id, object: 'file', deleted: true });
    await expect(house.client.files.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('of another purpose are refused by name', async () => {
    const file = new File(['x'], 'x.txt');

    const created = house.client.files.create({ file, purpose: 'fine-tune' });

    await expect(created).rejects.toMatchObject({ status: 400, param: 'purpose' });
  });
});

describe('an upload of a file', () => {
  const send = async (fields: readonly (readonly [string, string | File])[]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    const { url } = house.application;
    const headers = { Authorization: `Bearer ${house.adminKey}` };
    const sent = { method: 'POST', headers, body: form };
    return toAnswer(await fetch(`${url}/openai/v1/files`, sent), 'POST');
  };
  const FILE = ['file', new File(['Nobody reads this.'], 'a.txt')] as const;
  const PURPOSE = ['purpose', 'user_data'] as const;

  it.each([
    ['visibility', 'private'],
    ['metadata', '{}'],
    ['title', 'Plans'],
    ['sourcePath', 'a.md'],
  ])('is refused if it contains the unsupported field %s, and names it', async (name, value) => {
    const answers = [
      await send([PURPOSE, [name, value], FILE]),
      await send([FILE, PURPOSE, [name, value]]),
    ];

    const named = { status: 400, json: { error: { param: name } } };
    expect(answers).toMatchObject([named, named]);
  });

  it('names parameters without effect', async () => {
    const file = ['file', new File(['It never expires.'], 'a.txt')] as const;

    const { status, headers } = await send([
      PURPOSE,
      ['expires_after[anchor]', 'created_at'] as const,
      ['expires_after[seconds]', '3600'] as const,
      file,
    ]);

    expect(status).toBe(200);
    expect(headers.get('x-knowledge-router-ignored')).toBe('expires_after');
  });
});

describe('a vector store', () => {
  it('is a collection: filled, counted, searched, emptied and deleted', async () => {
    const { vectorStores } = house.client;
    const store = await vectorStores.create({
      name: 'Zoo',
      expires_after: { anchor: 'last_active_at', days: 1 },
    });
    const added = await vectorStores.files.createAndPoll(store.id, {
      file_id: house.documentId,
      attributes: { year: 2026 },
    });
    const other = await vectorStores.create({ name: 'Other' });
    const elsewhere = vectorStores.files.retrieve(house.documentId, { vector_store_id: other.id });
    await expect(elsewhere).rejects.toMatchObject({ status: 404 });

    const filled = await vectorStores.retrieve(store.id);
    const { data: files } = await vectorStores.files.list(store.id);
    const { data: found } = await vectorStores.search(store.id, {
      query: 'quokkas in a garden',
      filters: { type: 'eq', key: 'year', value: 2026 },
    });
    const { data: none } = await vectorStores.search(store.id, {
      query: 'quokkas in a garden',
      filters: { type: 'eq', key: 'year', value: 1999 },
    });
    await vectorStores.files.delete(house.documentId, { vector_store_id: store.id });
    const emptied = await vectorStores.retrieve(store.id);
    const { data: stores } = await vectorStores.list();
    const gone = await vectorStores.delete(store.id);

    expect(added).toMatchObject({ id: house.documentId, status: 'completed' });
    expect(filled).toMatchObject({ name: 'Zoo', file_counts: { completed: 1, total: 1 } });
    expect(files).toMatchObject([{ id: house.documentId, attributes: { year: 2026 } }]);
    expect(found).toMatchObject([
      { file_id: house.documentId, attributes: { year: 2026 }, content: [{ type: 'text' }] },
    ]);
    expect(JSON.stringify(found)).toContain('Seven quokkas');
    expect(none).toEqual([]);
    expect(emptied.file_counts.total).toBe(0);
    expect(stores.map(({ id }) => id)).toContain(store.id);
    expect(gone.deleted).toBe(true);
    expect(await house.client.files.retrieve(house.documentId)).toMatchObject({
      status: 'processed',
    });
  });

  it('names parameters without effect', async () => {
    const { headers } = await house.application.call('POST', '/openai/v1/vector_stores', {
      key: house.adminKey,
      body: { name: 'A', expires_after: {}, chunking_strategy: { type: 'auto' } },
    });

    expect(headers.get('x-knowledge-router-ignored')).toBe('expires_after, chunking_strategy');
  });
});

describe('a file that is added to a vector store', () => {
  it('is not added if its attributes are not for the caller to set', async () => {
    const { application, adminKey: key } = house;
    const store = await house.client.vectorStores.create({ name: 'Shared' });
    const { apiKey: editor, userId } = await addPerson(application, key);
    const editors = { users: [userId], groups: [] };
    const path = `/v1/collections/${store.id}`;
    await application.call('PATCH', path, { key, body: { editors } });

    const refused = await application.call('POST', `/openai/v1/vector_stores/${store.id}/files`, {
      key: editor,
      body: { file_id: house.documentId, attributes: { year: 1999 } },
    });

    const { file_counts: counts } = await house.client.vectorStores.retrieve(store.id);
    expect([refused.status, counts.total]).toEqual([403, 0]);
  });
});

describe('another tenant', () => {
  it('gets "not found" for all of our ids at every address', async () => {
    const store = await house.client.vectorStores.create({ name: 'Ours' });
    await house.client.vectorStores.files.create(store.id, { file_id: house.documentId });
    const { adminKey: key } = await house.application.tenant();
    const [file, body] = [house.documentId, { query: 'quokkas' }];
    const ofStore = `/openai/v1/vector_stores/${store.id}`;
    const asked: [string, string, object?][] = [
      ...['', '/content'].map((end): [string, string] => ['GET', `/openai/v1/files/${file}${end}`]),
      ['DELETE', `/openai/v1/files/${file}`],
      ...['', '/files'].map((end): [string, string] => ['GET', `${ofStore}${end}`]),
      ['DELETE', ofStore],
      ['POST', `${ofStore}/files`, { file_id: file }],
      ['GET', `${ofStore}/files/${file}`],
      ['DELETE', `${ofStore}/files/${file}`],
      ['POST', `${ofStore}/search`, body],
    ];

    const answers = await Promise.all(
      asked.map(([method, path, sent]) =>
        house.application.call(method, path, { key, ...(sent && { body: sent }) }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 404));
    const stranger = clientOf(house.application, key);
    expect((await stranger.files.list()).data).toEqual([]);
    expect((await stranger.vectorStores.list()).data).toEqual([]);
    const answer = await stranger.responses.create({
      model: 'default',
      input: 'How many quokkas are allowed in a garden?',
      tools: [{ type: 'file_search', vector_store_ids: [store.id] }],
    });
    expect(answer).toMatchObject({ knowledge_router: { citations: [] } });
  });
});

const keyWith = async (filter: object): Promise<string> => {
  const me = await house.application.call('GET', '/v1/me', { key: house.adminKey });
  const { user } = z.object({ user: z.looseObject({ id: z.string() }) }).parse(me.json);
  const permissions = ['chat', 'search', 'documents:read'];
  const { json } = await house.application.call('POST', '/v1/api-keys', {
    key: house.adminKey,
    body: { name: 'narrow', userId: user.id, permissions, filter },
  });
  return z.looseObject({ apiKey: z.string() }).parse(json).apiKey;
};

describe('a key whose filter excludes a document', () => {
  it('neither counts, lists nor finds it in a vector store that contains it', async () => {
    const store = await house.client.vectorStores.create({ name: 'With quokkas' });
    await house.client.vectorStores.files.create(store.id, { file_id: house.documentId });
    const filters = [
      { type: 'eq', key: 'collectionId', value: store.id },
      { type: 'ne', key: 'documentId', value: house.documentId },
    ];
    const apiKey = await keyWith({ type: 'and', filters });
    const { vectorStores } = clientOf(house.application, apiKey);

    const seen = await vectorStores.retrieve(store.id);
    const { data: stores } = await vectorStores.list();
    const { data: files } = await vectorStores.files.list(store.id);
    const { data: found } = await vectorStores.search(store.id, { query: 'quokkas in a garden' });

    expect(seen).toMatchObject({ usage_bytes: 0, file_counts: { total: 0 } });
    expect(stores).toMatchObject([{ id: store.id, file_counts: { total: 0 } }]);
    expect([files, found]).toEqual([[], []]);
  });
});

describe('a key that is limited to one collection', () => {
  it('sees, cites and finds no file outside of it', async () => {
    const store = await house.client.vectorStores.create({ name: 'Narrow' });
    const apiKey = await keyWith({ type: 'eq', key: 'collectionId', value: store.id });
    const narrow = clientOf(house.application, apiKey);

    const files = await narrow.files.list();
    const answer = await narrow.responses.create({
      model: 'default',
      input: 'How many quokkas are allowed in a garden?',
    });

    expect(files.data).toEqual([]);
    await expect(narrow.files.retrieve(house.documentId)).rejects.toMatchObject({ status: 404 });
    expect(answer).toMatchObject({ knowledge_router: { citations: [] } });
  });
});
