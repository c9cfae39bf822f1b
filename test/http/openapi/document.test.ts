import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { API_DOCUMENT } from '../../../src/compose/api-document.js';
import type { Route } from '../../../src/http/index.js';
import { createOpenApiDocument } from '../../../src/http/openapi/document.js';
import { ERROR_CODES } from '../../../src/shared/errors.js';
import {
  answerOf,
  answersOf,
  codesIn,
  document,
  operationOf,
  routeOf,
  routes,
} from '../../support/api-document.js';

const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];

const codesOf = (route: Route) => answersOf(route).flatMap(([, answer]) => codesIn(answer));

const referencesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === '$ref' ? [String(child)] : referencesIn(child),
  );
};

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 with exactly the routes of the table', () => {
    const described = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((method) => `${method} ${path}`),
    );

    expect(document.openapi).toBe('3.1.0');
    expect(described.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it.each(routes)('says who may call $method $path and what it accepts', (route) => {
    const operation = operationOf(route.path, route.method);

    expect(operation?.security).toEqual(route.access === 'public' ? [] : [{ apiKey: [] }]);
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const declared = (operation?.parameters ?? []).filter((one) => one.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    expect(operation?.requestBody === undefined).toBe(route.bodyKind === 'none');
  });

  it.each(routes)('says what $method $path returns, with each status once', (route) => {
    const statuses = Object.keys(operationOf(route.path, route.method)?.responses ?? {});

    expect(statuses).toEqual(expect.arrayContaining(Object.keys(route.responses)));
    for (const [status, spec] of Object.entries(route.responses)) {
      expect(answerOf(route, status)?.description).toBe(spec.description);
    }
    expect(statuses.some((status) => /^[23]/.test(status))).toBe(true);
    expect(statuses.some((status) => status.startsWith('4'))).toBe(route.isProbe !== true);
  });

  it('names each operation uniquely like a function, and puts it into one described group', () => {
    const operations = routes.map(({ path, method }) => operationOf(path, method));

    const names = operations.map((operation) => operation?.operationId);
    expect(new Set(names).size).toBe(routes.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]*)*$/);
    const groups = new Set(operations.flatMap((operation) => operation?.tags ?? []));
    expect(operations.every((operation) => operation?.tags.length === 1)).toBe(true);
    expect([...groups].sort()).toEqual((document.tags ?? []).map(({ name }) => name).sort());
  });

  it.each([
    [{ operationId: 'Documents' }, 'needs an operationId: a verb'],
    [{ operationId: 'listUsers' }, 'has the operationId of another'],
    [{ tag: 'elsewhere' }, 'needs a tag of those that src/compose/api-document.ts describes'],
    [{ body: z.strictObject({ name: z.string() }) }, 'takes a body and needs an example'],
  ])('cannot be built from a route that lacks what clients need: %j', (lack, sentence) => {
    const incomplete = { ...routeOf('get /v1/documents'), ...lack } as Route;

    const make = () => createOpenApiDocument([routeOf('get /v1/users'), incomplete], API_DOCUMENT);

    expect(make).toThrow(`get /v1/documents ${sentence}`);
  });

  it('lists for each operation exactly the error codes that it can return', () => {
    const ofList = codesOf(routeOf('get /v1/documents'));
    const ofChat = codesOf(routeOf('post /v1/chat'));
    const ofLogin = codesOf(routeOf('post /v1/auth/login'));

    expect(ofChat).toEqual(
      expect.arrayContaining(['session_busy', 'idempotency_conflict', 'not_acceptable']),
    );
    expect(ofLogin).toContain('password_change_required');
    expect(ofList).not.toEqual(
      expect.arrayContaining(['conflict', 'payload_too_large', 'idempotency_conflict']),
    );
    expect(ofLogin).not.toContain('credential_missing');
    expect(codesOf(routeOf('get /healthz'))).toEqual([]);
  });

  it('offers the upload as a form and as JSON', () => {
    const body = operationOf('/v1/documents', 'post')?.requestBody;

    expect(Object.keys(body?.content ?? {})).toEqual(['application/json', 'multipart/form-data']);
  });

  it('describes the answer as JSON and as events, and the idempotency key', () => {
    const { content = {} } = answerOf(routeOf('post /v1/chat'), '200') ?? {};
    expect(Object.keys(content)).toEqual(['application/json', 'text/event-stream']);
    expect(content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/ChatAnswer',
    });
    expect(content['text/event-stream']?.schema).toEqual({
      type: 'string',
      contentMediaType: 'text/event-stream',
      contentSchema: { $ref: '#/components/schemas/ChatEvent' },
    });
    for (const path of ['/v1/chat', '/v1/documents']) {
      expect(operationOf(path, 'post')?.parameters).toContainEqual(
        expect.objectContaining({ name: 'Idempotency-Key', in: 'header', required: false }),
      );
    }
  });

  it('distinguishes the events of a stream by their name, each with its own type', () => {
    const { schemas = {} } = document.components ?? {};

    for (const stream of ['ChatEvent', 'DocumentEvent']) {
      const { oneOf = [], discriminator } = schemas[stream] as {
        oneOf?: { $ref: string }[];
        discriminator?: { propertyName: string; mapping: Record<string, string> };
      };
      expect(discriminator?.propertyName).toBe('event');
      expect(Object.values(discriminator?.mapping ?? {})).toEqual(oneOf.map(({ $ref }) => $ref));
      expect(Object.keys(discriminator?.mapping ?? {})).toContain('error');
    }
    expect(schemas['ChatEventDelta']).toMatchObject({
      properties: { event: { enum: ['delta'] }, data: { properties: { text: {} } } },
    });
  });

  it('describes every file as bytes, in the two ways that client generators understand', () => {
    const bytes = {
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/octet-stream',
    };
    const { schemas = {} } = document.components ?? {};

    expect(schemas['DocumentForm']).toMatchObject({ properties: { file: bytes } });
    expect(schemas['DocumentFileForm']).toMatchObject({ properties: { file: bytes } });
    expect(operationOf('/v1/files/:name', 'put')?.requestBody?.content).toEqual({
      'application/octet-stream': { schema: bytes },
    });
    for (const route of routes) {
      const { isFile, contentType = 'application/octet-stream' } = route.responses[200] ?? {};
      if (!isFile) continue;
      expect(answerOf(route, '200')?.content).toEqual({ [contentType]: { schema: bytes } });
    }
  });

  it('makes fields with a default optional in requests and required in responses', () => {
    const { schemas = {} } = document.components ?? {};

    expect(schemas['NewTextDocument']).toMatchObject({ required: ['title', 'text'] });
    expect(schemas['TenantSettings']).toMatchObject({
      properties: { policy: { required: expect.arrayContaining(['groundedOnly', 'quotas']) } },
    });
  });

  it('gives every request and response body a name, so that clients get a type for it', () => {
    const bodies = routes.flatMap(({ path, method }) =>
      Object.values(operationOf(path, method)?.requestBody?.content ?? {}),
    );
    const answers = routes
      .filter(({ path }) => path !== '/v1/openapi.json')
      .flatMap((route) => answersOf(route).map(([, { content }]) => content?.['application/json']))
      .filter((media) => media !== undefined);

    const unnamed = [...bodies, ...answers].filter(
      ({ schema }) => !('$ref' in schema || 'anyOf' in schema || 'format' in schema),
    );
    expect(unnamed).toEqual([]);
  });

  it('contains every component that it refers to', () => {
    const known = Object.keys(document.components?.schemas ?? {});
    const names = Object.entries(document.components ?? {}).flatMap(([kind, ofKind]) =>
      Object.keys(ofKind as object).map((name) => `#/components/${kind}/${name}`),
    );

    const missing = referencesIn(document).filter((reference) => !names.includes(reference));

    expect(missing).toEqual([]);
    expect(known).toEqual(expect.arrayContaining(['ChatAnswer', 'Document', 'Problem']));
  });

  it.each(routes)('says which headers $method $path returns', (route) => {
    for (const [status, { headers = {} }] of answersOf(route)) {
      const isCounted = route.access !== 'public' && status !== '401' && status !== '406';
      const limits = isCounted ? LIMITS : [];
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['X-Request-Id', ...limits]));
      expect('Retry-After' in headers).toBe(
        ['409', '429', '503'].includes(status) && !route.isProbe,
      );
      expect('WWW-Authenticate' in headers).toBe(status === '401');
    }
  });

  it('lists every error code', () => {
    const missing = ERROR_CODES.filter((code) => !document.info.description?.includes(code));

    expect(missing).toEqual([]);
  });

  it('describes the header X-On-Behalf-Of once, and refers to it from each route that accepts it', () => {
    const taking = routes.filter(({ method, path }) =>
      referencesIn(operationOf(path, method)).includes('#/components/parameters/X-On-Behalf-Of'),
    );

    const paths = taking.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['/v1/chat', '/v1/memories', '/v1/sessions']));
    expect(paths.filter((path) => /api-keys|users|auth|password/.test(path))).toEqual([]);
    expect(JSON.stringify(document).split('for whom it asks')).toHaveLength(2);
  });

  it('survives a round trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});
