import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { cooperativeModel } from '../fakes/openai-server/cooperative-model.js';
import { startOpenAiServer, type OpenAiServer } from '../fakes/openai-server/index.js';
import type { ChatScript } from '../fakes/openai-server/replies.js';
import { eventually } from '../support/eventually.js';
import { installClients, readClients, runClient, type Client } from '../support/clients.js';
import { findPython } from '../support/installed.js';
import { startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';

const DIMENSIONS = 64;
const ANSWER = /^Seven quokkas are allowed in a garden\. \[1\]/;

const Report = z.object({
  ask: z.string(),
  stream: z.string(),
  cancelled: z.boolean(),
  error: z.object({ message: z.string(), code: z.string().nullish() }),
  structured: z.unknown(),
  embeddings: z.array(z.int()),
  cites: z.array(z.string()).optional(),
  responses: z.string().optional(),
  responsesStream: z.string().optional(),
  responsesCite: z.array(z.string()).optional(),
  files: z.unknown().optional(),
});
type Report = z.infer<typeof Report>;

const python = await findPython('3.11', 'no client for Python is tried.');
const all = (await readClients()).filter(
  ({ runtime }) => runtime !== 'python' || python !== undefined,
);
const ofMcp = (kind: 'mcp' | 'inspector') => all.filter(({ kinds }) => kinds.includes(kind));
const clients = all.filter((client) => ![...ofMcp('mcp'), ...ofMcp('inspector')].includes(client));

/** Answers as it is told; with nothing where it is asked to wait, and with JSON where the caller's form is `extract` or a client's own. */
const script: ChatScript = (call, number) => {
  const text = JSON.stringify(call.messages);
  const form = call.response_format?.json_schema?.name;
  const isOwn = form === 'decision' || form?.includes('rewrite') === true;
  if (text.includes('wait for ever')) return { fault: 'hang' };
  if (form !== undefined && !isOwn) return JSON.stringify({ answer: 'Seven quokkas.' });
  return cooperativeModel(call, number);
};

let model: OpenAiServer;
let house: OpenAiHouse;
let folder: string;
let key: string;
const reports = new Map<string, Promise<Report>>();

beforeAll(async () => {
  const installed = installClients();
  model = await startOpenAiServer({ chat: script, dimensions: DIMENSIONS });
  const { baseUrl } = model;
  house = await startOpenAiHouse({
    variables: {
      OPENAI_BASE_URL: baseUrl,
      OPENAI_MODEL: 'test-model',
      EMBEDDINGS_BASE_URL: baseUrl,
      EMBEDDINGS_MODEL: 'test-embedder',
      EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
    },
  });
  key = await issueKey();
  folder = await installed;
  // One after the other: the machines that test have two cores.
  void clients.reduce<Promise<unknown>>((before, client) => {
    const running = before.then(() => report(client));
    reports.set(client.client, running);
    return running.catch(() => undefined);
  }, Promise.resolve());
}, 300_000);

afterAll(async () => {
  await house.close();
  await model.close();
});

const issueKey = async (): Promise<string> => {
  const { application } = house;
  const me = await application.call('GET', '/v1/me', { key: house.adminKey });
  const { user } = z.object({ user: z.looseObject({ id: z.string() }) }).parse(me.json);
  const permissions = ['chat', 'search', 'embeddings', 'documents:read', 'documents:write'];
  const { json } = await application.call('POST', '/v1/api-keys', {
    key: house.adminKey,
    body: { name: 'clients', userId: user.id, permissions },
  });
  return z.looseObject({ apiKey: z.string() }).parse(json).apiKey;
};

const nameOf = ({ client }: Client) => client.toLowerCase().replaceAll(' ', '-');

const report = async (client: Client): Promise<Report> => {
  const base = `${house.application.url}/openai/v1`;
  const printed = await runClient(client, folder, [base, key, nameOf(client)]);
  return Report.parse(JSON.parse(printed));
};

describe.each(clients)('$client $version', (client) => {
  const reported = () => reports.get(client.client);

  it('asks a question and gets an answer with a citation marker', async () => {
    expect((await reported())?.ask).toMatch(ANSWER);
  }, 120_000);

  it('reads a stream to its end', async () => {
    const { ask, stream } = (await reported())!;

    expect(stream).toBe(ask);
  });

  it('shows the error for an unknown model', async () => {
    const { error } = (await reported())!;

    expect(error.message).toContain('GET /openai/v1/models lists those that this key may ask');
  });

  it('gets an answer in the format that it requests', async () => {
    expect((await reported())?.structured).toEqual({ answer: 'Seven quokkas.' });
  });

  it('embeds texts', async () => {
    expect((await reported())?.embeddings).toEqual([DIMENSIONS, DIMENSIONS]);
  });
});

describe('a client that leaves a stream', () => {
  it('cancels its turn, whichever client it is', async () => {
    const left = await Promise.all(
      [...reports.values()].map(async (done) => (await done).cancelled),
    );

    const cancelled = await eventually(
      async () => {
        const path = '/v1/executions?status=cancelled';
        const { json } = await house.application.call('GET', path, { key: house.adminKey });
        return z.object({ items: z.array(z.unknown()) }).parse(json).items.length;
      },
      (count) => count === clients.length,
    );
    expect(left).toEqual(clients.map(() => true));
    expect(cancelled).toBe(clients.length);
  });
});

const thoseThat = (kind: Client['kinds'][number]) =>
  clients.filter(({ kinds }) => kinds.includes(kind));

describe.each(thoseThat('citesInChat'))('$client $version', ({ client }) => {
  it('shows the address of the cited passage', async () => {
    expect((await reports.get(client))?.cites).toEqual([
      expect.stringContaining(`/d/${house.documentId}?start=`),
    ]);
  });
});

describe.each(thoseThat('responses'))('$client $version', ({ client }) => {
  it('asks with the Responses API, whole and streamed, and keeps both kinds of citations', async () => {
    const { responses, responsesStream, responsesCite } = (await reports.get(client))!;

    expect(responses).toMatch(ANSWER);
    expect(responsesStream).toBe(responses);
    expect(responsesCite).toEqual(['url_citation', 'file_citation']);
  });
});

describe.each(thoseThat('files'))('$client $version', (client) => {
  it('uploads a file, waits for it in a vector store, finds it, downloads and deletes it', async () => {
    const text = `Four wombats live with ${nameOf(client)}.`;

    expect((await reports.get(client.client))?.files).toMatchObject({
      status: 'completed',
      content: text,
      found: text,
      deleted: true,
    });
  });
});

describe.each(ofMcp('mcp'))('$client $version', (client) => {
  it('searches, fetches, asks and gets errors, in both versions of the protocol', async () => {
    await Promise.allSettled(reports.values());
    const { url } = house.application;

    const printed = await runClient(client, folder, [`${url}/mcp`, key]);

    const did = {
      tools: ['search', 'fetch', 'ask', 'list_documents', 'list_collections', 'list_assistants'],
      url: expect.stringContaining(`${url}/d/${house.documentId}`),
      text: expect.stringContaining('Seven quokkas are allowed'),
      ask: expect.stringMatching(ANSWER),
      citations: 1,
      error: 'No such resource.',
    };
    expect(JSON.parse(printed)).toEqual({ legacy: did, auto: did });
  }, 120_000);
});

describe.each(ofMcp('inspector'))('$client $version', (client) => {
  it('lists and calls tools, reads resources, and exits with its own code for a failed call', async () => {
    await Promise.allSettled(reports.values());
    const { url } = house.application;

    const printed = await runClient(client, folder, [`${url}/mcp`, key]);

    expect(JSON.parse(printed)).toEqual({
      tools: ['search', 'fetch', 'ask', 'list_documents', 'list_collections', 'list_assistants'],
      url: expect.stringContaining(`${url}/d/${house.documentId}`),
      text: expect.stringContaining('Seven quokkas are allowed'),
      ask: expect.stringMatching(ANSWER),
      citations: 1,
      error: 'No such resource.',
      exitCode: 5,
      isListed: true,
      read: expect.stringContaining('Seven quokkas are allowed'),
    });
  }, 120_000);
});
