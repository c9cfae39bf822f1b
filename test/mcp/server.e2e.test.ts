import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { callMcp, connectMcp, ERAS } from '../support/mcp-client.js';
import { addPerson } from '../support/people.js';
import { startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';

let house: OpenAiHouse;
let longId: string;
let privateId: string;
let memberKey: string;
beforeAll(async () => {
  house = await startOpenAiHouse();
  const { application, adminKey } = house;
  const chapters = Array.from(
    { length: 120 },
    (_, index) => `# Rule ${index}\n\nAnimal number ${index} sleeps in stable ${index + 1000}.\n`,
  );
  longId = await house.addDocument(adminKey, { title: 'Stables', text: chapters.join('\n') });
  privateId = await house.addDocument(adminKey, {
    title: 'Private zebras',
    text: 'Zebras are bought on Thursdays.',
    visibility: 'private',
  });
  const { json } = await application.call('POST', '/v1/collections', {
    key: adminKey,
    body: { name: 'Gardens' },
  });
  const { id } = z.looseObject({ id: z.string() }).parse(json);
  await application.call('PUT', `/v1/collections/${id}/documents/${house.documentId}`, {
    key: adminKey,
  });
  memberKey = (await addPerson(application, adminKey)).apiKey;
}, 60_000);
afterAll(() => house.close());

const Results = z.object({
  results: z.array(z.looseObject({ id: z.string(), title: z.string(), url: z.string() })),
});
const Fetched = z.looseObject({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string(), z.string()),
});

const TOOLS = ['search', 'fetch', 'ask', 'list_documents', 'list_collections', 'list_assistants'];

describe.each(ERAS)('an MCP client (%s)', (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connectMcp({ url: house.application.url, key: house.adminKey, era });
  });
  afterAll(() => client.close());

  it('lists its six tools, in this order and as read-only', async () => {
    const { tools } = await client.listTools();

    expect(client.getProtocolEra()).toBe(era === 'auto' ? 'modern' : 'legacy');
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(
      TOOLS.map(() => true),
    );
    expect(tools[0]?.inputSchema.required).toEqual(['query']);
  });

  it('finds passages whose ids fetch accepts, each with a page to show', async () => {
    const found = await callMcp(client, {
      name: 'search',
      args: { query: 'quokkas in a garden' },
    });
    const [first] = Results.parse(found.value).results;
    const fetched = await callMcp(client, { name: 'fetch', args: { id: first?.id } });

    expect(first).toMatchObject({ id: house.documentId, title: 'Zoo rules' });
    expect(first?.url).toContain(`${house.application.url}/d/${house.documentId}?start=`);
    expect(found.texts.map((text) => JSON.parse(text) as unknown)).toEqual([found.value]);
    expect(Fetched.parse(fetched.value)).toMatchObject({
      id: house.documentId,
      title: 'Zoo rules',
      url: `${house.application.url}/d/${house.documentId}`,
      text: 'Seven quokkas are allowed in a garden. Nine quokkas are allowed in a park.',
    });
    expect(fetched.texts.map((text) => JSON.parse(text) as unknown)).toEqual([fetched.value]);
  });

  it('lists documents with their total, from one collection if it names one', async () => {
    const args = { sort: 'title', title: 'ZOO', collection: 'Gardens' };
    const listed = await callMcp(client, { name: 'list_documents', args });

    expect(listed.value).toMatchObject({
      total: 1,
      documents: [
        {
          id: house.documentId,
          title: 'Zoo rules',
          url: `${house.application.url}/d/${house.documentId}`,
        },
      ],
    });
  });

  it('reads a long document in parts, without gaps or repeated lines', async () => {
    const parts: z.infer<typeof Fetched>[] = [];
    for (
      let id: string | undefined = longId;
      id !== undefined;
      id = parts.at(-1)?.metadata['next']
    ) {
      parts.push(Fetched.parse((await callMcp(client, { name: 'fetch', args: { id } })).value));
    }
    const stables = parts.flatMap(({ text }) => [...text.matchAll(/in stable (\d+)/g)]);

    expect(parts.length).toBeGreaterThan(1);
    expect(stables.map(([, number]) => Number(number))).toEqual(
      Array.from({ length: 120 }, (_, index) => index + 1000),
    );
    expect(new Set(parts.map(({ url }) => url)).size).toBe(parts.length);
  });

  it('gets an answer with sources, only from a collection if it names one', async () => {
    const question = 'How many quokkas are allowed in a garden?';
    const { value, texts } = await callMcp(client, { name: 'ask', args: { question } });
    const outside = await callMcp(client, {
      name: 'ask',
      args: { question: 'In which stable does animal number 7 sleep?' },
    });
    const inside = await callMcp(client, {
      name: 'ask',
      args: { question: 'In which stable does animal number 7 sleep?', collection: 'Gardens' },
    });

    expect(texts.join()).toContain('Seven quokkas are allowed in a garden');
    expect(value).toMatchObject({
      answer: texts[0],
      citations: [{ number: 1, title: 'Zoo rules' }],
      executionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.stringify(outside.value)).toContain('Stables');
    expect(inside.value).toMatchObject({ citations: [] });
  });

  it('reads documents as resources', async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const uri = `knowledge-router://documents/${house.documentId}`;
    const { contents } = await client.readResource({ uri });

    expect(resources.map((one) => one.uri)).toContain(uri);
    expect(resourceTemplates.map((one) => one.uriTemplate)).toEqual([
      'knowledge-router://documents/{id}',
    ]);
    expect(contents).toMatchObject([
      { uri, mimeType: 'text/markdown', text: expect.stringContaining('Seven quokkas') },
    ]);
  });

  it('of a member finds, reads and lists nothing private to another user', async () => {
    const member = await connectMcp({ url: house.application.url, key: memberKey, era });

    const found = await callMcp(member, { name: 'search', args: { query: 'zebras Thursdays' } });
    const fetched = await callMcp(member, { name: 'fetch', args: { id: privateId } });
    const { resources } = await member.listResources();
    const read = member.readResource({ uri: `knowledge-router://documents/${privateId}` });

    expect(found.texts.join()).not.toMatch(/zebra/i);
    expect(fetched).toMatchObject({ isError: true, texts: ['No such resource.'] });
    expect(resources.map(({ name }) => name).join()).not.toMatch(/zebra/i);
    await expect(read).rejects.toThrow(/not found/i);
    await member.close();
  });

  it.each([
    ['an unknown document', { name: 'fetch', args: { id: 'nothing' } }, 'No such resource.'],
    [
      'an unknown collection',
      { name: 'search', args: { query: 'quokkas', collection: 'Cellars' } },
      'There is no collection “Cellars” that you may see.',
    ],
    [
      'a filter of another language',
      { name: 'search', args: { query: 'quokkas', filter: { colour: 'red' } } },
      'The request was refused: type is missing',
    ],
    ['a missing argument', { name: 'search', args: {} }, 'query'],
    [
      'an unknown assistant',
      { name: 'ask', args: { question: 'Who?', assistant: 'bob' } },
      'no such',
    ],
  ])('gets a readable error for %s', async (_of, call, sentence) => {
    const { isError, texts } = await callMcp(client, call);

    expect(isError).toBe(true);
    expect(texts.join().toLowerCase()).toContain(sentence.toLowerCase());
  });
});

describe('POST /mcp', () => {
  const ask = (id: number, headers: Record<string, string>) =>
    house.application.call('POST', '/mcp', {
      key: house.adminKey,
      body: {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'ask', arguments: { question: 'How many quokkas may a garden have?' } },
      },
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });
  const executionOf = ({ text }: { text: string }) =>
    /"executionId":"([0-9a-f-]+)"/.exec(text)?.[1];

  it('returns the same answer again with the same Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'the-same-question' };

    const [first, again, other] = [await ask(1, key), await ask(2, key), await ask(3, {})];

    expect(executionOf(first)).toBeDefined();
    expect(executionOf(again)).toBe(executionOf(first));
    expect(executionOf(other)).not.toBe(executionOf(first));
  });

  it('leaves a receipt of an answer without any text', async () => {
    const id = executionOf(await ask(4, {}));

    const { json } = await house.application.call('GET', `/v1/executions/${id}`, {
      key: house.adminKey,
    });

    expect(JSON.stringify(json)).not.toContain('may a garden have');
    expect(json).toMatchObject({ sessionId: null });
  });
});

describe('examples/mcp-node', () => {
  it('prints the answer and where its sources are', async () => {
    const question = 'How many quokkas are allowed in a garden?';
    const args = ['--import', 'tsx', 'examples/mcp-node/ask.ts', question];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      env: {
        ...process.env,
        MCP_URL: `${house.application.url}/mcp`,
        MCP_API_KEY: house.adminKey,
      },
    });

    expect(stdout).toContain('Seven quokkas are allowed in a garden');
    expect(stdout).toContain(`→ [1] Zoo rules: ${house.application.url}/d/${house.documentId}`);
    expect(stderr).toContain('Best: Zoo rules, 74 characters');
  }, 60_000);
});
