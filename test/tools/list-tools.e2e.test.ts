import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { API_DOCUMENT } from '../../src/compose/api-document.js';
import { createOpenApiDocument } from '../../src/http/openapi/document.js';
import { createRoutes } from '../../src/compose/routes.js';
import { createAskMcp } from '../../src/platform/web/mcp-client.js';
import { toApproved } from '../../src/tools/added/mcp/approvals.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { startMcpServer } from '../support/mcp-server.js';
import { addPerson } from '../support/people.js';

const MODULE = `export default ({ declareTool, z }) => [declareTool({
  name: 'tides',
  description: 'The tides. No weather.',
  input: z.strictObject({ harbour: z.string() }),
  risk: 'external',
  create: () => async () => ({ summary: '', evidence: [] }),
})];`;

const SHOP = {
  name: 'shop',
  url: 'https://shop.example/mcp',
  header: { name: 'Authorization', variable: 'SHOP_TOKEN' },
  changing: ['createOrder'],
};
const CRM = { name: 'crm', tools: ['find', 'count', 'lost', 'unknown'], risk: 'workspace' };

const ORDER = { name: 'createOrder', description: 'Orders.', inputSchema: { type: 'object' } };

const Tools = z.object({
  items: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      risk: z.string(),
      sideEffects: z.boolean(),
      on: z.boolean(),
      allowed: z.boolean(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
});

let folder: string;
let foreign: Awaited<ReturnType<typeof startMcpServer>>;
let application: TestApplication;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-list-tools-'));
  const at = (name: string) => join(folder, name);
  foreign = await startMcpServer();
  foreign.behaviour.tools = ['find', 'count', 'lost'].map((name) => ({
    name,
    description: `Can ${name}.`,
  }));
  const crm = await createAskMcp({ userAgent: 'test' })(
    { ...CRM, url: foreign.url, headers: {}, clean: (text) => text },
    ({ list: listThere }) => listThere(),
    new AbortController().signal,
  );
  foreign.behaviour.tools = [
    { name: 'find', description: 'Can find.' },
    { name: 'count', description: 'Can send all elsewhere.' },
  ];
  const approvals = {
    shop: { createOrder: toApproved(ORDER) },
    crm: Object.fromEntries(crm.map((tool) => [tool.name, toApproved(tool)])),
  };
  await writeFile(at('own-tools.mjs'), MODULE);
  await writeFile(at('servers.json'), JSON.stringify([SHOP, { ...CRM, url: foreign.url }]));
  await writeFile(at('servers.approved.json'), JSON.stringify(approvals));
  application = await startApplication({
    variables: {
      TOOLS_MODULE: at('own-tools.mjs'),
      MCP_SERVERS: at('servers.json'),
      SHOP_TOKEN: 'canary-token',
    },
  });
}, 60_000);
afterAll(async () => {
  await application.close();
  await foreign.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (asked: string, key: string, body?: object) => {
  const [method = '', path = ''] = asked.split(' ');
  return application.call(method, path, { key, ...(body && { body }) });
};

/** A tenant with an administrator and a member. */
const createHouse = async () => {
  const { adminKey } = await application.tenant();
  const { apiKey } = await addPerson(application, adminKey, { permissions: ['chat'] });
  return {
    adminKey,
    memberKey: apiKey,
    switchTools: (tools: Record<string, boolean>) =>
      call('PATCH /v1/tenant', adminKey, { policy: { tools } }),
  };
};

const list = async (key: string) => {
  const { json } = await call('GET /v1/tools', key);
  const { items } = Tools.parse(json);
  return new Map(items.map((tool) => [tool.name, tool]));
};

describe('GET /v1/tools', () => {
  it("shows a member the tenant's tools with all their details and no credential", async () => {
    const { memberKey, switchTools } = await createHouse();
    await switchTools({ tides: true, shop__create_order: true, create_memory: false });

    const tools = await list(memberKey);

    expect(tools.get('tides')).toEqual({
      name: 'tides',
      description: 'The tides. No weather.',
      risk: 'external',
      sideEffects: false,
      on: true,
      allowed: true,
      parameters: {
        type: 'object',
        properties: { harbour: { type: 'string' } },
        required: ['harbour'],
        additionalProperties: false,
      },
    });
    expect(tools.get('shop__create_order')).toMatchObject({ sideEffects: true, allowed: false });
    expect(tools.get('rag_search')).toMatchObject({ risk: 'safe', on: true });
    expect(tools.has('create_memory')).toBe(false);
    expect([...tools.values()].every(({ on }) => on)).toBe(true);
    expect(JSON.stringify([...tools.values()])).not.toMatch(/canary|SHOP_TOKEN/);
  });

  it('shows an administrator also the tools that the tenant has disabled', async () => {
    const { adminKey, memberKey } = await createHouse();

    expect((await list(adminKey)).get('tides')).toMatchObject({ on: false, allowed: false });
    expect((await list(memberKey)).has('tides')).toBe(false);
  });

  it('tells that a tool with side effects runs without asking once the user has named it', async () => {
    const { memberKey, switchTools } = await createHouse();
    await switchTools({ shop__create_order: true });

    const preferences = { tools: ['shop__create_order'] };
    const named = await call('PATCH /v1/me', memberKey, { preferences });

    expect(named.status).toBe(200);
    expect((await list(memberKey)).get('shop__create_order')).toMatchObject({ allowed: true });
  });
});

describe('GET /v1/mcp-servers', () => {
  it('shows an administrator each server with its tools: approved, changed or gone, on or off', async () => {
    const { adminKey, switchTools } = await createHouse();
    await switchTools({ crm__find: true });

    const { json, text } = await call('GET /v1/mcp-servers', adminKey);

    const tool = (name: string, more: object) => ({
      name: `crm__${name}`,
      nameThere: name,
      description: `Can ${name}.`,
      changes: false,
      on: false,
      ...more,
    });
    expect(json).toEqual({
      items: [
        {
          name: 'shop',
          host: 'shop.example',
          risk: 'external',
          arguments: 'own-words',
          answers: false,
          tools: [
            {
              name: 'shop__create_order',
              nameThere: 'createOrder',
              description: 'Orders.',
              changes: true,
              state: 'approved',
              on: false,
            },
          ],
        },
        {
          name: 'crm',
          host: new URL(foreign.url).host,
          risk: 'workspace',
          arguments: 'own-words',
          answers: true,
          tools: [
            tool('find', { state: 'approved', on: true }),
            tool('count', { state: 'changed' }),
            tool('lost', { state: 'gone' }),
          ],
        },
      ],
    });
    expect(text).not.toMatch(/canary|SHOP_TOKEN/);
  });

  it('is for administrators only', async () => {
    const { memberKey } = await createHouse();

    expect((await call('GET /v1/mcp-servers', memberKey)).status).toBe(403);
  });
});

describe('a tool that the tenant has disabled', () => {
  const refused = { status: 422, errors: [{ message: 'is not a tool of this tenant' }] };

  it('cannot be named by anyone, with the same error as a tool that does not exist', async () => {
    const { adminKey, memberKey } = await createHouse();
    const prefer = (name: string, key: string) =>
      call('PATCH /v1/me', key, { preferences: { tools: [name] } });
    const ask = (name: string, key: string) =>
      call('POST /v1/chat', key, { message: 'Hello!', options: { tools: [name] } });

    for (const key of [adminKey, memberKey]) {
      for (const name of ['shop__create_order', 'tides', 'nope']) {
        expect((await prefer(name, key)).json).toMatchObject(refused);
        expect((await ask(name, key)).json).toMatchObject(refused);
      }
    }
  });

  it('stays in the preferences of users who named it while it was enabled', async () => {
    const { memberKey, switchTools } = await createHouse();
    const preferences = { tools: ['shop__create_order'] };
    await switchTools({ shop__create_order: true });
    await call('PATCH /v1/me', memberKey, { preferences });
    await switchTools({ shop__create_order: false });

    expect((await call('PATCH /v1/me', memberKey, { preferences })).status).toBe(200);
    expect((await list(memberKey)).has('shop__create_order')).toBe(false);
  });

  it('is still enabled for another tenant', async () => {
    const [first, second] = [await createHouse(), await createHouse()];
    await first.switchTools({ tides: true, rag_search: false });

    expect((await list(second.memberKey)).has('tides')).toBe(false);
    expect((await list(second.memberKey)).has('rag_search')).toBe(true);
    await second.switchTools({ tides: false });
    expect((await list(first.memberKey)).has('tides')).toBe(true);
  });
});

describe('the OpenAPI document, which is public', () => {
  it('does not name any tool', () => {
    const { deps } = createFakeApiDeps({
      toolNames: ['canary_tool'],
      toolNamesOf: () => ['canary_tool'],
    });

    expect(JSON.stringify(createOpenApiDocument(createRoutes(deps), API_DOCUMENT))).not.toContain(
      'canary_tool',
    );
  });
});
