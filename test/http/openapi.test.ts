import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { createDocsPage } from '../../src/http/openapi.js';
import { createOpenApiDocument } from '../../src/http/openapi.js';
import type { Route } from '../../src/http/index.js';
import { createRoutes } from '../../src/routes.js';
import { ERROR_CODES } from '../../src/shared/errors.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { VALID_BODIES } from '../support/valid-bodies.js';

type Operation = {
  security: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, object>; headers?: Record<string, object> }
  >;
};

const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];

const routes = createRoutes(createFakeApiDeps().deps);
const document = createOpenApiDocument(routes);
const operationOf = (path: string, method: string): Operation | undefined => {
  const item = document.paths?.[path.replace(/:(\w+)/g, '{$1}')];
  return (item as Record<string, Operation> | undefined)?.[method];
};

const patternsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'pattern' && typeof child === 'string' ? [child] : patternsIn(child),
  );
};

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === '$ref' ? [String(child)] : referencesIn(child),
  );
};

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 with every route of the table and no other', () => {
    const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );

    expect(document.openapi).toBe('3.1.0');
    expect(described.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it.each(routes)('says of $method $path who may call it and what comes back', (route) => {
    const operation = operationOf(route.path, route.method);

    expect(operation?.security).toEqual(route.access === 'public' ? [] : [{ apiKey: [] }]);
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      ...Object.keys(route.responses),
      'default',
    ]);
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const declared = (operation?.parameters ?? []).filter((one) => one.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    expect(operation?.requestBody === undefined).toBe(route.bodyKind === 'none');
  });

  it('offers the upload as a form and as JSON', () => {
    const body = operationOf('/v1/documents', 'post')?.requestBody;

    expect(Object.keys(body?.content ?? {})).toEqual(['application/json', 'multipart/form-data']);
  });

  it('describes the answer as JSON and as events, and the key to ask once', () => {
    const operation = operationOf('/v1/chat', 'post');

    expect(operation?.responses['200']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/ChatAnswer' } },
      'text/event-stream': { schema: { $ref: '#/components/schemas/ChatEvent' } },
    });
    for (const path of ['/v1/chat', '/v1/documents']) {
      expect(operationOf(path, 'post')?.parameters).toContainEqual(
        expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
      );
    }
  });

  it('refers only to schemas and headers that it has', () => {
    const { schemas = {}, headers = {}, parameters = {} } = document.components ?? {};
    const known = Object.keys(schemas);
    const components = [
      ...known.map((name) => `#/components/schemas/${name}`),
      ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
      ...Object.keys(parameters).map((name) => `#/components/parameters/${name}`),
    ];

    const missing = referencesIn(document).filter((reference) => !components.includes(reference));

    expect(missing).toEqual([]);
    expect(known).toEqual(expect.arrayContaining(['ChatAnswer', 'Document', 'Problem']));
  });

  it.each(routes)('says of $method $path what it tells of limits', ({ path, method, access }) => {
    const responses = Object.entries(operationOf(path, method)?.responses ?? {});

    for (const [status, { headers = {} }] of responses) {
      const limits = access === 'public' ? [] : LIMITS;
      const retry = status === 'default' ? ['Retry-After'] : [];
      expect(Object.keys(headers)).toEqual([...limits, ...retry]);
    }
  });

  it('lists every error code', () => {
    const missing = ERROR_CODES.filter((code) => !document.info.description?.includes(code));

    expect(missing).toEqual([]);
  });

  it('describes the header X-On-Behalf-Of once, and refers to it where it is taken', () => {
    const taking = routes.filter(({ method, path }) =>
      referencesIn(operationOf(path, method)).includes('#/components/parameters/X-On-Behalf-Of'),
    );

    const paths = taking.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/v1/chat', '/v1/memories', '/v1/sessions']));
    expect(paths.filter((path) => /api-keys|users|auth|password/.test(path))).toEqual([]);
    expect(JSON.stringify(document).split('for whom it asks')).toHaveLength(2);
  });

  it('survives being sent', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

/** A form as a client fills it in: its file is bytes, which JSON Schema sees as a text. */
const VALID_FORMS: Readonly<Record<string, object>> = {
  'post /v1/documents': {
    file: 'bytes',
    title: 'Employee handbook – 2026 (draft)',
    visibility: 'group:people',
    metadata: '{"year": 2026}',
    source: 'handbook',
    sourcePath: 'staff/handbook.pdf',
  },
  'put /v1/documents/:id/file': { file: 'bytes' },
};

const JSON_BODY = 'application/json';
const FORM_BODY = 'multipart/form-data';

/** A validator of one content type of a route's body that knows only the document. */
const validatorOf = (name: string, contentType: string) => {
  const [method = '', path = ''] = name.split(' ');
  const body = operationOf(path, method)?.requestBody?.content[contentType];
  const sent: unknown = JSON.parse(JSON.stringify({ ...document, body }));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.addSchema(sent as object, 'api').compile({ $ref: 'api#/body/schema' });
};

const bodiesOf = (kind: 'body' | 'multipart'): string[] =>
  routes.filter((route) => route[kind] !== undefined).map((one) => `${one.method} ${one.path}`);

describe('a client that validates against the OpenAPI document', () => {
  it.each(bodiesOf('body'))('may send the body of %s that the server accepts', (name) => {
    const validate = validatorOf(name, JSON_BODY);

    validate(VALID_BODIES[name]);

    expect(validate.errors).toBeNull();
  });

  it.each(bodiesOf('multipart'))('may send the form of %s that the server accepts', (name) => {
    const validate = validatorOf(name, FORM_BODY);

    validate(VALID_FORMS[name]);

    expect(validate.errors).toBeNull();
  });

  it('is stopped where the server would refuse', () => {
    const validate = validatorOf('post /v1/documents', JSON_BODY);

    expect(validate({ title: 'Two\nlines', text: 'Three days.' })).toBe(false);
    expect(validate({ title: 'Note', text: 'Three days.', visibility: 'group:a b' })).toBe(false);
  });

  it('is given patterns without delimiters and flags', () => {
    const patterns = patternsIn(document);

    expect(patterns.length).toBeGreaterThan(20);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/(?<!\\)\/[a-z]*$/);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }
  });

  it('is never given a pattern that means something else without its flags', () => {
    const route = { ...routes[0], body: z.strictObject({ name: z.string().regex(/^a$/i) }) };

    expect(() => createOpenApiDocument([route as Route])).toThrow('/^a$/i');
  });
});

describe('the page at /docs', () => {
  it('shows every path and needs nothing from elsewhere', () => {
    const page = createDocsPage(document);

    for (const { path } of routes) expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'));
    expect(page).not.toMatch(/<script|<link|src=|https?:\/\//);
  });
});
