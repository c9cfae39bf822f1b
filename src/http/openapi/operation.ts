import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { LABEL } from '../applications.js';
import { ON_BEHALF_OF } from '../on-behalf.js';
import { isForSelfOnly, type Route } from '../route.js';
import { FILE } from './file-field.js';
import { limitHeadersOf, refer, type Header } from './headers.js';
import { refusalsOf } from './refusals.js';

type Responses = RouteConfig['responses'];
type Content = NonNullable<Exclude<Responses[string], { $ref: string }>['content']>;

/** One route as an operation of the document. */
export const toOperation = (route: Route): RouteConfig => ({
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

/** JSON comes first: some generators look no further. */
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

/** A stream is a text, whose events are each as the content schema says. */
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
