import { z } from 'zod';
import type { ErrorDialect, Problem } from '../http/index.js';

export const OPENAI_BASE = '/openai/v1';

export const OpenAiError = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string(),
    }),
  })
  .meta({ id: 'OpenAiError', description: "An error in OpenAI's format." });
type OpenAiError = z.infer<typeof OpenAiError>;

/** Repeating these would fail again, or repeat what was already done. Clients retry twice on their own. */
const NOT_TO_BE_RETRIED: ReadonlySet<string> = new Set([
  'conflict',
  'session_busy',
  'idempotency_conflict',
  'idempotency_in_progress',
  'quota_exceeded',
  'deadline_exceeded',
  'model_invalid_output',
  'insufficient_storage',
  'internal_error',
]);

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** The error that an OpenAI client shows: our sentence, our code, and the first invalid field. */
export const toOpenAiError = (problem: Problem): OpenAiError => {
  const status = statusOf(problem);
  const other = status >= 500 ? 'server_error' : 'invalid_request_error';
  return {
    error: {
      message: problem.detail,
      type: TYPES[status] ?? other,
      param: problem.errors?.[0]?.path ?? null,
      code: problem.code,
    },
  };
};

/** These clients expect 400 for an invalid field. */
const statusOf = ({ code, status }: Problem): number =>
  code === 'validation_failed' ? 400 : status;

export const OPENAI_DIALECT: ErrorDialect = {
  base: OPENAI_BASE,
  schema: OpenAiError,
  tell: (problem) => ({
    status: statusOf(problem),
    body: toOpenAiError(problem),
    headers: NOT_TO_BE_RETRIED.has(problem.code) ? { 'x-should-retry': 'false' } : {},
  }),
};
