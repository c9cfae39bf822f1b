import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startApplication, type TestApplication } from '../support/application.js';
import { addPerson } from '../support/people.js';

const SECRET = '5e0c9a37b1d84f62a0c7e9b4d3f6a8c1e2570b9d4e6a3c87';
const ORIGIN = 'https://www.example.com';
const SERVICE = ['chat', 'search', 'documents:read', 'tokens'];

const WithId = z.looseObject({ id: z.string() });
const Uploaded = z.object({ document: WithId });
const Result = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ text: z.string() })).optional(),
  resources: z.array(z.looseObject({ uri: z.string() })).optional(),
});
const Message = z.looseObject({
  result: Result.optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

let application: TestApplication;
let house: Awaited<ReturnType<typeof createHouse>>;

const make = async (path: string, key: string, body: object) => {
  const { json, status } = await application.call('POST', path, { key, body });
  expect([path, status]).toEqual([path, path === '/v1/documents' ? 202 : 201]);
  return json;
};

const upload = async (key: string, title: string, fields: object = {}) => {
  const body = { title, text: `The ${title} rule allows four quokkas.`, ...fields };
  const { document } = Uploaded.parse(await make('/v1/documents', key, body));
  await application.settled(key, document.id);
  return document.id;
};

const collect = async (key: string, name: string, documentIds: readonly string[]) => {
  const body = { name, visibility: name === 'Hidden' ? 'private' : 'tenant' };
  const { id } = WithId.parse(await make('/v1/collections', key, body));
  for (const documentId of documentIds) {
    await application.call('PUT', `/v1/collections/${id}/documents/${documentId}`, { key });
  }
  return id;
};

const keyOf = async (key: string, fields: object) => {
  const made = await make('/v1/api-keys', key, { name: 'shop', permissions: SERVICE, ...fields });
  return z.object({ apiKey: z.string() }).parse(made).apiKey;
};

/** An admin with documents in and outside of collections and a private one, keys that see less and less, and another tenant. */
const createHouse = async () => {
  const { adminKey } = await application.tenant();
  const { adminKey: foreign } = await application.tenant();
  const documents = {
    inside: await upload(adminKey, 'inside'),
    outside: await upload(adminKey, 'outside'),
    secret: await upload(adminKey, 'secret', { visibility: 'private' }),
    foreign: await upload(foreign, 'foreign'),
  };
  const { inside, outside, secret } = documents;
  const own = await collect(adminKey, 'Own', [inside, secret]);
  const other = await collect(adminKey, 'Other', [outside]);
  const hidden = await collect(adminKey, 'Hidden', [inside]);
  const assistant = { slug: 'other', name: 'Other', collectionIds: [other] };
  const { id: assistantId } = WithId.parse(await make('/v1/assistants', adminKey, assistant));
  const service = (fields: object = {}) => keyOf(adminKey, { kind: 'service', ...fields });
  const keys = {
    admin: adminKey,
    foreign,
    member: (await addPerson(application, adminKey)).apiKey,
    wide: await service(),
    narrow: await service({ collectionIds: [own] }),
    bound: await service({ assistantIds: [assistantId] }),
    personal: await keyOf(adminKey, {
      permissions: SERVICE.slice(0, 3),
      collectionIds: [own],
    }),
  };
  return { documents, keys, own, other, hidden };
};

type Reader = keyof Awaited<ReturnType<typeof createHouse>>['keys'];
type Name = keyof Awaited<ReturnType<typeof createHouse>>['documents'];

beforeAll(async () => {
  application = await startApplication({ variables: { JWT_SECRET: SECRET, CORS_ORIGINS: ORIGIN } });
  house = await createHouse();
}, 120_000);
afterAll(() => application.close());

type Sent = { method: string; params?: object; headers?: Record<string, string> };

const post = (reader: Reader, { method, params = {}, headers = {} }: Sent) =>
  application.call('POST', '/mcp', {
    key: house.keys[reader],
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });

/** The last message of the answer, however it was sent. */
const send = async (reader: Reader, sent: Sent) => {
  const { text, json } = await post(reader, sent);
  const data = text.split('\n').findLast((line) => line.startsWith('data: '));
  const { result, error } = Message.parse(json ?? JSON.parse(data?.slice(6) ?? '{}'));
  const texts = (result?.content ?? []).map((item) => item.text).join();
  return {
    isRefused: error !== undefined || result?.isError === true,
    uris: (result?.resources ?? []).map(({ uri }) => uri),
    said: error?.message ?? texts,
    text: JSON.stringify(result ?? {}),
  };
};

type Tool = { name: string; headers?: Record<string, string> };

const use = (reader: Reader, tool: string | Tool, args: object) => {
  const { name, headers = {} } = typeof tool === 'string' ? { name: tool } : tool;
  return send(reader, { method: 'tools/call', params: { name, arguments: args }, headers });
};

const read = (reader: Reader, id: string) =>
  send(reader, {
    method: 'resources/read',
    params: { uri: `knowledge-router://documents/${id}` },
  });

const SEEN: [Reader, Name[]][] = [
  ['admin', ['inside', 'outside', 'secret']],
  ['member', ['inside', 'outside']],
  ['wide', ['inside', 'outside']],
  ['narrow', ['inside']],
  ['personal', ['inside', 'secret']],
  ['foreign', ['foreign']],
];
const NAMES: readonly Name[] = ['inside', 'outside', 'secret', 'foreign'];
const idOf = (name: Name) => house.documents[name];
const namedIn = (text: string): Name[] => NAMES.filter((name) => text.includes(idOf(name)));

describe.each(SEEN)('an MCP client with the key “%s”', (reader, seen) => {
  it('finds and lists only its own documents', async () => {
    const found = await use(reader, 'search', { query: 'four quokkas rule' });
    const listed = await send(reader, { method: 'resources/list' });
    const counted = await use(reader, 'list_documents', {});

    expect(namedIn(found.text)).toEqual(seen);
    expect(namedIn(counted.text)).toEqual(seen);
    expect(counted.text).toContain(`"total":${seen.length},`);
    expect(namedIn(listed.uris.join())).toEqual(seen);
  });

  it('fetches and reads only its own documents; others look like unknown ones', async () => {
    const unknown = await use(reader, 'fetch', { id: '0197e0b2-0000-7000-8000-000000000000' });

    for (const name of NAMES) {
      const fetched = await use(reader, 'fetch', { id: idOf(name) });
      const resource = await read(reader, idOf(name));
      const isSeen = seen.includes(name);

      expect([name, !fetched.isRefused, !resource.isRefused]).toEqual([name, isSeen, isSeen]);
      if (!isSeen) expect(fetched.said).toBe(unknown.said);
      if (!isSeen) expect(resource.said).not.toContain('quokkas');
    }
  });

  it('gets answers only from its own documents', async () => {
    for (const name of NAMES) {
      const question = `What does the ${name} rule allow?`;
      const { text } = await use(reader, 'ask', { question });

      expect(namedIn(text).filter((one) => !seen.includes(one))).toEqual([]);
      expect([name, text.includes(idOf(name))]).toEqual([name, seen.includes(name)]);
    }
  });
});

describe('an admin who uses MCP', () => {
  it("reads none of a member's private documents", async () => {
    const { admin, member } = house.keys;
    await application.call('PATCH', '/v1/tenant', {
      key: admin,
      body: { policy: { memberUploads: true } },
    });
    const id = await upload(member, 'wombat', { visibility: 'private' });
    const waysOf = async (reader: Reader) => [
      await use(reader, 'search', { query: 'the wombat rule' }),
      await use(reader, 'fetch', { id }),
      await read(reader, id),
      await use(reader, 'ask', { question: 'What does the wombat rule allow?' }),
    ];

    const [own, others] = [await waysOf('member'), await waysOf('admin')];

    const lists = [
      await use('member', 'list_documents', {}),
      await use('admin', 'list_documents', {}),
    ];
    expect(lists.map(({ text }) => text.includes(id))).toEqual([true, false]);
    expect(own.map(({ text }) => text.includes('The wombat rule'))).toEqual(own.map(() => true));
    expect(others.map(({ text }) => text)).toEqual(
      others.map(() => expect.not.stringContaining('The wombat rule')),
    );
  });
});

describe('a collection that a tool is restricted to', () => {
  it('excludes all other documents, whether given by id, by name or as a filter', async () => {
    const { own, other } = house;
    const query = 'four quokkas rule';
    const question = 'What does the outside rule allow?';
    const filter = { type: 'eq', key: 'collectionId', value: own };

    const answers = [
      await use('member', 'search', { query, collection: own }),
      await use('member', 'search', { query, collection: 'Own' }),
      await use('member', 'search', { query, filter }),
      await use('member', 'search', { query, filter, collection: other }),
      await use('member', 'ask', { question, collection: own }),
      await use('member', 'ask', { question, collection: 'Other' }),
      await use('member', 'list_documents', { collection: 'Own' }),
    ];

    expect(answers.map(({ text }) => namedIn(text))).toEqual([
      ['inside'],
      ['inside'],
      ['inside'],
      [],
      expect.not.arrayContaining(['outside']),
      ['outside'],
      ['inside'],
    ]);
  });

  it.each<[Reader, 'hidden' | 'other', string]>([
    ['member', 'hidden', 'Hidden'],
    ['wide', 'hidden', 'Hidden'],
    ['narrow', 'other', 'Other'],
    ['foreign', 'other', 'Other'],
  ])('is unknown to the key “%s” if it is %s', async (reader, which, name) => {
    const [query, question] = ['four quokkas rule', 'What does the outside rule allow?'];
    const unknown = '0197e0b2-0000-7000-8000-000000000000';
    const expected = await use(reader, 'search', { query, collection: unknown });

    for (const [tool, asked] of [
      ['search', { query }],
      ['ask', { question }],
      ['list_documents', {}],
    ] as const) {
      const byId = await use(reader, tool, { ...asked, collection: house[which] });
      const byName = await use(reader, tool, { ...asked, collection: name });

      expect([byId.isRefused, byId.said]).toEqual([true, expected.said]);
      expect(byName).toMatchObject({ isRefused: true, said: expect.stringContaining('no coll') });
    }
    const filter = { type: 'eq', key: 'collectionId', value: house[which] };
    expect(namedIn((await use(reader, 'search', { query, filter })).text)).toEqual([]);
  });
});

describe('the lists of collections and assistants', () => {
  it.each<[Reader, string[], string[]]>([
    ['admin', ['Hidden', 'Other', 'Own'], ['default', 'other']],
    ['member', ['Other', 'Own'], ['default', 'other']],
    ['narrow', ['Own'], ['default', 'other']],
    ['bound', ['Other', 'Own'], ['other']],
    ['foreign', [], ['default']],
  ])('show the key “%s” what it may use, and nothing else', async (reader, names, slugs) => {
    const collections = await use(reader, 'list_collections', {});
    const assistants = await use(reader, 'list_assistants', {});

    const namesIn = (text: string, field: string) =>
      [...text.matchAll(new RegExp(`\\\\?"${field}\\\\?":\\\\?"(\\w+)`, 'g'))].map(
        ([, name]) => name,
      );
    expect([...new Set(namesIn(collections.text, 'name'))].sort()).toEqual(names);
    expect([...new Set(namesIn(assistants.text, 'slug'))].sort()).toEqual(slugs);
  });
});

describe('an application key over MCP', () => {
  it('asks the assistant that it is bound to, and knows no other', async () => {
    const question = 'What does the inside rule allow?';

    const bound = await use('bound', 'ask', { question });
    const other = await use('bound', 'ask', { question, assistant: 'default' });
    const unknown = await use('bound', 'ask', { question, assistant: 'nobody' });

    expect(namedIn(bound.text)).not.toContain('inside');
    expect([other.isRefused, other.said]).toEqual([true, unknown.said]);
  });

  it('repeats the answer for one label to no other label', async () => {
    const question = 'What does the inside rule allow?';
    const ask = async (label: string) => {
      const headers = { 'X-Knowledge-Router-Label': label, 'Idempotency-Key': 'one-question' };
      const { text } = await use('wide', { name: 'ask', headers }, { question });
      return /executionId":"([^"]+)/.exec(text)?.[1];
    };

    const [ada, again, ben] = [await ask('ada'), await ask('ada'), await ask('ben')];

    expect(ada).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toBe(ada);
    expect(ben).not.toBe(ada);
  });

  it('names its users by a valid label, which other keys may not send', async () => {
    const list = async (reader: Reader, label: string) => {
      const headers = { 'X-Knowledge-Router-Label': label };
      return (await post(reader, { method: 'tools/list', headers })).status;
    };

    const statuses = [
      await list('wide', 'visitor-42'),
      await list('wide', 'two words'),
      await list('member', 'visitor-42'),
    ];

    expect(statuses).toEqual([200, 400, 400]);
  });

  it('creates browser tokens that are not accepted by MCP', async () => {
    const body = { origins: [ORIGIN] };
    const { token } = z
      .object({ token: z.string() })
      .parse(await make('/v1/browser-tokens', house.keys.wide, body));

    const { status } = await application.call('POST', '/mcp', {
      key: token,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      headers: { accept: 'application/json, text/event-stream', origin: ORIGIN },
    });

    expect(status).toBe(403);
  });
});
