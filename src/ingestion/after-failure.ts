import { ParserTimeout } from '../parsing/index.js';
import { isAppError, type ErrorCode } from '../shared/errors.js';
import { MAX_TRIES, type IngestionTask } from '../tasks/index.js';

/** Retrying cannot help: the file itself, or its absence, is the cause. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set([
  'unsupported_format',
  'holds_other_files',
  'document_empty',
  'document_encrypted',
  'document_corrupt',
  'document_image_only',
  'archive_too_large',
  'document_too_complex',
  'file_missing',
  // It used up its whole limit of own time, so a second try would end the same way.
  'parser_timeout',
] satisfies ErrorCode[]);

/** Not the subject's fault: retried until the other system is back, and never counted. */
const OUTAGES: ReadonlySet<ErrorCode> = new Set([
  'storage_unavailable',
  'vector_store_unavailable',
  'embedder_unavailable',
  'model_unavailable',
  'queue_unavailable',
  'insufficient_storage',
  'rate_limited',
  'deadline_exceeded',
  'server_busy',
] satisfies ErrorCode[]);

/** 4 to the power of this, times the base of two seconds: a little over two hours. */
const MAX_MEMORY_FOLDS = 6;
/** A file that used up all memory once will do so again; the second try is for a machine that had little left. */
const MAX_EXPENSIVE_TRIES = 2;

export type FailureDecision =
  | { kind: 'fail'; errorCode: ErrorCode }
  /** Counted; the delay quadruples each time. */
  | { kind: 'retry'; delayFactor: number }
  /** Not counted: the file is tried with the whole limit when its turn among the slow ones comes. */
  | { kind: 'move_to_slow' }
  /** The delay is the worker's shared back-off. */
  | { kind: 'wait_for_recovery' };

const MAX_DOUBLINGS = 5;

export type Backoff = { nextMs(): number; reset(): void };

/**
 * Decides what happens to a task whose work threw. A purge is never given up, because its data must be deleted. Nor is a memory, because
 * nobody would see its failure: it stays pending and is retried less and less often.
 */
export const decideAfterFailure = (
  error: unknown,
  { subjectKind, action, failures }: Pick<IngestionTask, 'subjectKind' | 'action' | 'failures'>,
): FailureDecision => {
  const errorCode = codeOf(error);
  if (OUTAGES.has(errorCode) || action === 'purge') return { kind: 'wait_for_recovery' };
  if (subjectKind === 'memory') {
    return { kind: 'retry', delayFactor: 4 ** Math.min(failures, MAX_MEMORY_FOLDS) };
  }
  if (wasFirstTry(error)) return { kind: 'move_to_slow' };
  const maxTries = errorCode === 'parser_out_of_memory' ? MAX_EXPENSIVE_TRIES : MAX_TRIES;
  if (PERMANENT.has(errorCode) || failures + 1 >= maxTries) return { kind: 'fail', errorCode };
  return { kind: 'retry', delayFactor: 4 ** failures };
};

/** A first try is short, so that many slow files do not delay others. */
const wasFirstTry = (error: unknown): boolean =>
  error instanceof ParserTimeout && !error.hadWholeLimit;

/** The error's code; `internal_error` for an unforeseen error. */
export const codeOf = (error: unknown): ErrorCode =>
  isAppError(error) ? error.code : 'internal_error';

/** Shared by all slots of a worker, so that a dead embedder is asked by few and less and less often. */
export const createBackoff = (baseMs: number, random: () => number = Math.random): Backoff => {
  let outages = 0;
  return {
    nextMs: () => {
      const ceiling = baseMs * 2 ** outages;
      outages = Math.min(outages + 1, MAX_DOUBLINGS);
      return ceiling * (0.5 + random() / 2);
    },
    reset: () => {
      outages = 0;
    },
  };
};
