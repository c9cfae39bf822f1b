import { isAppError } from '../shared/errors.js';
import type { UserId } from '../shared/ids.js';
import type { SystemScope } from '../shared/scope.js';
import { toModelUsage } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Embeddings } from '../platform/models/model.js';
import type { Logger } from '../platform/telemetry/telemetry.js';

type Spent = Pick<Embeddings, 'promptTokens' | 'costUsd'>;

/**
 * What a run has spent on embeddings, charged to whom the texts belong, never twice. A run that fails pays, too; one that is killed
 * leaves its last two batches unpaid at most, and so does one whose database goes away.
 */
export type EmbeddingBill = {
  add(spent: Spent): void;
  /** Charges what is unpaid in the transaction of this work: both or neither. */
  payWith(work: (tx: ScopedRepositories) => Promise<void>): Promise<void>;
  /** Charges what is unpaid; without any it asks for nothing. */
  pay(): Promise<void>;
  /** The same for a run that has ended, whose own failure is the one to be told: never rejects. */
  close(): Promise<void>;
};

type Deps = { database: Pick<Database, 'withScope'>; logger: Logger };

export const createEmbeddingBill = (
  { database, logger }: Deps,
  scope: SystemScope,
  ownerId: UserId,
): EmbeddingBill => {
  let unpaid: Spent[] = [];
  const payWith: EmbeddingBill['payWith'] = async (work) => {
    const due = unpaid;
    unpaid = [];
    const used = toModelUsage(due.map((spent) => ({ ...spent, completionTokens: 0 })));
    try {
      await database.withScope(scope, (tx) =>
        // First, as in every transaction that charges and writes a memory.
        Promise.all([due.length > 0 && tx.usage.add(ownerId, used), work(tx)]),
      );
    } catch (error) {
      if (!mayHavePaid(error)) unpaid.unshift(...due);
      throw error;
    }
  };
  const pay = (): Promise<void> => payWith(() => Promise.resolve());
  return {
    add: (spent) => {
      if (spent.promptTokens !== 0 || spent.costUsd !== 0) unpaid.push(spent);
    },
    payWith,
    pay,
    close: () =>
      pay().catch((error: unknown) => {
        logger.warn({ err: error, userId: ownerId }, 'Embeddings of a failed run are not charged');
      }),
  };
};

/** Nobody knows whether PostgreSQL has kept what it was not there to confirm. */
const mayHavePaid = (error: unknown): boolean =>
  isAppError(error) && error.code === 'storage_unavailable';
