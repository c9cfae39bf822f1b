import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { API_DOCUMENT } from '../../../src/compose/api-document.js';
import type { Route } from '../../../src/http/index.js';
import { createOpenApiDocument } from '../../../src/http/openapi/document.js';
import { bodyPlaceOf, document, errorsAt, routeOf, routes } from '../../support/api-document.js';
import { VALID_BODIES } from '../../support/valid-bodies.js';

const JSON_BODY = 'application/json';
const FORM_BODY = 'multipart/form-data';

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
  'post /v1/documents/batch': {
    file: ['bytes', 'more bytes'],
    visibility: 'group:people',
    metadata: '{"year": 2026}',
    source: 'handbook',
  },
  'put /v1/documents/:id/file': { file: 'bytes' },
  'put /v1/sources/:name/documents/:path': {
    file: 'bytes',
    title: 'Ticket 42',
    visibility: 'group:people',
    metadata: '{"year": 2026}',
  },
  'post /openai/v1/files': { file: 'bytes', purpose: 'user_data' },
};

const patternsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === 'pattern' && typeof child === 'string' ? [child] : patternsIn(child),
  );
};

const bodiesOf = (kind: 'body' | 'multipart'): string[] =>
  routes.filter((route) => route[kind] !== undefined).map((one) => `${one.method} ${one.path}`);

describe('a client that validates against the OpenAPI document', () => {
  it.each(bodiesOf('body'))('may send the body of %s that the server accepts', (name) => {
    expect(errorsAt(bodyPlaceOf(routeOf(name), JSON_BODY), VALID_BODIES[name])).toBeNull();
  });

  it.each(bodiesOf('multipart'))('may send the form of %s that the server accepts', (name) => {
    expect(errorsAt(bodyPlaceOf(routeOf(name), FORM_BODY), VALID_FORMS[name])).toBeNull();
  });

  it('is stopped if the server would refuse', () => {
    const refused = (body: object) =>
      errorsAt(bodyPlaceOf(routeOf('post /v1/documents'), JSON_BODY), body);

    expect(refused({ title: 'Two\nlines', text: 'Three days.' })).not.toBeNull();
    expect(refused({ title: 'Note', text: 'Three days.', visibility: 'group:a b' })).not.toBeNull();
  });

  it('gets patterns without delimiters and flags', () => {
    const patterns = patternsIn(document);

    expect(patterns.length).toBeGreaterThan(20);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/(?<!\\)\/[a-z]*$/);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }
  });

  it('never gets a pattern that has another meaning without its flags', () => {
    const route = { ...routes[0], body: z.strictObject({ name: z.string().regex(/^a$/i) }) };

    expect(() => createOpenApiDocument([route as Route], API_DOCUMENT)).toThrow('/^a$/i');
  });
});
