import type { Embeddings } from '../platform/models/model.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { isAppError } from '../shared/errors.js';
import type { UserId } from '../shared/ids.js';
import type { SystemScope } from '../shared/scope.js';
import { toModelUsage, type UsedAmounts } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';

type Spent = Pick<Embeddings, 'promptTokens' | 'costUsd'>;

type Deps = { database: Pick<Database, 'withScope'>; logger: Logger };

export type EmbeddingUsage = ReturnType<typeof createEmbeddingUsage>;

/**
 * Charges what a run has spent on embeddings to the user whom the texts belong to, never twice. Failed runs are charged, too; a killed one
 * leaves its last two batches uncharged at most, and so does one whose database goes away.
 */
export const createEmbeddingUsage = (
  { database, logger }: Deps,
  scope: SystemScope,
  ownerId: UserId,
) => {
  let uncharged: Spent[] = [];
  /** Charges what is uncharged, and what the work itself makes, in the transaction of this work: all or nothing. */
  const chargeWith = async (
    work: (tx: ScopedRepositories) => Promise<void>,
    made: UsedAmounts = {},
  ): Promise<void> => {
    const due = uncharged;
    uncharged = [];
    const spent = toModelUsage(due.map((call) => ({ ...call, completionTokens: 0 })));
    const used = { ...spent, ...made };
    const isAnything = due.length > 0 || made.chunks !== undefined;
    try {
      await database.withScope(scope, (tx) =>
        // First, as in every transaction that charges and writes a memory.
        Promise.all([isAnything && tx.usage.add(ownerId, used), work(tx)]),
      );
    } catch (error) {
      // Nobody knows whether PostgreSQL has kept what it was not there to confirm.
      const mayBeCharged = isAppError(error) && error.code === 'storage_unavailable';
      if (!mayBeCharged) uncharged.unshift(...due);
      throw error;
    }
  };
  const charge = async (): Promise<void> => {
    if (uncharged.length > 0) await chargeWith(() => Promise.resolve());
  };
  return {
    add: (spent: Spent): void => {
      if (spent.promptTokens !== 0 || spent.costUsd !== 0) uncharged.push(spent);
    },
    chargeWith,
    /** Charges what is uncharged; without any it asks for nothing. */
    charge,
    /** The same for a run that has ended, whose own failure is the one to be told: never rejects. */
    close: (): Promise<void> =>
      charge().catch((error: unknown) => {
        logger.warn({ err: error, userId: ownerId }, 'Embeddings of a failed run are not charged');
      }),
  };
};
