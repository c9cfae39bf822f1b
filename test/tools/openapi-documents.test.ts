import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLocalService } from '../support/local-service.js';
import { createOpenApiFolder, documentOf, operationOf } from '../support/openapi-service.js';

let folder: Awaited<ReturnType<typeof createOpenApiFolder>>;

beforeAll(async () => {
  folder = await createOpenApiFolder();
});
afterAll(() => folder.remove());

const REFUSED = /^Configuration refused:\n {2}OPENAPI_TOOLS: [^\n]*$/;

const inQuery = (schema: unknown) =>
  operationOf({ parameters: [{ name: 'q', in: 'query', schema }] });
const nested = (depth: number): unknown =>
  depth === 0 ? { type: 'string' } : { type: 'array', items: nested(depth - 1) };
const withSchemas = (schemas: object, ref = '#/components/schemas/A') =>
  operationOf({ parameters: [{ name: 'q', in: 'query', schema: { $ref: ref } }] }, '/things', {
    components: { schemas },
  });
const TREE = {
  type: 'object',
  properties: { children: { type: 'array', items: { $ref: '#/components/schemas/A' } } },
};

const withTree = operationOf(
  {
    parameters: [
      {
        name: 'q',
        in: 'query',
        schema: { type: 'array', items: { $ref: '#/components/schemas/A' } },
      },
    ],
  },
  '/things',
  { components: { schemas: { A: TREE } } },
);

describe('the start is refused with a document', () => {
  it.each([
    ['of 10 MB', `{"openapi":"3.0.0","x":"${'x'.repeat(10 * 1024 * 1024)}"}`, 'is larger than'],
    ['that is broken', '{"openapi":', 'neither JSON nor YAML'],
    ['of version 2', { swagger: '2.0', paths: {} }, 'not of OpenAPI 3'],
    ['that is a list', '[1]', 'not of OpenAPI 3'],
    ['without the operation', documentOf({}), 'has no operation getThing'],
    [
      'with two operations of one id',
      documentOf({
        '/a': { get: { operationId: 'getThing' } },
        '/b': { get: { operationId: 'getThing' } },
      }),
      'has two operations getThing',
    ],
    ['that refers to a file', withSchemas({}, './other.json#/A'), 'outside of it: ./other.json'],
    ['that refers to an address', withSchemas({}, 'http://169.254.169.254/a'), 'outside of it'],
    ['that refers to nothing', withSchemas({}), 'refers to what it does not hold'],
    [
      'that refers into what every object has',
      withSchemas({}, '#/constructor/name'),
      'does not hold',
    ],
    [
      'whose reference leads to itself',
      withSchemas({ A: { $ref: '#/components/schemas/A' } }),
      'leads to itself',
    ],
    ['whose schema contains itself', withTree, 'contains itself'],
    ['whose schema is too deep', inQuery(nested(40)), 'too deep or too large'],
    [
      'whose schema is too large',
      inQuery({ type: 'string', enum: Array.from({ length: 500 }, (_, index) => `v${index}`) }),
      'cannot be told to a model',
    ],
    [
      'with a property __proto__',
      JSON.stringify(
        inQuery({ type: 'array', items: { type: 'object', properties: { XX: {} } } }),
      ).replace('XX', '__proto__'),
      'takes a property named __proto__',
    ],
    ['with a template in a path', operationOf({}, '/x/${HOME}'), 'has a path that cannot be asked'],
    [
      'with a path out of its base',
      operationOf({}, '/../admin'),
      'has a path that cannot be asked',
    ],
    [
      'with a part of a path that nothing fills',
      operationOf({}, '/x/{id}'),
      'cannot be asked: /x/{id}',
    ],
    [
      'with a server that is to be filled in',
      operationOf({}, '/x', { servers: [{ url: 'https://${HOST}/' }] }),
      'shop needs a baseUrl',
    ],
    [
      'that requires a cookie',
      operationOf({ parameters: [{ name: 'sid', in: 'cookie', required: true, schema: {} }] }),
      'requires the cookie parameter sid',
    ],
    [
      'that requires a header which is ours to set',
      operationOf({ parameters: [{ name: 'Host', in: 'header', required: true, schema: {} }] }),
      'requires the header parameter Host',
    ],
    [
      'that requires a form',
      operationOf({ requestBody: { required: true, content: { 'multipart/form-data': {} } } }),
      'requires a body that is no JSON',
    ],
    [
      'with a name that is none',
      operationOf({ parameters: [{ name: '???', in: 'query', schema: {} }] }),
      'has a parameter that cannot be named',
    ],
  ])('%s', async (_, document, problem) => {
    const refused = folder.load({ document });

    await expect(refused).rejects.toThrow(REFUSED);
    await expect(refused).rejects.toThrow(problem);
  });

  it('whose operation is to be __proto__', async () => {
    const document = JSON.stringify(documentOf({ '/a': { get: { operationId: '__proto__' } } }));
    const refused = folder.load({ document, service: { operations: ['__proto__'] } });

    await expect(refused).rejects.toThrow(REFUSED);
    await expect(refused).rejects.toThrow('is no operationId that a tool can be named by');
  });

  it('that is not there, or neither a file nor on the web', async () => {
    const document = operationOf({});

    for (const [address, problem] of [
      ['nowhere.json', 'cannot be read'],
      ['file:///etc/passwd', 'neither a file nor at an http(s) address'],
      ['ftp://shop.example/a.json', 'neither a file nor at an http(s) address'],
      ['http://me:pass@127.0.0.1/a.json', 'neither a file nor at an http(s) address'],
      ['http://127.0.0.1:9/a.json', 'cannot be fetched'],
    ] as const) {
      const refused = folder.load({ document, service: { document: address } });
      await expect(refused).rejects.toThrow(REFUSED);
      await expect(refused).rejects.toThrow(problem);
    }
  });
});

describe('a document at an address', () => {
  it('is read from there, and sends us nowhere else', async () => {
    const own = operationOf({}, '/things', { servers: [{ url: '/api' }] });
    const foreign = operationOf({}, '/things', { servers: [{ url: 'https://evil.example/' }] });
    const service = await startLocalService(({ url }) => {
      if (url === '/moved.json')
        return { status: 302, headers: { Location: 'http://127.0.0.1:9/' } };
      return { body: url === '/own.json' ? own : foreign };
    });
    const load = (path: string, more = {}) =>
      folder.load({ document: {}, service: { document: `${service.url}${path}`, ...more } });

    try {
      expect((await load('/own.json')).map(({ name }) => name)).toEqual(['shop_get_thing']);
      await expect(load('/foreign.json')).rejects.toThrow('shop needs a baseUrl');
      expect(await load('/foreign.json', { baseUrl: service.url })).toHaveLength(1);
      await expect(load('/moved.json')).rejects.toThrow('cannot be fetched');
    } finally {
      await service.close();
    }
  });
});

describe('a document in YAML', () => {
  const YAML =
    'openapi: 3.1.0\nservers: [{ url: "http://127.0.0.1:9" }]\npaths:\n  /a:\n    get: { operationId: getThing }\n';

  it('is read like one in JSON', async () => {
    expect(await folder.load({ document: YAML })).toHaveLength(1);
  });

  it('is refused where its aliases multiply', async () => {
    const lines = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? 'l0: &l0 [x]'
        : `l${level}: &l${level} [${Array(9)
            .fill(`*l${level - 1}`)
            .join(', ')}]`,
    );

    await expect(folder.load({ document: `${YAML}${lines.join('\n')}` })).rejects.toThrow(
      'neither JSON nor YAML',
    );
  });
});

describe('the start is refused with a file', () => {
  const entry = { name: 'shop', document: 'document.json', operations: ['getThing'] };

  it.each([
    ['that is no JSON', '[', 'is no JSON'],
    ['that is no list', '{}', 'is refused'],
    [
      'with a template',
      JSON.stringify([{ ...entry, baseUrl: 'https://${HOST}/' }]),
      'nothing is filled in',
    ],
    [
      'with a credential in it',
      JSON.stringify([{ ...entry, token: 'canary-secret' }]),
      'Unrecognized key: "token"',
    ],
    [
      'with a credential in place of its variable',
      JSON.stringify([{ ...entry, credentials: [{ variable: 'canary-secret', in: 'bearer' }] }]),
      'credentials.0.variable: must be the name of an environment variable',
    ],
    [
      'with a credential in a header without a name',
      JSON.stringify([{ ...entry, credentials: [{ variable: 'SHOP_KEY', in: 'header' }] }]),
      'needs a name in a header',
    ],
    [
      'with a password in an address',
      JSON.stringify([{ ...entry, baseUrl: 'https://a:canary-secret@x/' }]),
      'baseUrl',
    ],
    ['with another risk', JSON.stringify([{ ...entry, risk: 'sandboxed' }]), '0.risk'],
    ['with a name that is none', JSON.stringify([{ ...entry, name: 'Shop!' }]), '0.name'],
    ['with one service twice', JSON.stringify([entry, entry]), 'two services named shop'],
  ])('%s', async (_, text, problem) => {
    await folder.load({ document: operationOf({}) });
    const refused = folder.writeList(text);

    await expect(refused).rejects.toThrow(REFUSED);
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.not.toThrow('canary-secret');
  });

  it('that is not there', async () => {
    const { loadOperatorTools } = await import('../../config/index.js');

    await expect(loadOperatorTools({ OPENAPI_TOOLS: '/nowhere.json' })).rejects.toThrow(REFUSED);
  });

  it('that would send a secret of ours to a service', async () => {
    const credentials = [{ variable: 'BOOTSTRAP_OPERATOR_KEY', in: 'bearer' }];
    const refused = folder.load({ document: operationOf({}), service: { credentials } });

    await expect(refused).rejects.toThrow(
      'reads the variable BOOTSTRAP_OPERATOR_KEY, which is ours',
    );
  });

  it('whose credential is not set, by the name of the variable', async () => {
    const credentials = [{ variable: 'SHOP_TOKEN', in: 'bearer' }];
    const opened = folder.open({ document: operationOf({}), service: { credentials } });

    await expect(opened).rejects.toThrow('SHOP_TOKEN: required, for OPENAPI_TOOLS names it');
  });
});
