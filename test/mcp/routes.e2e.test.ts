import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { AppError } from '../../src/shared/errors.js';
import { DocumentId, newId } from '../../src/shared/ids.js';
import type { Permission } from '../../src/shared/scope.js';
import { createFakeUseCases } from '../fakes/api-use-cases.js';
import { sampleDocument } from '../fakes/samples.js';
import { eventually } from '../support/eventually.js';
import { callMcp, connectMcp, ERAS, type Era } from '../support/mcp-client.js';
import { serveStreams, TIMING, turnOf, type AskedTurn } from '../support/streaming-api.js';

type Overrides = Parameters<typeof serveStreams>[0];
type RunUnstored = NonNullable<Overrides['runUnstored']>;
type Documents = NonNullable<Overrides['readDocuments']>;

const given: { turn: RunUnstored | null; list: Documents['list'] | null } = {
  turn: null,
  list: null,
};

const serve = async (overrides: Overrides = {}) => {
  const { readDocuments } = createFakeUseCases();
  const served = await serveStreams({
    publicUrl: 'https://kr.example',
    corsOrigins: ['https://app.example'],
    streamTiming: { ...TIMING, recheckMs: 20, heartbeatMs: 10 },
    runUnstored: (asked) => (given.turn ?? createFakeUseCases().runUnstored)(asked),
    readDocuments: {
      ...readDocuments,
      list: (scope, request) => (given.list ?? readDocuments.list)(scope, request),
    },
    ...overrides,
  });
  return { ...served, url: served.api.url };
};

let house: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  house = await serve();
});
afterAll(() => house.api.close());
beforeEach(() => {
  Object.assign(given, { turn: null, list: null });
  house.logLines.length = 0;
});

const keyOf = (permissions?: readonly Permission[]) =>
  house.keys.issue({ role: 'member', ...(permissions && { permissions }) });

const connect = (era: Era, permissions?: readonly Permission[]) =>
  connectMcp({ url: house.url, key: keyOf(permissions).apiKey, era });

/** Has turns end with their clients, and tells what became of the last one. */
const runEndlessly = () => {
  const seen: { asked: AskedTurn | null; turns: number } = { asked: null, turns: 0 };
  const runUnstored = async (asked: AskedTurn) => {
    seen.asked = asked;
    seen.turns += 1;
    const answer = await turnOf(async (_emit, { signal }) => {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new AppError('cancelled', 'Stopped.')));
      });
    })(asked);
    return { ...answer, sessionId: null, messageId: null };
  };
  given.turn = runUnstored;
  return seen;
};

const ASK = { name: 'ask', arguments: { question: 'How many days?' } };
const BOTH = { accept: 'application/json, text/event-stream' };
const message = (method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params,
});

describe.each(ERAS)('an MCP client, %s,', (era) => {
  it('cancels its turn by disconnecting', async () => {
    const seen = runEndlessly();
    const client = await connect(era);
    const controller = new AbortController();

    const answer = client.callTool(ASK, { signal: controller.signal });
    await eventually(
      () => seen.asked,
      (asked) => asked !== null,
    );
    // An older client says so in a message of its own, which no session could join to the question: its connection tells us.
    if (era === 'legacy') await client.close();
    else controller.abort();

    await expect(answer).rejects.toThrow();
    await eventually(
      () => seen.asked?.signal.aborted,
      (aborted) => aborted === true,
    );
    await eventually(
      () => house.streams.open,
      (count) => count === 0,
    );
    expect(house.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('receives the progress of a turn if it asked for it', async () => {
    given.turn = async (asked) => ({
      ...(await turnOf(async (emit) => {
        await emit({ type: 'node', node: 'tools', phase: 'start' });
      })(asked)),
      sessionId: null,
      messageId: null,
    });
    const client = await connect(era);
    const told: unknown[] = [];

    await client.callTool(ASK, { onprogress: (progress) => told.push(progress) });

    expect(told).toEqual([
      { progress: 1, message: 'initialize' },
      { progress: 2, message: 'tools' },
    ]);
    await client.close();
  });

  it.each<[Permission, string[], boolean]>([
    ['search', ['search'], false],
    ['documents:read', ['fetch', 'list_documents', 'list_collections'], true],
    ['chat', ['ask', 'list_assistants'], false],
    ['memories', [], false],
  ])('with only the permission %s has the tools for it', async (permission, names, reads) => {
    const client = await connect(era, [permission]);

    const { tools } = await client.listTools();

    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(client.getServerCapabilities()?.resources !== undefined).toBe(reads);
    await expect(client.callTool({ name: 'create_memory' })).rejects.toThrow(ProtocolError);
    await client.close();
  });

  it('reads a list of resources page by page', async () => {
    const documents = Array.from({ length: 3 }, () => sampleDocument({ id: newId(DocumentId) }));
    const asked: unknown[] = [];
    given.list = async (_scope, { after }) => {
      asked.push(after);
      const index = asked.length - 1;
      return { items: documents.slice(index, index + 1), nextAfter: index < 2 ? 'x' : null };
    };
    const client = await connect(era);

    // Without a cursor the client walks through all pages.
    const { resources } = await client.listResources();

    expect(resources.map(({ uri }) => uri)).toEqual(
      documents.map(({ id }) => `knowledge-router://documents/${id}`),
    );
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(3);
    await client.close();
  });

  it('with an invalid key gets a readable reason', async () => {
    const connecting = connectMcp({ url: house.url, key: 'kr_not_a_key_of_this_house', era });

    const error: unknown = await connecting.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(/unauthorized|401|is unknown/i);
    expect(error).not.toBeInstanceOf(SdkHttpError);
  });
});

const refusedWith = (status: number, code: number) => ({
  status,
  json: { jsonrpc: '2.0', error: { code } },
});

describe('POST /mcp', () => {
  it('refuses web pages of other origins', async () => {
    const { api } = house;
    const key = keyOf();
    const origins = ['https://evil.example', 'null', 'https://kr.example', 'https://app.example'];

    const answers = await Promise.all(
      [...origins, api.url].map((origin) =>
        api.call('POST', '/mcp', {
          key: key.apiKey,
          body: message('ping'),
          headers: { ...BOTH, origin },
        }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 200, 403]);
    expect(answers[0]?.json).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { message: expect.stringContaining('CORS_ORIGINS'), data: { code: 'forbidden' } },
    });
  });

  it.each([
    ['a batch', [message('ping'), message('ping')], refusedWith(400, -32_600)],
    ['something that is not a message', { hello: 'world' }, refusedWith(400, -32_600)],
    ['a subscription to changes', message('subscriptions/listen'), refusedWith(404, -32_000)],
    [
      'a message of a megabyte',
      message('ping', { a: 'x'.repeat(1024 * 1024) }),
      refusedWith(413, -32_000),
    ],
  ])('refuses %s', async (_name, body, refused) => {
    const { api } = house;
    const key = keyOf();

    const { status, json } = await api.call('POST', '/mcp', {
      key: key.apiKey,
      body,
      headers: BOTH,
    });

    expect({ status, json }).toMatchObject(refused);
  });

  it('answers a notification with 202, and GET and DELETE with 405', async () => {
    const { api } = house;
    const key = keyOf();
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };

    const noted = await api.call('POST', '/mcp', { key: key.apiKey, body, headers: BOTH });
    const others = await Promise.all(
      ['GET', 'DELETE'].map((method) => api.call(method, '/mcp', { key: key.apiKey })),
    );

    expect([noted.status, noted.text]).toEqual([202, '']);
    expect(others.map(({ status }) => status)).toEqual([405, 405]);
    expect(others[0]?.json).toMatchObject({ error: { data: { code: 'method_not_allowed' } } });
  });

  it('cancels the work of a question that gets no stream slot', async () => {
    const seen = runEndlessly();
    const { api, key } = await serve({ maxStreamsPerUser: 0 });
    const call = { key: key.apiKey, body: message('tools/call', ASK), headers: BOTH };

    const answer = await api.call('POST', '/mcp', call);

    expect(answer.status).toBe(429);
    await eventually(
      () => seen.asked === null || seen.asked.signal.aborted,
      (isOver) => isOver,
    );
    await api.close();
  });

  it('ends a stream with an error once its key is revoked', async () => {
    const seen = runEndlessly();
    const { api } = house;
    const key = keyOf();
    const params = { ...ASK, _meta: { progressToken: 1 } };
    const call = { key: key.apiKey, body: message('tools/call', params), headers: BOTH };

    const answering = api.call('POST', '/mcp', call);
    await eventually(
      () => seen.asked,
      (asked) => asked !== null,
    );
    key.revoke();
    const answer = await answering;

    expect(answer.text).toContain('"data":{"code":"unauthenticated"');
    expect(seen.asked?.signal.aborted).toBe(true);
  });

  it('applies the limits of a user to questions and searches', async () => {
    const seen = runEndlessly();
    const client = await connect('auto');
    const controller = new AbortController();
    const { signal } = controller;
    const allowed = Array.from({ length: 4 }, () => client.callTool(ASK, { signal }));
    await eventually(
      () => seen.turns,
      (turns) => turns === 4,
    );

    const oneMore = await callMcp(client, { name: 'ask', args: ASK.arguments });

    expect(oneMore.isError).toBe(true);
    expect(oneMore.texts.join()).toContain('Too many questions at once');
    controller.abort();
    await Promise.allSettled(allowed);
    await client.close();
  });

  it('reveals nothing of an internal failure, and logs it once', async () => {
    given.turn = async () => {
      throw new Error('the disk of 10.0.0.7 is on fire');
    };
    const client = await connect('auto');

    const { isError, texts } = await callMcp(client, { name: 'ask', args: ASK.arguments });

    expect(isError).toBe(true);
    expect(texts.join()).not.toContain('fire');
    expect(house.logLines.filter((line) => line.includes('Request failed'))).toHaveLength(1);
    await client.close();
  });
});
