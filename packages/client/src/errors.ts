import type { components } from './api.js';

export type Problem = components['schemas']['Problem'];

/** Codes of the API, and those of what never reached it or came back as something else. */
export type ErrorCode = Problem['code'] | OwnCode;

type OwnCode =
  /** No answer came: the address is wrong, the server is away, or the network is. */
  | 'connection_failed'
  /** The answer began and was cut off. */
  | 'connection_lost'
  /** The content to be sent was changed or removed while it was read. */
  | 'file_changed'
  /** No answer of this API, as of a proxy before it. */
  | 'unexpected_answer';

type Details = Partial<Pick<Problem, 'status' | 'requestId' | 'errors'>> & {
  code: ErrorCode;
  /** Before that the same request would be refused again. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

/** A request that was refused or failed; `code` tells why, and the list of codes is closed. */
export class KnowledgeRouterError extends Error {
  override readonly name = 'KnowledgeRouterError';
  readonly code: ErrorCode;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  /** Fields of the request that were refused. */
  readonly errors: readonly { path: string; message: string }[];

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.errors = details.errors ?? [];
  }
}

/** True of a refusal or failure of this API; of one code, where that is given. */
export const isKnowledgeRouterError = (
  error: unknown,
  code?: ErrorCode,
): error is KnowledgeRouterError =>
  error instanceof KnowledgeRouterError && (code === undefined || error.code === code);

/** The error that an answer stands for; of what is no answer of ours the status is all that is told. */
export const toError = async (response: Response): Promise<KnowledgeRouterError> => {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const retryAfterMs = toMs(headers.get('retry-after'));
  const problem = toProblem(text);
  if (problem !== null) return fromProblem(problem, retryAfterMs);
  return new KnowledgeRouterError(
    `The server answered ${status}, but not in the form of this API.`,
    {
      code: 'unexpected_answer',
      status,
      retryAfterMs,
      requestId: headers.get('x-request-id') ?? '',
    },
  );
};

export const fromProblem = (problem: Problem, retryAfterMs?: number): KnowledgeRouterError => {
  const { detail, code, status, requestId, errors = [] } = problem;
  const fields = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return new KnowledgeRouterError(fields === '' ? detail : `${detail} ${fields}.`, {
    code,
    status,
    requestId,
    errors,
    retryAfterMs,
  });
};

const toProblem = (text: string): Problem | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isProblem(value) ? value : null;
  } catch {
    return null;
  }
};

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' &&
  value !== null &&
  ['code', 'detail', 'requestId'].every((name) => typeof Reflect.get(value, name) === 'string') &&
  typeof Reflect.get(value, 'status') === 'number';

/** Seconds or a date; undefined of anything else. */
const toMs = (retryAfter: string | null): number | undefined => {
  if (retryAfter === null || retryAfter.trim() === '') return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};
