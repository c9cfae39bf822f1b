import type { components } from '../../generated/api.js';

type ProblemCode = components['schemas']['Problem']['code'];
export type FieldProblem = NonNullable<components['schemas']['Problem']['errors']>[number];

/** The reason why a request did not get what it asked for: the API's own words, or `offline` where nothing came back. */
export type Problem = {
  code: ProblemCode | 'offline';
  status: number;
  detail: string;
  errors: readonly FieldProblem[];
  retryAfterSec: number;
};

export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

const OFFLINE: Problem = {
  code: 'offline',
  status: 0,
  detail: '',
  errors: [],
  retryAfterSec: 2,
};

/** Turns anything thrown into a problem; what is not an answer of the API is a connection that was lost. */
export const toProblem = (error: unknown): Problem =>
  error instanceof RequestError ? error.problem : OFFLINE;

/** Reads the problem out of a response that reports a failure. */
export const readProblem = async (response: Response): Promise<Problem> => {
  const body: unknown = await response.json().catch(() => null);
  return parseProblem(body, response.status, response.headers.get('Retry-After'));
};

export const parseProblem = (
  body: unknown,
  status: number,
  retryAfter: string | null = null,
): Problem => {
  const retryAfterSec = Number(retryAfter ?? 2);
  // What stands in between (a proxy) answers in its own form.
  if (typeof body !== 'object' || body === null || !('code' in body)) {
    return { ...OFFLINE, status, retryAfterSec };
  }
  const { code, detail = '', errors = [] } = body as Partial<Problem>;
  return { code: code ?? 'internal_error', status, detail, errors, retryAfterSec };
};
