import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { ERROR_CODES } from '../shared/errors.js';
import { Problem } from './error-handler.js';
import { ERROR_TABLE } from './error-table.js';
import type { Route } from './route.js';

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

/** The contract as OpenAPI 3.1, made from the same table that the server is made from. */
export const createOpenApiDocument = (routes: readonly Route[]): OpenApiDocument => {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: kr_<tenant>_<prefix>_<secret>, or the operator key.',
  });
  for (const route of routes) registry.registerPath(toPath(route));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Knowledge Router', version: '1.0.0', description: describeErrors() },
  });
};

const toPath = (route: Route): RouteConfig => ({
  method: route.method,
  path: route.path.replace(/:(\w+)/g, '{$1}'),
  summary: route.summary,
  tags: [route.path.split('/')[2] ?? 'service'],
  ...(route.access === 'public'
    ? { security: [] }
    : { security: [{ apiKey: [] }], description: describeAccess(route.access) }),
  request: toRequest(route),
  responses: toResponses(route),
});

const describeAccess = ({ roles, permission }: Exclude<Route['access'], 'public'>): string =>
  `For ${roles.join(', ')}${permission === undefined ? '' : `, with permission ${permission}`}.`;

const toRequest = ({
  schemas,
  multipart,
  headers,
}: Route): NonNullable<RouteConfig['request']> => ({
  ...(schemas.params instanceof z.ZodObject ? { params: schemas.params } : {}),
  ...(schemas.query instanceof z.ZodObject ? { query: schemas.query } : {}),
  ...(headers === undefined ? {} : { headers }),
  ...(schemas.body === undefined && multipart === undefined
    ? {}
    : {
        body: {
          required: true,
          content: {
            ...(schemas.body === undefined ? {} : { 'application/json': { schema: schemas.body } }),
            ...(multipart === undefined ? {} : { 'multipart/form-data': { schema: multipart } }),
          },
        },
      }),
});

const toResponses = (route: Route): RouteConfig['responses'] => ({
  ...Object.fromEntries(
    Object.entries(route.responses).map(([status, spec]) => [status, toResponse(spec)]),
  ),
  default: {
    description: 'A problem; the codes and their statuses are listed above.',
    content: { 'application/problem+json': { schema: Problem } },
  },
});

const toResponse = ({ description, schema, contentType, events }: Route['responses'][number]) =>
  schema === undefined && contentType === undefined
    ? { description }
    : {
        description,
        content: {
          [contentType ?? 'application/json']: { schema: schema ?? z.string() },
          ...(events === undefined ? {} : { 'text/event-stream': { schema: events } }),
        },
      };

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
