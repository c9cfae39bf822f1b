import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { ERROR_CODES } from '../shared/errors.js';
import { Problem, ERROR_TABLE } from './errors.js';
import { LIMIT_HEADERS } from './limits.js';
import { ON_BEHALF_OF, ON_BEHALF_OF_TEXT } from './on-behalf.js';
import { isForSelfOnly, publicRoute, type Route } from './route.js';

type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;

// Lenient: only what the page shows.
const Operation = z.object({
  summary: z.string().default(''),
  description: z.string().default(''),
  parameters: z
    .array(
      z.union([
        z.object({ $ref: z.string() }).transform(({ $ref }) => $ref.split('/').at(-1) ?? ''),
        z
          .object({ name: z.string(), in: z.string(), required: z.boolean().default(false) })
          .transform((one) => one),
      ]),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().default('') })),
});
const Paths = z.record(z.string(), z.record(z.string(), Operation));

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;background:#f4f4f5;padding:.75rem;border-radius:.4rem}' +
  'details{border-bottom:1px solid #ddd;padding:.4rem 0}summary{cursor:pointer}b{display:inline-block;min-width:4.5rem}' +
  '@media(prefers-color-scheme:dark){body{background:#18181b;color:#e4e4e7}pre{background:#27272a}a{color:#93c5fd}details{border-color:#3f3f46}}';

/** The contract as OpenAPI 3.1, made from the same table that the server is made from. */
export const createOpenApiDocument = (routes: readonly Route[]): OpenApiDocument => {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: kr_<tenant>_<prefix>_<secret>, or the operator key.',
  });
  for (const [name, description] of Object.entries(HEADERS)) {
    const schema = { type: name === 'RateLimit-Policy' ? 'string' : 'integer' } as const;
    registry.registerComponent('headers', name, { description, schema });
  }
  registry.registerComponent('parameters', ON_BEHALF_OF, {
    ...{ name: ON_BEHALF_OF, in: 'header', required: false },
    description: ON_BEHALF_OF_TEXT,
    schema: { type: 'string' },
  });
  for (const route of routes) registry.registerPath(toPath(route));
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Knowledge Router', version: '1.0.0', description: describeErrors() },
  });
  makePatternsPlain(document);
  return document;
};

/** A closing delimiter and flags: any other slash at the end of an expression's source is escaped. */
const FLAGS = /(?<=^(?:[^\\]|\\.)*)\/([a-z]+)$/s;

/** The generator writes `/^a$/u` as `^a$/u`, which matches nothing. JSON Schema reads every pattern with the flag u, and knows no other. */
const makePatternsPlain = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    const flags = name === 'pattern' && typeof child === 'string' ? FLAGS.exec(child) : null;
    if (flags === null) makePatternsPlain(child);
    else if (flags[1] !== 'u') throw new Error(`No JSON Schema can say /${flags.input}.`);
    else Object.assign(value, { pattern: flags.input.slice(0, flags.index) });
  }
};

const RETRY_HEADER = {
  'Retry-After':
    'Seconds to wait before the next try; with every 429, and with 503 and 409 where it helps.',
};
const HEADERS = { ...LIMIT_HEADERS, ...RETRY_HEADER };

const refer = (headers: object) =>
  Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const toPath = (route: Route): RouteConfig => ({
  method: route.method,
  path: route.path.replace(/:(\w+)/g, '{$1}'),
  summary: route.summary,
  tags: [route.path.split('/')[2] ?? 'service'],
  ...(route.access === 'public'
    ? { security: [] }
    : { security: [{ apiKey: [] }], description: describeAccess(route.access) }),
  ...(takesOnBehalf(route) && {
    parameters: [{ $ref: `#/components/parameters/${ON_BEHALF_OF}` }],
  }),
  request: toRequest(route) ?? {},
  responses: toResponses(route),
});

const takesOnBehalf = (route: Route): boolean => route.access !== 'public' && !isForSelfOnly(route);

const describeAccess = ({ roles, permission }: Exclude<Route['access'], 'public'>): string =>
  `For ${roles.join(', ')}${permission === undefined ? '' : `, with permission ${permission}`}.`;

const toRequest = ({
  params,
  query,
  body,
  multipart,
  upload,
  headers,
  bodyIsOptional = false,
}: Route): RouteConfig['request'] => ({
  ...(params && { params }),
  ...(query && { query }),
  ...(headers && { headers }),
  ...((body ?? multipart ?? upload) && {
    body: {
      required: !bodyIsOptional,
      content: {
        ...(body && { 'application/json': { schema: body } }),
        ...(multipart && { 'multipart/form-data': { schema: multipart } }),
        ...(upload && { 'application/octet-stream': { schema: upload } }),
      },
    },
  }),
});

const toResponses = (route: Route): RouteConfig['responses'] => ({
  ...Object.fromEntries(
    Object.entries(route.responses).map(([status, spec]) => [
      status,
      { ...toResponse(spec), headers: refer(headersOf(route)) },
    ]),
  ),
  default: {
    description: 'A problem; the codes and their statuses are listed above.',
    headers: refer({ ...headersOf(route), ...RETRY_HEADER }),
    content: { 'application/problem+json': { schema: Problem } },
  },
});

/** Whoever needs no credential is counted by address, and not told. */
const headersOf = ({ access }: Route): object => (access === 'public' ? {} : LIMIT_HEADERS);

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

/** The API describes itself; `routes` are all others. */
export const createDescriptionRoutes = (routes: readonly Route[]): Route[] => {
  const own: Route[] = [
    publicRoute({
      method: 'get',
      path: '/v1/openapi.json',
      summary: 'This document',
      responses: { 200: { description: 'OpenAPI 3.1' } },
      handle: async () => ({ status: 200, body: document }),
    }),
    ...['/docs', '/'].map((path) =>
      publicRoute({
        method: 'get',
        path,
        summary: 'This document as a page',
        responses: { 200: { description: 'A page without scripts', contentType: 'text/html' } },
        handle: async () => ({ status: 200, contentType: 'text/html', body: page }),
      }),
    ),
  ];
  const document = createOpenApiDocument([...routes, ...own]);
  const page = createDocsPage(document);
  return own;
};

/** The OpenAPI document as one page: no script, no style sheet or font from elsewhere. */
export const createDocsPage = (document: OpenApiDocument): string => {
  const operations = Object.entries(Paths.parse(document.paths)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toSection(path, method, operation)),
  );
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<details id="${escape(name)}"><summary>${escape(name)}</summary><pre>${linkSchemas(JSON.stringify(schema, null, 2))}</pre></details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(document.info.title)} API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><h1>${escape(document.info.title)} API</h1>
<p>Generated from the same schemas that check every request. For tools: <a href="/v1/openapi.json">openapi.json</a>.
Send <code>Authorization: Bearer &lt;API key&gt;</code>.</p>
<h2>Operations</h2>
${operations.join('\n')}
<h2>Errors</h2>
<pre>${escape(document.info.description ?? '')}</pre>
<h2>Schemas</h2>
${schemas.join('\n')}
</body></html>
`;
};

const toSection = (path: string, method: string, operation: z.infer<typeof Operation>): string => {
  const parameters = operation.parameters.map((one) =>
    typeof one === 'string'
      ? `<li><code>${escape(one)}</code> (header)</li>`
      : `<li><code>${escape(one.name)}</code> (${escape(one.in)})${one.required ? ', required' : ''}</li>`,
  );
  const body =
    operation.requestBody === undefined
      ? ''
      : `<p>Body</p><pre>${linkSchemas(JSON.stringify(operation.requestBody.content, null, 2))}</pre>`;
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => `<li><code>${escape(status)}</code> ${escape(description)}</li>`,
  );
  return `<details><summary><b>${escape(method.toUpperCase())}</b> <code>${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>${escape(operation.description)}</p>${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${body}<ul>${responses.join('')}</ul></details>`;
};

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const linkSchemas = (json: string): string =>
  escape(json).replace(
    /#\/components\/schemas\/(\w+)/g,
    (reference, name: string) => `<a href="#${name}">${reference}</a>`,
  );
