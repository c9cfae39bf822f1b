import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { ERROR_CODES } from '../../shared/errors.js';
import { ERROR_TABLE, Problem } from '../errors.js';
import { LABEL, LABEL_TEXT } from '../applications.js';
import { ON_BEHALF_OF, ON_BEHALF_OF_TEXT } from '../on-behalf.js';
import { isForSelfOnly, type Route } from '../route.js';
import { HEADERS, limitHeadersOf, refer, type Header } from './headers.js';
import { refusalExamplesOf, refusalsOf } from './refusals.js';
import {
  makePatternsPlain,
  requireDefaultsInResponses,
  nameOf,
  operationsOf,
  schemasOf,
  type OpenApiDocument,
  type Schema,
  type Schemas,
} from './schema.js';
import { z } from 'zod';
import { FILE } from './file-field.js';

export type DocumentWords = {
  /** The subject of each group of operations, by the group's name and in the order of the document. */
  tags: Readonly<Record<string, string>>;
  /** Example values by field name. */
  examples: Readonly<Record<string, string>>;
};

/** The API as an OpenAPI 3.1 document, built from the same table as the server. */
export const createOpenApiDocument = (
  routes: readonly Route[],
  { tags, examples }: DocumentWords,
): OpenApiDocument => {
  refuseIncomplete(routes, tags);
  const registry = new OpenAPIRegistry();
  addComponents(registry);
  addRefusals(registry, routes);
  for (const route of routes) registry.registerPath(toOperation(route));
  const definitions = [
    ...registry.definitions,
    ...[Problem, ...dialectsIn(routes), ...routes.flatMap(eventsIn)].map((schema) => ({
      type: 'schema' as const,
      schema,
    })),
  ];
  const document = new OpenApiGeneratorV31(definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Knowledge Router',
      version: '1.0.0',
      description: describeErrors(),
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  });
  makePatternsPlain(document);
  requireDefaultsInResponses(document);
  addExamples(document, examples);
  return document;
};

const CAMEL_CASE = /^[a-z]+(?:[A-Z][a-z]*)*$/;

/** Generated clients name functions and packages after these, so a route without them is a bug. */
const refuseIncomplete = (routes: readonly Route[], tags: DocumentWords['tags']): void => {
  const known = new Set<string>();
  for (const { method, path, operationId, tag, body, example } of routes) {
    const refuse = (why: string) => new Error(`${method} ${path} ${why}`);
    if (!CAMEL_CASE.test(operationId)) {
      throw refuse('needs an operationId: a verb and what it acts on, in camel case.');
    }
    if (known.has(operationId)) throw refuse(`has the operationId of another: ${operationId}.`);
    if (!(tag in tags))
      throw refuse('needs a tag of those that src/compose/api-document.ts describes.');
    if (body !== undefined && example === undefined) {
      throw refuse('takes a body and needs an example of one.');
    }
    known.add(operationId);
  }
};

const addComponents = (registry: OpenAPIRegistry): void => {
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: kr_<tenant>_<prefix>_<secret>, or the operator key.',
  });
  for (const [name, description] of Object.entries(HEADERS)) {
    const isNumber = /^(?:Retry-After|RateLimit-(?!Policy))/.test(name);
    const schema = { type: isNumber ? 'integer' : 'string' } as const;
    registry.registerComponent('headers', name, { description, schema });
  }
  registry.registerComponent('parameters', ON_BEHALF_OF, {
    name: ON_BEHALF_OF,
    in: 'header',
    required: false,
    description: ON_BEHALF_OF_TEXT,
    schema: { type: 'string' },
  });
  registry.registerComponent('parameters', LABEL, {
    name: LABEL,
    in: 'header',
    required: false,
    description: LABEL_TEXT,
    schema: { type: 'string' },
  });
};

const addRefusals = (registry: OpenAPIRegistry, routes: readonly Route[]): void => {
  for (const [name, example] of new Map(routes.flatMap(refusalExamplesOf))) {
    registry.registerComponent('examples', name, example);
  }
  const refusals = new Map(
    routes.flatMap(refusalsOf).map(({ name, response }) => [name, response] as const),
  );
  for (const [name, response] of refusals) {
    registry.registerComponent('responses', name, response);
  }
};

/** Responses only refer to them, which the generator does not follow. */
const eventsIn = ({ responses }: Route) =>
  Object.values(responses).flatMap(({ events }) => events ?? []);

const dialectsIn = (routes: readonly Route[]) => [
  ...new Set(routes.flatMap(({ dialect }) => dialect?.schema ?? [])),
];

const describeErrors = (): string => {
  const rows = ERROR_CODES.map((code) => {
    const { status, title } = ERROR_TABLE[code];
    return `| ${code} | ${status} | ${title} |`;
  });
  return [
    'Errors are `application/problem+json`. Codes are a closed list; a code of ingestion shows in the `error` of its document.',
    '',
    '| code | status | meaning |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
};

type Responses = RouteConfig['responses'];
type Content = NonNullable<Exclude<Responses[string], { $ref: string }>['content']>;

/** One route as an operation of the document. */
const toOperation = (route: Route): RouteConfig => ({
  method: route.method,
  path: route.path.replace(/:(\w+)/g, '{$1}'),
  operationId: route.operationId,
  tags: [route.tag],
  summary: route.summary,
  ...(route.access === 'public'
    ? { security: [] }
    : { security: [{ apiKey: [] }], description: describeAccess(route.access) }),
  ...referParameters(route),
  request: toRequest(route),
  responses: toResponses(route),
});

const takesOnBehalf = (route: Route): boolean => route.access !== 'public' && !isForSelfOnly(route);

const referParameters = (route: Route): Pick<RouteConfig, 'parameters'> => {
  const names = [
    ...(takesOnBehalf(route) ? [ON_BEHALF_OF] : []),
    ...(route.openTo === undefined ? [] : [LABEL]),
  ];
  if (names.length === 0) return {};
  return { parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })) };
};

const describeAccess = ({ roles, permission }: Exclude<Route['access'], 'public'>): string =>
  `For ${roles.join(', ')}${permission === undefined ? '' : `, with permission ${permission}`}.`;

const toRequest = (route: Route): NonNullable<RouteConfig['request']> => {
  const { params, query, headers, body, multipart, upload, example, bodyIsOptional } = route;
  const content: Content = {
    ...(body && { 'application/json': { schema: body, ...(example && { example }) } }),
    ...(multipart && { 'multipart/form-data': { schema: multipart } }),
    ...(upload && { 'application/octet-stream': { schema: FILE } }),
  };
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(Object.keys(content).length > 0 && { body: { required: !bodyIsOptional, content } }),
  };
};

const toResponses = (route: Route): Responses => {
  const answers = Object.entries(route.responses).map(([status, spec]) => {
    const headers = { ...refer(headersOf(route, spec)), ...toHeaders(spec.headers ?? {}) };
    const content = toContent(spec);
    return [status, { description: spec.description, headers, ...(content && { content }) }];
  });
  const refusals = refusalsOf(route).map(({ status, name }) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return Object.fromEntries([...answers, ...refusals]) as Responses;
};

const toHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );

/** JSON comes first, because some generators look no further. */
const toContent = ({ schema, contentType, events, isFile }: Route['responses'][number]) => {
  const whole = isFile ? FILE : (schema ?? (contentType && toBody(contentType)));
  if (whole === undefined && events === undefined) return null;
  return {
    ...(whole && {
      [contentType ?? (isFile ? FILE.contentMediaType : 'application/json')]: { schema: whole },
    }),
    ...(events && { 'text/event-stream': { schema: toStream(events) } }),
  };
};

const toBody = (contentType: string) =>
  contentType.startsWith('image/') ? { ...FILE, contentMediaType: contentType } : z.string();

/** A stream is text; the content schema describes its events. */
const toStream = (events: z.ZodType) => ({
  type: 'string' as const,
  contentMediaType: 'text/event-stream',
  contentSchema: { $ref: `#/components/schemas/${String(events.meta()?.id)}` },
});

const headersOf = (route: Route, { isFile }: Route['responses'][number]): Header[] => [
  'X-Request-Id',
  ...limitHeadersOf(route),
  ...(route.headers !== undefined && 'Idempotency-Key' in route.headers.shape
    ? (['Idempotency-Replayed'] as const)
    : []),
  ...(isFile ? (['Content-Disposition'] as const) : []),
];

type Words = Readonly<Record<string, string>>;

/**
 * Gives each response of the document an example: each field's own (`.meta({ examples })`), a word for its name, or a value that its schema
 * allows.
 */
const addExamples = (document: OpenApiDocument, words: Words): void => {
  const toExample = createToExample(schemasOf(document), words);
  for (const { responses } of operationsOf(document)) {
    for (const { content = {} } of Object.values(responses)) {
      for (const [type, media] of Object.entries(content)) {
        if (type === 'application/json') media.example = toExample(media.schema);
        if (type === 'text/event-stream') {
          media.example = toEventText(media.schema?.contentSchema, document, toExample);
        }
      }
    }
  }
};

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0197e0b2-0000-7000-8000-000000000000',
  'date-time': '2026-03-02T09:30:00.000Z',
  date: '2026-03-02',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** Tried in turn for fields without a word, because they may require a certain format. */
const TEXTS = ['text', 'tenant', '2026', '2026-03-02', 'a'.repeat(64), 'acme.example'];

type ToExample = (schema: Schema | undefined) => unknown;
type Within = {
  /** The name of the field that has this schema, directly or as a list. */
  field: string;
  /** The named schemas around it. */
  around: readonly string[];
};

const createToExample = (schemas: Schemas, words: Words): ToExample => {
  const toExample = (schema: Schema = {}, within: Within): unknown => {
    if (schema.$ref !== undefined) {
      const name = nameOf(schema.$ref);
      return toExample(schemas[name], { ...within, around: [...within.around, name] });
    }
    const [own = schema.default] = [...(schema.examples ?? []), ...(schema.enum ?? [])];
    if (own !== undefined) return own;
    const [either, other] = schema.oneOf ?? schema.anyOf ?? [];
    if (either !== undefined) return other?.type === 'null' ? null : toExample(either, within);
    const types = [schema.type ?? []].flat();
    const mayBeNull = types.includes('null');
    switch (types[0]) {
      case 'object':
        return mayBeNull ? null : toObject(schema, within);
      case 'array':
        return toList(schema, within);
      case 'string':
        return toText(schema, words[within.field] ?? null) ?? (mayBeNull ? null : 'text');
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return Math.max(1, schema.minimum ?? 1);
      default:
        return null;
    }
  };
  const toObject = ({ properties = {} }: Schema, { around }: Within): object =>
    Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => [
        field,
        toExample(schema, { field, around }),
      ]),
    );
  const toList = ({ items }: Schema, within: Within): unknown[] =>
    within.around.includes(nameOf(items?.$ref ?? '')) ? [] : [toExample(items, within)];

  return (schema) => toExample(schema, { field: '', around: [] });
};

/** A text of the format, the field's word if its pattern allows that, else any text that fits. */
const toText = (
  { format = '', pattern = '', minLength = 0 }: Schema,
  word: string | null,
): string | null => {
  // A pattern of our own schemas, in the document that we make of them.
  // eslint-disable-next-line expressions/no-data
  const form = new RegExp(pattern, 'u');
  const fits = (text: string) => text.length >= minLength && form.test(text);
  const given = OF_FORMAT[format];
  if (given !== undefined) return given;
  if (word !== null && fits(word)) return word;
  return pattern === '' ? null : (TEXTS.find(fits) ?? null);
};

/** One event of each kind, as in the stream. */
const toEventText = (
  events: Schema | undefined,
  document: OpenApiDocument,
  toExample: ToExample,
): string => {
  const kinds = schemasOf(document)[nameOf(events?.$ref ?? '')]?.oneOf;
  // The events of this protocol have no names.
  if (kinds === undefined) return `data: ${JSON.stringify(toExample(events))}\n\n`;
  return (
    kinds
      // `eventsOf` builds each kind as an object of `event` and `data`.
      .map((kind) => toExample(kind) as { event: string; data: unknown })
      .map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      .join('')
  );
};
