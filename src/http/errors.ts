import type { ErrorRequestHandler, Request, Response } from 'express';
import { z } from 'zod';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import {
  AppError,
  ERROR_CODES,
  FIELD_CODES,
  isAppError,
  type ErrorCode,
} from '../shared/errors.js';

export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(ERROR_CODES),
    detail: z.string(),
    requestId: z.string(),
    errors: z
      .array(
        z.object({
          path: z.string(),
          message: z.string(),
          code: z
            .enum(FIELD_CODES)
            .optional()
            .describe('Set if the request did not match its schema.'),
          limit: z.number().optional().describe('The limit that `code` refers to.'),
        }),
      )
      .optional(),
  })
  .meta({
    id: 'Problem',
    description: 'RFC 9457 problem details',
    examples: [
      {
        type: 'urn:knowledge-router:error:not_found',
        title: 'No such resource.',
        status: 404,
        code: 'not_found',
        detail: 'There is no such resource.',
        requestId: '0197e0b2-0000-7000-8000-000000000000',
      },
    ],
  });
export type Problem = z.infer<typeof Problem>;

/** A problem with one of several files in an otherwise successful request. */
export const FileProblem = Problem.omit({ requestId: true }).meta({ id: 'FileProblem' });
export type FileProblem = z.infer<typeof FileProblem>;

export type ReportDeps = {
  logger: Pick<Logger, 'warn' | 'error'>;
  metrics: Pick<Metrics, 'requestShed'>;
};

/** A refusal in the format of another protocol. */
type ToldError = {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** The error format below another protocol's base address, including unknown addresses. */
export type ErrorDialect = {
  /** `/openai/v1`: errors of all routes below it use this format. */
  base: string;
  /** The schema of the body; its `meta` must have an `id`. */
  schema: z.ZodType;
  tell: (problem: Problem, path?: string) => ToldError;
};

type Meaning = { status: number; title: string };

type Failure = Pick<AppError, 'code' | 'message' | 'errors'>;

export const toProblem = (error: Failure, requestId: string): Problem => ({
  ...toFileProblem(error),
  requestId,
});

export const toFileProblem = (error: Failure): FileProblem => {
  const { status, title } = ERROR_TABLE[error.code];
  return {
    type: `urn:knowledge-router:error:${error.code}`,
    title,
    status,
    code: error.code,
    detail: status >= 500 ? title : error.message,
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
  };
};

/** Reports a failure after the response has begun: logged like any other, and sent as an event. */
export const reportProblem = (error: unknown, response: Response, deps: ReportDeps): Problem =>
  toProblem(report(error, response, deps), requestIdOf(response));

/** Refused for lack of capacity, not because of the request. */
const SHED: ReadonlySet<string> = new Set([
  'rate_limited',
  'too_many_parallel_chats',
  'too_many_parallel_searches',
  'too_many_parallel_uploads',
  'too_many_parallel_downloads',
  'too_many_streams',
  'quota_exceeded',
  'shutting_down',
]);

/** Refusals that tell the operator about a shortage, not a failure. */
const EXPECTED: ReadonlySet<string> = new Set(['insufficient_storage', 'shutting_down']);
const REFUSED = 'Request refused';

/**
 * Maps foreseen failures by the table, and everything else to a 500 without details; our own failures are logged once, shed load is
 * counted.
 */
const report = (error: unknown, response: Response, { logger, metrics }: ReportDeps): AppError => {
  const foreseen = toAppError(error);
  if (SHED.has(foreseen.code)) metrics.requestShed(foreseen.code);
  if (ERROR_TABLE[foreseen.code].status >= 500) {
    const { method } = response.req;
    const requestId = requestIdOf(response);
    const line = { requestId, method, code: foreseen.code };
    // Nothing is broken, so a stack trace would not help.
    if (EXPECTED.has(foreseen.code)) logger.warn({ ...line, reason: foreseen.message }, REFUSED);
    else logger.error({ ...line, error }, 'Request failed');
  }
  return foreseen;
};

// Express throws one for a path that is not valid percent-encoding.
const BadPath = z.object({ name: z.literal('URIError'), status: z.literal(400) });

const toAppError = (error: unknown): AppError => {
  if (isAppError(error)) return error;
  if (BadPath.safeParse(error).success) {
    return new AppError('unparsable_request', 'The path cannot be decoded.');
  }
  return new AppError('internal_error', ERROR_TABLE.internal_error.title, { cause: error });
};

/** Answers a request that failed before its response began. */
export const createErrorHandler =
  (deps: ReportDeps, dialects: readonly ErrorDialect[] = []): ErrorRequestHandler =>
  // Express tells an error handler by its four parameters.
  // eslint-disable-next-line @typescript-eslint/max-params
  (error: unknown, request: Request, response: Response, _next) => {
    const dialect = dialectAt(dialects, request.path);
    sendProblem(response, report(error, response, deps), dialect);
  };

/** The dialect of an address; null for our own format. */
const dialectAt = (dialects: readonly ErrorDialect[], path: string): ErrorDialect | null =>
  dialects.find(({ base }) => path === base || path.startsWith(`${base}/`)) ?? null;

const sendProblem = (response: Response, error: AppError, dialect: ErrorDialect | null): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const problem = toProblem(error, requestIdOf(response));
  if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSec !== undefined) {
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterSec))));
  }
  if (dialect === null) {
    response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
    return;
  }
  const { status, body, headers = {} } = dialect.tell(problem, response.req.path);
  response.status(status).set(headers).type('application/json').send(JSON.stringify(body));
};

export const requestIdOf = (response: Response): string =>
  String(response.getHeader('X-Request-Id') ?? '');

const of = (status: number, title: string): Meaning => ({ status, title });

/** Maps each code to an HTTP status and a fixed sentence, which is all that a caller sees of a 5xx. */
export const ERROR_TABLE: Readonly<Record<ErrorCode, Meaning>> = {
  unparsable_request: of(400, 'The request could not be parsed.'),
  validation_failed: of(422, 'The request was understood and refused.'),
  unsupported_parameter: of(400, 'A parameter asks for something that is not supported.'),
  unauthenticated: of(401, 'A valid credential is required.'),
  credential_missing: of(401, 'No credential was sent.'),
  credential_malformed: of(401, 'The credential has an unknown format.'),
  credential_expired: of(401, 'The credential has expired.'),
  forbidden: of(403, 'This credential may not do that.'),
  key_unconfirmed: of(403, 'This key does not work until its holder has confirmed it.'),
  account_inactive: of(403, 'This account is not active.'),
  password_change_required: of(403, 'Someone else set this password: choose a new one.'),
  identity_provider_unavailable: of(503, 'The identity provider gave no usable answer.'),
  sign_in_off: of(403, 'Sign-in is not set up on this installation.'),
  webhooks_off: of(403, 'Webhooks are not set up on this installation.'),
  not_found: of(404, 'No such resource.'),
  route_not_found: of(404, 'The API has no such path.'),
  gone: of(410, 'This has expired or was already used.'),
  method_not_allowed: of(405, 'This resource does not support that method.'),
  not_acceptable: of(406, 'No requested representation is available.'),
  conflict: of(409, 'The request conflicts with the current state.'),
  precondition_failed: of(412, 'Something else is there than `If-Match` names.'),
  session_busy: of(409, 'Another turn of this session is still running.'),
  under_hold: of(409, 'A hold keeps this from being deleted.'),
  payload_too_large: of(413, 'The request is too large.'),
  unsupported_media_type: of(415, 'This content type is not accepted here.'),
  rate_limited: of(429, 'Too many requests.'),
  too_many_parallel_chats: of(429, 'Too many questions are being answered at once.'),
  too_many_parallel_searches: of(429, 'Too many searches are running at once.'),
  too_many_parallel_uploads: of(429, 'Too many uploads are running at once.'),
  too_many_parallel_downloads: of(429, 'Too many downloads at once.'),
  too_many_streams: of(429, 'Too many event streams are open.'),
  url_refused: of(422, 'This URL may not be fetched.'),
  url_unreachable: of(422, 'The URL returned no content.'),
  idempotency_conflict: of(409, 'This Idempotency-Key was used with another request.'),
  idempotency_in_progress: of(409, 'The first request with this Idempotency-Key is still running.'),
  quota_exceeded: of(429, 'A quota is used up.'),
  cancelled: of(499, 'The request was cancelled.'),
  deadline_exceeded: of(504, 'The request took too long and was stopped.'),
  storage_unavailable: of(503, 'The database or the file store is not available.'),
  vector_store_unavailable: of(503, 'The vector store is not available.'),
  queue_unavailable: of(503, 'The job queue is not available.'),
  model_unavailable: of(503, 'The language model is not available.'),
  model_invalid_output: of(502, 'The language model gave no usable output.'),
  model_context_exceeded: of(502, 'The prompt is longer than the language model can read.'),
  embedder_unavailable: of(503, 'The embedding model is not available.'),
  embedder_invalid_output: of(502, 'The embedding model gave no usable output.'),
  insufficient_storage: of(507, 'There is no storage space left.'),
  server_busy: of(503, 'The machine is too busy for this now; try again later.'),
  shutting_down: of(503, 'The server is shutting down.'),
  internal_error: of(500, 'Something went wrong on our side.'),
  unknown_tool: of(422, 'There is no such tool.'),
  invalid_arguments: of(422, 'The tool was called with unusable arguments.'),
  tool_timeout: of(504, 'A tool took too long.'),
  tool_unavailable: of(503, 'The service behind a tool is not available.'),
  tool_rate_limited: of(503, 'The service behind a tool refuses further requests for now.'),
  tool_failed: of(502, 'A tool failed.'),
  unsupported_format: of(415, 'This kind of file cannot be read.'),
  holds_other_files: of(415, 'The file is an archive of other files.'),
  document_empty: of(422, 'The document contains no text.'),
  document_encrypted: of(422, 'The document is encrypted.'),
  document_corrupt: of(422, 'The document is damaged.'),
  document_image_only: of(422, 'The document contains only images.'),
  archive_too_large: of(422, 'The document unpacks to too much data.'),
  document_too_complex: of(422, 'The document is too complex to read.'),
  parser_timeout: of(422, 'Reading the document took too long.'),
  parser_out_of_memory: of(422, 'Reading the document took too much memory.'),
  parser_crashed: of(422, 'The document could not be read.'),
  file_missing: of(500, 'The stored file is missing.'),
  index_verification_failed: of(500, 'The index could not be verified.'),
  worker_lost: of(500, 'The worker stopped unexpectedly.'),
};
