import type { ExecutionId } from '../shared/ids.js';

/** Named by the scope's tenant and user, the route and the client's key. */
export type IdempotencyName = { route: 'chat' | 'documents'; key: string };

export type IdempotencyRecord = {
  requestHash: string;
  state: 'running' | 'done' | 'failed';
  /** Until then a running first request keeps the key; also tells its claim from a later one. */
  lockedUntil: Date;
  /** Ids only. */
  result: unknown;
  createdAt: Date;
};

export type IdempotencyClaim = IdempotencyName &
  Pick<IdempotencyRecord, 'requestHash' | 'lockedUntil' | 'result'>;

/** Only the scope's own user's records exist here. */
export type IdempotencyRepository = {
  /** Creates the record as running; null when it was free, otherwise the record there is, locked until the commit. */
  claim(claim: IdempotencyClaim): Promise<IdempotencyRecord | null>;
  /** Makes an existing record a new running one. */
  takeOver(claim: IdempotencyClaim): Promise<void>;
  /** Ends the claim that was made with this lock; a later one stays as it is. */
  settle(
    claim: IdempotencyName & { lockedUntil: Date },
    end: { state: 'done'; result: unknown } | { state: 'failed' },
  ): Promise<void>;
  /** Removes the messages of an own execution that ended without an answer: its question is about to be asked again. */
  takeBackMessages(executionId: ExecutionId): Promise<void>;
  /** System scope: removes what was created longer ago than this and returns how many. */
  removeExpired(ageMs: number): Promise<number>;
};
