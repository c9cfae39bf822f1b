import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import { ERROR_CODES } from '../../shared/errors.js';
import { ERROR_TABLE, Problem } from '../errors.js';
import { LABEL, LABEL_TEXT } from '../applications.js';
import { ON_BEHALF_OF, ON_BEHALF_OF_TEXT } from '../on-behalf.js';
import type { Route } from '../route.js';
import { addExamples } from './examples.js';
import { HEADERS } from './headers.js';
import { toOperation } from './operation.js';
import { refusalExamplesOf, refusalsOf } from './refusals.js';
import { makePatternsPlain, requireDefaultsInResponses, type OpenApiDocument } from './schema.js';

export type DocumentWords = {
  /** The subject of each group of operations, by the group's name and in the order of the document. */
  tags: Readonly<Record<string, string>>;
  /** The value of a field of that name in an example. */
  examples: Readonly<Record<string, string>>;
};

/** The contract as OpenAPI 3.1, made from the same table that the server is made from. */
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

/** Generated clients name functions and packages after these, so a route without them is a mistake of ours. */
const refuseIncomplete = (routes: readonly Route[], tags: DocumentWords['tags']): void => {
  const known = new Set<string>();
  for (const { method, path, operationId, tag, body, example } of routes) {
    const refuse = (why: string) => new Error(`${method} ${path} ${why}`);
    if (!CAMEL_CASE.test(operationId)) {
      throw refuse('needs an operationId: a verb and what it acts on, in camel case.');
    }
    if (known.has(operationId)) throw refuse(`has the operationId of another: ${operationId}.`);
    if (!(tag in tags)) throw refuse('needs a tag of those that src/api-document.ts describes.');
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
    ...{ name: ON_BEHALF_OF, in: 'header', required: false },
    description: ON_BEHALF_OF_TEXT,
    schema: { type: 'string' },
  });
  registry.registerComponent('parameters', LABEL, {
    ...{ name: LABEL, in: 'header', required: false },
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

/** Their response only names them, which the generator does not follow. */
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
