import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startLocalService, type Asked, type Reply } from '../support/local-service.js';
import { createOpenApiFolder, documentOf } from '../support/openapi-service.js';

const SECRET = 'canary-secret-1234';

let folder: Awaited<ReturnType<typeof createOpenApiFolder>>;
let service: Awaited<ReturnType<typeof startLocalService>>;
let answer: (asked: Asked) => Reply | null;
const ok = (): Reply => ({ body: { id: 7 } });

beforeAll(async () => {
  folder = await createOpenApiFolder();
  service = await startLocalService((asked) => answer(asked));
});
afterEach(() => {
  service.asked.length = 0;
  answer = ok;
});
afterAll(async () => {
  await service.close();
  await folder.remove();
});
answer = ok;

const text = { type: 'string' };
const of = (name: string, place: string, more: object = {}) => ({
  ...{ name, in: place, schema: text },
  ...more,
});

const PATHS = {
  '/shops/{shop}/orders/{order}': {
    parameters: [of('shop', 'path', { required: true }), of('order', 'path', { required: true })],
    get: {
      operationId: 'getOrder',
      summary: 'An order',
      description: 'Line one.\nLine two \u001b[31m.',
      parameters: [
        of('tag', 'query', { schema: { type: 'array', items: text } }),
        of('filter[state]', 'query', { schema: { enum: ['open', 'closed'] } }),
        of('page', 'query', { schema: { type: ['integer', 'null'], minimum: 1 } }),
        of('sort', 'query', { explode: false, schema: { type: 'array', items: text } }),
        of('X-Trace', 'header'),
        of('api_key', 'query', { required: true }),
        of('authorization', 'header'),
        of('session', 'cookie'),
      ],
    },
    delete: { operationId: 'deleteOrder' },
  },
  '/orders/': {
    post: {
      operationId: 'createOrder',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Named' }],
              properties: {
                amount: { type: 'number', minimum: 0, exclusiveMinimum: true },
                id: { type: 'integer', readOnly: true },
              },
            },
          },
        },
      },
    },
  },
};
const NAMED = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 5 } },
};

const open = (more: object = {}) =>
  folder.open({
    document: documentOf(PATHS, { components: { schemas: { Named: NAMED } } }),
    service: {
      baseUrl: `${service.url}/api/v1/`,
      operations: ['getOrder', 'createOrder', 'deleteOrder'],
      credentials: [
        { variable: 'SHOP_KEY', in: 'query', name: 'api_key' },
        { variable: 'SHOP_KEY', in: 'bearer' },
      ],
      ...more,
    },
    variables: { SHOP_KEY: SECRET },
  });

const get = async (input: object) =>
  (await open()).run('shop_get_order', { shop: 's', order: 'o', ...input });

describe('an operation as a tool', () => {
  it('says what it does, takes and needs, and nothing of the credentials', async () => {
    const { tools, find } = await open();
    const reading = find('shop_get_order');

    expect(reading).toMatchObject({ risk: 'external', timeoutMs: 10_000 });
    expect(reading.description).toMatch(
      /^An order – Line one\. Line two \[31m\. Asks the shop service/,
    );
    expect(reading.description).toContain('It only reads.');
    expect(find('shop_delete_order').description).toContain('It changes something there');
    expect(Object.keys(reading.parameters['properties'] as object)).toEqual([
      ...['shop', 'order', 'tag', 'filter_state', 'page', 'sort', 'X_Trace'],
    ]);
    expect(reading.parameters).toMatchObject({
      required: ['shop', 'order'],
      additionalProperties: false,
    });
    expect(tools.map(({ hasSideEffects = false }) => hasSideEffects)).toEqual([false, true, true]);
    expect(JSON.stringify(tools)).not.toMatch(/canary|SHOP_KEY|127\.0\.0\.1/);
  });

  it('only reads where the operator says so', async () => {
    const operations = [{ id: 'createOrder', readOnly: true }];
    const { find } = await open({ operations, cacheSec: 60 });

    expect(find('shop_create_order')).toMatchObject({ cacheSec: 60 });
    expect(find('shop_create_order').hasSideEffects).toBeUndefined();
  });

  it('is sent with every value in its place', async () => {
    const result = await get({
      ...{ shop: 'a/b?c#d é', order: '50%', tag: ['x', 'y&z'], filter_state: 'open' },
      ...{ page: 2, sort: ['a', 'b'], X_Trace: 't-1' },
    });

    const [asked] = service.asked;
    const url = new URL(asked?.url ?? '', service.url);
    expect(url.pathname).toBe('/api/v1/shops/a%2Fb%3Fc%23d%20%C3%A9/orders/50%25');
    expect([...url.searchParams]).toEqual([
      ...[
        ['tag', 'x'],
        ['tag', 'y&z'],
        ['filter[state]', 'open'],
        ['page', '2'],
      ],
      ...[
        ['sort', 'a,b'],
        ['api_key', SECRET],
      ],
    ]);
    expect(asked?.headers).toMatchObject({ 'x-trace': 't-1', authorization: `Bearer ${SECRET}` });
    expect(result).toEqual({
      summary: 'status 200, 8 characters',
      evidence: [{ kind: 'value', text: 'shop, status 200: {"id":7}' }],
    });
  });

  it.each([
    '',
    '.',
    '..',
    '../admin',
    '..\\admin',
    'a/../b',
    '..%2fadmin',
    '%2e%2e',
    'a\u0000b',
    'a\r\nb',
    '\ud800',
  ])('refuses %j as a part of the path before anything is asked', async (shop) => {
    await expect(get({ shop })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(service.asked).toEqual([]);
  });

  it.each([
    [{ filter_state: 'lost' }],
    [{ page: 0 }],
    [{ page: '2' }],
    [{ tag: 'x' }],
    [{ order: 7 }],
    [{ X_Trace: 'a\r\nHost: evil' }],
    [{ api_key: 'other' }],
    [{ authorization: 'Bearer other' }],
    [{ tenantId: 'x' }],
    [JSON.parse('{"__proto__": {"shop": "x"}}') as object],
  ])('refuses the arguments %j before anything is asked', async (input) => {
    await expect(get(input)).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(service.asked).toEqual([]);
  });
});

describe('a body', () => {
  const create = async (body: unknown) => (await open()).run('shop_create_order', { body });

  it('is sent as JSON, to the path as the document spells it', async () => {
    await create({ name: 'tea', amount: 0.5 });

    expect(service.asked).toMatchObject([
      {
        method: 'POST',
        body: { name: 'tea', amount: 0.5 },
        headers: { 'content-type': 'application/json' },
      },
    ]);
    expect(service.asked[0]?.url).toMatch(/^\/api\/v1\/orders\/\?/);
  });

  it.each([
    [undefined],
    [{}],
    [{ name: 'too long' }],
    [{ name: 'tea', amount: 0 }],
    [{ name: 'tea', id: 7 }],
    [{ name: 'tea', isAdmin: true }],
    [JSON.parse('{"name": "tea", "__proto__": {"isAdmin": true}}') as object],
  ])('that is %j is refused before anything is sent', async (body) => {
    await expect(create(body)).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(service.asked).toEqual([]);
  });

  it('that took effect without an answer is a success', async () => {
    answer = () => ({ status: 201, headers: { 'Content-Type': 'text/plain' }, body: 'Done.' });

    expect(await create({ name: 'tea' })).toMatchObject({ summary: 'status 201, 10 characters' });
  });

  it('that nobody answered for leaves it open whether it took effect', async () => {
    answer = () => null;

    await expect(create({ name: 'tea' })).rejects.toMatchObject({
      code: 'tool_unavailable',
      message: expect.stringContaining('Whether the change was made is not known'),
    });
  });
});

describe('an answer', () => {
  it('that is long is shown in part, with what was left out', async () => {
    const items = Array.from({ length: 900 }, (_, id) => ({ id, note: 'n'.repeat(500) }));
    answer = () => ({ body: { total: 900, items } });

    const { evidence } = await get({});
    const [value] = evidence;

    const told = value?.kind === 'value' ? value.text : '';
    expect(told.length).toBeLessThan(8_500);
    expect(told).toContain('"total":900');
    expect(told).toContain('items has 900 items');
    expect(told).toContain('items[].note has 500 characters');
  });

  it('that repeats a credential is shown without it', async () => {
    const inBase64 = Buffer.from(SECRET).toString('base64');
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at]));
    answer = ({ headers, url }) => ({
      body: { headers, url, inBase64, [SECRET]: 1, fields: { ...fields, [SECRET]: 2 } },
    });

    const result = await get({});

    expect(JSON.stringify(result)).toContain('Bearer [credential]');
    expect(JSON.stringify(result)).not.toContain('canary-secret');
    expect(JSON.stringify(result)).not.toContain(inBase64);
  });

  it.each([
    [
      404,
      { detail: 'No order o.' },
      ['not_found', 'The shop service has nothing there (status 404): No order o.'],
    ],
    [410, null, ['not_found', 'The shop service has nothing there (status 410)']],
    [
      422,
      { error: { message: `Bad ${SECRET}\n\u001b[31m` } },
      [
        'invalid_arguments',
        'The shop service refused the arguments (status 422): Bad [credential] [31m',
      ],
    ],
    [400, { problems: ['a'] }, ['invalid_arguments', '(status 400): {"problems":["a"]}']],
    [
      401,
      { message: 'canary-hint' },
      ['tool_unavailable', 'does not let us do this (status 401).'],
    ],
    [
      403,
      { message: 'canary-hint' },
      ['tool_unavailable', 'does not let us do this (status 403).'],
    ],
    [429, {}, ['tool_rate_limited', 'Too many requests to the shop service']],
    [500, { stack: 'canary-stack' }, ['tool_unavailable', 'answered with status 500']],
    [302, {}, ['tool_unavailable', 'answered with status 302']],
    [200, '<html>canary-page</html>', ['tool_unavailable', 'did not answer with JSON']],
  ])('of status %i is told in words for a model', async (status, body, told) => {
    const [code, message = ''] = told;
    answer = () => ({ status, body });

    const failed = get({});

    await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    await expect(failed).rejects.not.toMatchObject({
      message: expect.stringMatching(/canary|127\.0/),
    });
  });

  it('that says more than a model should hear is cut', async () => {
    answer = () => ({ status: 400, body: { message: 'x'.repeat(5_000) } });

    const failed = await get({}).catch((error: unknown) => error as Error);

    expect(failed).toMatchObject({ message: expect.stringMatching(/^.{100,400}$/) });
  });

  it('of 10 MB, a redirect elsewhere and a service that is gone are all unavailable', async () => {
    const unavailable = { code: 'tool_unavailable' };
    answer = () => ({ body: { x: 'x'.repeat(10 * 1024 * 1024) } });
    await expect(get({})).rejects.toMatchObject(unavailable);
    answer = () => ({
      status: 302,
      headers: { Location: 'http://169.254.169.254/latest' },
      body: {},
    });
    await expect(get({})).rejects.toMatchObject(unavailable);
    answer = () => null;
    await expect(get({})).rejects.toMatchObject(unavailable);
  });
});
