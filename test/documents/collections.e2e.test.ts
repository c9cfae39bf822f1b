import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { addPerson } from '../support/people.js';

let application: TestApplication;
beforeAll(async () => {
  application = await startApplication();
}, 60_000);
afterAll(() => application.close());

const WithId = z.looseObject({ id: z.string() });
const Uploaded = z.object({ document: WithId });
const Items = z.looseObject({ items: z.array(WithId), nextCursor: z.string().nullable() });
const Found = z.object({ results: z.array(z.object({ documentId: z.string() })) });

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return application.call(method, path, { key, ...(body && { body }) });
};

const NOBODY = '0197e0b2-0000-7000-8000-000000000000';

const byCollection = (id: string) => ({ type: 'eq', key: 'collectionId', value: id });

const listed = async (key: string, query: string) =>
  Items.parse((await call(`GET /v1/documents?${query}`, key)).json);

const inCollection = async (key: string, id: string) => {
  const query = `filter=${encodeURIComponent(JSON.stringify(byCollection(id)))}`;
  return (await listed(key, query)).items.map((item) => item.id);
};

const upload = async (key: string, title: string, fields: object = {}) => {
  const body = { title, text: `The ${title} rule allows four quokkas.`, ...fields };
  const { document } = Uploaded.parse((await call('POST /v1/documents', key, body)).json);
  await application.settled(key, document.id);
  return document.id;
};

const createCollection = async (key: string, fields: object) => {
  const { json, status } = await call('POST /v1/collections', key, { name: 'Travel', ...fields });
  expect(status).toBe(201);
  return WithId.parse(json).id;
};

const createHouse = async () => {
  const { adminKey } = await application.tenant();
  await call('POST /v1/groups', adminKey, { name: 'hr' });
  const inside = await addPerson(application, adminKey, { groups: ['hr'] });
  const outside = await addPerson(application, adminKey);
  return { adminKey, inside, outside };
};

describe('a collection', () => {
  it('contains documents as soon as the call that adds them returns, and says that it grants no access', async () => {
    const { adminKey, outside } = await createHouse();
    const [first, secret] = [
      await upload(adminKey, 'first'),
      await upload(adminKey, 'secret', { visibility: 'private' }),
    ];
    const id = await createCollection(adminKey, {});

    await call(`PUT /v1/collections/${id}/documents/${first}`, adminKey);
    const added = await call(`PUT /v1/collections/${id}/documents/${secret}`, adminKey);

    expect(added.json).toMatchObject({ visibility: 'private', detail: expect.any(String) });
    expect((await inCollection(adminKey, id)).sort()).toEqual([first, secret].sort());
    expect(await inCollection(outside.apiKey, id)).toEqual([first]);
    const seen = await call(`GET /v1/collections/${id}`, outside.apiKey);
    expect(seen.json).toMatchObject({ name: 'Travel', documentCount: 1 });
    const document = await call(`GET /v1/documents/${first}`, outside.apiKey);
    expect(document.json).toMatchObject({ collectionIds: [id] });
  });

  it('limits a search and a chat to its documents', async () => {
    const { adminKey } = await createHouse();
    const [inside, outside] = [await upload(adminKey, 'inside'), await upload(adminKey, 'outside')];
    const id = await createCollection(adminKey, {});
    await call(`PUT /v1/collections/${id}/documents/${inside}`, adminKey);

    const search = { query: 'four quokkas rule', filter: byCollection(id) };
    const found = Found.parse((await call('POST /v1/search', adminKey, search)).json);
    const chat = {
      message: 'What does the outside rule allow?',
      options: { filter: { collectionIds: [id] } },
    };
    const answered = await call('POST /v1/chat', adminKey, chat);

    expect(found.results.map(({ documentId }) => documentId)).toEqual([inside]);
    expect(answered.status).toBe(200);
    expect(answered.text).not.toContain(outside);
  });

  it('lets its editors add, remove and upload without a right to upload elsewhere', async () => {
    const { adminKey, inside, outside } = await createHouse();
    const document = await upload(adminKey, 'shared');
    const id = await createCollection(adminKey, { editors: { users: [], groups: ['hr'] } });
    const add = `PUT /v1/collections/${id}/documents/${document}`;
    const text = { title: 'Note', text: 'Seven wombats.' };

    const byStranger = await call(add, outside.apiKey);
    const byEditor = await call(add, inside.apiKey);
    const elsewhere = await call('POST /v1/documents', inside.apiKey, text);
    const into = await call('POST /v1/documents', inside.apiKey, { ...text, collectionIds: [id] });
    const intoByStranger = await call('POST /v1/documents', outside.apiKey, {
      ...text,
      collectionIds: [id],
    });
    const removed = await call(`DELETE /v1/collections/${id}/documents/${document}`, inside.apiKey);
    const deleted = await call(`DELETE /v1/collections/${id}`, inside.apiKey);

    expect([byStranger.status, byEditor.status, elsewhere.status]).toEqual([403, 200, 403]);
    expect([into.status, intoByStranger.status, removed.status, deleted.status]).toEqual([
      202, 403, 204, 403,
    ]);
    expect(await inCollection(adminKey, id)).toEqual([Uploaded.parse(into.json).document.id]);
  });

  it('is visible to those named in its visibility, and for others it does not exist', async () => {
    const { adminKey, inside, outside } = await createHouse();
    const document = await upload(adminKey, 'open');
    const id = await createCollection(adminKey, { visibility: 'group:hr' });
    await call(`PUT /v1/collections/${id}/documents/${document}`, adminKey);

    const [foreign, unknown] = [
      await call(`GET /v1/collections/${id}`, outside.apiKey),
      await call(`GET /v1/collections/${NOBODY}`, outside.apiKey),
    ];

    expect(await inCollection(inside.apiKey, id)).toEqual([document]);
    expect(await inCollection(outside.apiKey, id)).toEqual([]);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect({ ...(foreign.json as object), requestId: '' }).toEqual({
      ...(unknown.json as object),
      requestId: '',
    });
  });

  it('leaves its documents when deleted, or deletes those that are in no other collection', async () => {
    const { adminKey } = await createHouse();
    const [alone, twice] = [await upload(adminKey, 'alone'), await upload(adminKey, 'twice')];
    const [first, second, third] = [
      await createCollection(adminKey, {}),
      await createCollection(adminKey, {}),
      await createCollection(adminKey, {}),
    ];
    for (const [collection, document] of [
      [first, alone],
      [second, alone],
      [second, twice],
      [third, twice],
    ]) {
      await call(`PUT /v1/collections/${collection}/documents/${document}`, adminKey);
    }

    const kept = await call(`DELETE /v1/collections/${first}`, adminKey);
    const taken = await call(
      `DELETE /v1/collections/${second}?documents=delete-if-unfiled`,
      adminKey,
    );

    expect(kept.json).toMatchObject({ deletedDocuments: 0, keptDocuments: 1 });
    expect(taken.json).toMatchObject({ deletedDocuments: 1, keptDocuments: 1 });
    expect((await call(`GET /v1/documents/${alone}`, adminKey)).status).toBe(404);
    expect((await call(`GET /v1/documents/${twice}`, adminKey)).status).toBe(200);
  });

  it('names the editor who does not exist', async () => {
    const { adminKey } = await createHouse();
    const editors = { users: [NOBODY], groups: ['nobody'] };

    const refused = await call('POST /v1/collections', adminKey, { name: 'Travel', editors });

    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      errors: [{ path: 'editors.users' }, { path: 'editors.groups' }],
    });
  });
});

describe('GET /v1/documents', () => {
  it('sorts by title in both directions across pages, and counts on request', async () => {
    const { adminKey } = await createHouse();
    for (const title of ['Beta', 'alpha', 'Gamma', 'alpha']) {
      await call('POST /v1/documents', adminKey, { title, text: `${title} ${Math.random()}` });
    }
    const titlesBy = async (sort: string) => {
      const titles: unknown[] = [];
      let cursor = '';
      do {
        const page = await listed(adminKey, `sort=${sort}&limit=1&total=true${cursor}`);
        expect(page['total']).toBe(4);
        titles.push(...page.items.map((item) => item['title']));
        cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (cursor !== '');
      return titles;
    };

    expect(await titlesBy('title')).toEqual(['alpha', 'alpha', 'Beta', 'Gamma']);
    expect(await titlesBy('-title')).toEqual(['Gamma', 'Beta', 'alpha', 'alpha']);
  });

  it('finds titles by any part, in any case, and treats no character as a wildcard', async () => {
    const { adminKey } = await createHouse();
    for (const title of ['Travel rules', 'The TRAVEL guide', '100 % cotton', 'Élan']) {
      await call('POST /v1/documents', adminKey, { title, text: title });
    }
    const titlesWith = async (text: string) => {
      const query = `sort=title&total=true&title=${encodeURIComponent(text)}`;
      const { items, total } = await listed(adminKey, query);
      return { total, titles: items.map((item) => item['title']) };
    };

    expect(await titlesWith('travel')).toEqual({
      total: 2,
      titles: ['The TRAVEL guide', 'Travel rules'],
    });
    expect(await titlesWith('%')).toEqual({ total: 1, titles: ['100 % cotton'] });
    expect(await titlesWith('élan')).toEqual({ total: 1, titles: ['Élan'] });
    expect(await titlesWith('nothing')).toEqual({ total: 0, titles: [] });
  });

  it('lists the documents in a given state', async () => {
    const { adminKey } = await createHouse();
    const ready = await upload(adminKey, 'ready');

    const failed = (await listed(adminKey, 'status=failed')).items;
    const fine = (await listed(adminKey, 'status=ready')).items;

    expect(failed).toEqual([]);
    expect(fine.map(({ id }) => id)).toEqual([ready]);
  });

  it.each([
    ['a filter that is not JSON', 'filter=%7B', 422],
    [
      'a filter with an unknown key',
      `filter=${encodeURIComponent('{"type":"eq","key":"colour","value":1}')}`,
      422,
    ],
    ['an unknown order', 'sort=colour', 422],
    ['a cursor of another list', 'cursor=abc', 400],
  ])('refuses %s', async (_what, query, status) => {
    const { adminKey } = await application.tenant();

    expect((await call(`GET /v1/documents?${query}`, adminKey)).status).toBe(status);
  });

  it('refuses a cursor under another order than its own', async () => {
    const { adminKey } = await createHouse();
    for (const title of ['One', 'Two']) {
      await call('POST /v1/documents', adminKey, { title, text: title });
    }
    const { nextCursor } = await listed(adminKey, 'sort=title&limit=1');

    const other = await call(
      `GET /v1/documents?sort=-title&limit=1&cursor=${nextCursor ?? ''}`,
      adminKey,
    );

    expect(other.status).toBe(400);
  });
});
