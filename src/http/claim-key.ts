import { AppError } from '../shared/errors.js';
import type {
  IdempotencyRepository,
  IdempotencyClaim,
  IdempotencyRecord,
} from './idempotency-repository.js';

/** How long a key stands for the answer that its first request got. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

type Claimed =
  /** Ours to do; `previous` is the result that an attempt which failed or was cut off was claimed with. */
  | { kind: 'claimed'; previous: unknown }
  /** Done before. */
  | { kind: 'done'; result: unknown };

/** Of equal requests under one key, one is told to go ahead; the others are refused, or learn what came of it. */
export const claimKey = async (
  tx: { idempotency: IdempotencyRepository },
  claim: IdempotencyClaim,
  now: Date,
): Promise<Claimed> => {
  const record = await tx.idempotency.claim(claim);
  if (record === null) return { kind: 'claimed', previous: null };
  const verdict = judge(record, claim.requestHash, now);
  switch (verdict.kind) {
    case 'other_request':
      throw new AppError('idempotency_conflict', 'The Idempotency-Key was used otherwise.');
    case 'in_progress':
      throw new AppError('idempotency_in_progress', 'The first request still runs.', {
        // As long again as it has run: soon at first, seldom when the first request has died and only its lock is left.
        retryAfterSec: Math.max(1, Math.ceil(verdict.waitMs / 1_000)),
      });
    case 'claimed':
      await tx.idempotency.takeOver(claim);
      return verdict;
    case 'done':
      return verdict;
  }
};

type Verdict = Claimed | { kind: 'other_request' } | { kind: 'in_progress'; waitMs: number };

const judge = (record: IdempotencyRecord, requestHash: string, now: Date): Verdict => {
  if (now.getTime() - record.createdAt.getTime() > KEY_LIFETIME_MS) {
    return { kind: 'claimed', previous: null };
  }
  if (record.requestHash !== requestHash) return { kind: 'other_request' };
  if (record.state === 'done') return { kind: 'done', result: record.result };
  const leftMs = record.lockedUntil.getTime() - now.getTime();
  const ageMs = now.getTime() - record.createdAt.getTime();
  return record.state === 'running' && leftMs > 0
    ? { kind: 'in_progress', waitMs: Math.min(ageMs, leftMs) }
    : { kind: 'claimed', previous: record.result };
};
