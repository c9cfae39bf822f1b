/** Every code that a caller can meet, including those of ingestion. Closed: the API maps each to a status, and OpenAPI lists them all. */
export const ERROR_CODES = [
  'unparsable_request',
  'validation_failed',
  'unsupported_parameter',
  'unauthenticated',
  'credential_missing',
  'credential_malformed',
  'credential_expired',
  'forbidden',
  'key_unconfirmed',
  'account_inactive',
  'password_change_required',
  'sign_in_off',
  'webhooks_off',
  'identity_provider_unavailable',
  'not_found',
  'route_not_found',
  'gone',
  'method_not_allowed',
  'conflict',
  'precondition_failed',
  'session_busy',
  'under_hold',
  'payload_too_large',
  'unsupported_media_type',
  'not_acceptable',
  'rate_limited',
  'too_many_parallel_chats',
  'too_many_parallel_searches',
  'too_many_parallel_uploads',
  'too_many_parallel_downloads',
  'too_many_streams',
  'url_refused',
  'url_unreachable',
  'idempotency_conflict',
  'idempotency_in_progress',
  'quota_exceeded',
  'cancelled',
  'deadline_exceeded',
  'storage_unavailable',
  'vector_store_unavailable',
  'queue_unavailable',
  'model_unavailable',
  'model_invalid_output',
  'model_context_exceeded',
  'embedder_unavailable',
  'embedder_invalid_output',
  'insufficient_storage',
  'server_busy',
  'shutting_down',
  'internal_error',
  'unknown_tool',
  'invalid_arguments',
  'tool_timeout',
  'tool_unavailable',
  'tool_rate_limited',
  'tool_failed',
  'unsupported_format',
  'holds_other_files',
  'document_empty',
  'document_encrypted',
  'document_corrupt',
  'document_image_only',
  'archive_too_large',
  'document_too_complex',
  'parser_timeout',
  'parser_out_of_memory',
  'parser_crashed',
  'file_missing',
  'index_verification_failed',
  'worker_lost',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What may be wrong with a field, for programs with their own messages. */
export const FIELD_CODES = [
  ...(['missing', 'unknown', 'wrong_type', 'wrong_format', 'not_a_choice'] as const),
  ...(['too_short', 'too_long', 'too_few', 'too_many', 'too_small', 'too_big'] as const),
] as const;

export type FieldError = {
  path: string;
  message: string;
  code?: (typeof FIELD_CODES)[number];
  /** The number for a code such as `too_short`. */
  limit?: number;
};

type Details = { cause?: unknown; errors?: readonly FieldError[]; retryAfterSec?: number };

/** A foreseen failure. The message is for the caller and contains no secrets; the cause is internal. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSec: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSec = details.retryAfterSec;
  }
}

/** The name of an error from any realm: workers and Jest have their own `Error`, which `instanceof` does not recognize. */
export const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

export const isAppError = (error: unknown): error is AppError =>
  error instanceof AppError || nameOf(error) === 'AppError';

const FIELDS_IN_A_SENTENCE = 3;

/** An error for a request with these invalid fields; its message names the first of them. */
export const fieldsRefused = (errors: readonly FieldError[]): AppError => {
  const named = errors
    .slice(0, FIELDS_IN_A_SENTENCE)
    .map(({ path, message }) => `${path === '' ? 'the body' : path} ${message}`);
  const more = errors.length - named.length;
  const sentence = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return new AppError('validation_failed', `The request was refused: ${sentence}.`, { errors });
};

export const notFound = (): AppError => new AppError('not_found', 'No such resource.');

/** Returns the value if there is one, or throws `not_found`. */
export const orNotFound = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw notFound();
  return value;
};
