import { ERROR_CODES, type ErrorCode } from '../../shared/errors.js';
import { ERROR_TABLE, toProblem, type ErrorDialect } from '../errors.js';
import { isForSelfOnly, type Route } from '../route.js';
import { limitHeadersOf, refer, type Header } from './headers.js';

/** The error responses by status; routes that refuse for the same reasons share one, named after its codes. */
export const refusalsOf = (route: Route): Refusal[] => {
  const codes = codesOf(route).map((code) => ({ code, status: toRefusal(route, code).status }));
  const statuses = new Set(codes.map(({ status }) => status));
  return [...statuses]
    .toSorted((one, other) => one - other)
    .map((status) => {
      const own = codes.filter((one) => one.status === status).map(({ code }) => code);
      const name = [
        ...(route.dialect === undefined ? [] : [dialectName(route.dialect)]),
        ...own,
        ...(route.access === 'public' ? ['public'] : []),
      ].join('.');
      return { status, name, response: toResponse(route, status, own) };
    });
};

/** Every code with which this route can refuse a request: from its access, its input and its responses, and those that it declares. */
const codesOf = (route: Route): ErrorCode[] => {
  const codes = new Set([
    ...ofEvery(route),
    ...ofCaller(route),
    ...ofInput(route),
    ...ofAnswer(route),
    ...(route.errors ?? []),
  ]);
  return ERROR_CODES.filter((code) => codes.has(code));
};

type Refusal = { status: number; name: string; response: ResponseObject };
type ResponseObject = {
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Record<string, { schema: { $ref: string }; examples: Record<string, { $ref: string }> }>;
};

const toResponse = (route: Route, status: number, codes: readonly ErrorCode[]): ResponseObject => ({
  description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  headers: refer(headersOf(route, status)),
  content: toContent(route, codes),
});

const toContent = (route: Route, codes: readonly ErrorCode[]): ResponseObject['content'] => {
  const { dialect } = route;
  const type = dialect === undefined ? 'application/problem+json' : 'application/json';
  const schemaId = dialect === undefined ? 'Problem' : String(dialect.schema.meta()?.id);
  const prefix = dialect === undefined ? '' : `${dialectName(dialect)}.`;
  return {
    [type]: {
      schema: { $ref: `#/components/schemas/${schemaId}` },
      examples: Object.fromEntries(
        codes.map((code) => [
          `${prefix}${code}`,
          { $ref: `#/components/examples/${prefix}${code}` },
        ]),
      ),
    },
  };
};

/** `/openai/v1` as part of component names: `openai.v1`. */
const dialectName = ({ base }: ErrorDialect): string => base.slice(1).replaceAll('/', '.');

const toRefusal = ({ dialect }: Pick<Route, 'dialect'>, code: ErrorCode) => {
  const { title } = ERROR_TABLE[code];
  // Not an Error, because a stack is expensive when thousands are made.
  const failure = { code, message: title, errors: undefined };
  const problem = toProblem(failure, '0197e0b2-0000-7000-8000-000000000000');
  if (dialect === undefined) return { status: problem.status, value: problem };
  const { status, body } = dialect.tell(problem);
  return { status, value: body };
};

/** Refusals as they are sent, by the name of their example; other protocols have their own. */
export const refusalExamplesOf = (route: Route) =>
  codesOf(route).map((code) => {
    const { title } = ERROR_TABLE[code];
    const prefix = route.dialect === undefined ? '' : `${dialectName(route.dialect)}.`;
    const { value } = toRefusal(route, code);
    return [`${prefix}${code}`, { summary: title, value }] as const;
  });

const RETRIED = [409, 429, 503];

/** Requests are only counted once the caller is known. */
const headersOf = (route: Route, status: number): Header[] => [
  'X-Request-Id',
  ...(status === 401 || status === 406 ? [] : limitHeadersOf(route)),
  ...(RETRIED.includes(status) ? (['Retry-After'] as const) : []),
  ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
];

/** A probe is always answered; every other route needs a running server and has rate limits. */
const ofEvery = ({ isProbe = false, method }: Route): ErrorCode[] =>
  isProbe
    ? []
    : [
        ...(['rate_limited', 'shutting_down', 'storage_unavailable', 'internal_error'] as const),
        // Every write may find the database's disk full.
        ...(method === 'get' ? [] : (['insufficient_storage'] as const)),
      ];

const ofCaller = (route: Route): ErrorCode[] => {
  const { access, acceptsUnconfirmed = false } = route;
  if (access === 'public') return isForSelfOnly(route) ? ['forbidden'] : [];
  return [
    'unauthenticated',
    'credential_missing',
    'credential_malformed',
    'credential_expired',
    'forbidden',
    'account_inactive',
    ...(acceptsUnconfirmed ? [] : (['key_unconfirmed'] as const)),
  ];
};

const ofInput = ({ access, params, query, headers, bodyKind }: Route): ErrorCode[] => {
  const takesFields = access !== 'public' || params !== undefined || query !== undefined;
  const hasCursor = query !== undefined && 'cursor' in query.shape;
  const hasKey = headers !== undefined && 'Idempotency-Key' in headers.shape;
  return [
    ...(takesFields || bodyKind !== 'none' ? (['validation_failed'] as const) : []),
    ...(params === undefined ? [] : (['not_found', 'unparsable_request'] as const)),
    ...(hasCursor ? (['unparsable_request'] as const) : []),
    ...(hasKey ? (['idempotency_conflict', 'idempotency_in_progress'] as const) : []),
    ...(bodyKind === 'none' ? [] : OF_BODY),
  ];
};

const OF_BODY = ['unparsable_request', 'payload_too_large', 'unsupported_media_type'] as const;

const ofAnswer = ({ produces, responses }: Route): ErrorCode[] => {
  const answers = Object.values(responses);
  return [
    ...(produces === undefined ? [] : (['not_acceptable'] as const)),
    ...(answers.some(({ events }) => events !== undefined) ? (['too_many_streams'] as const) : []),
    ...(answers.some(({ isFile }) => isFile) ? OF_FILE : []),
  ];
};

const OF_FILE = ['too_many_parallel_downloads', 'file_missing'] as const;
