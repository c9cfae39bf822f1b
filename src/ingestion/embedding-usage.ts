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
 * Charges the embedding cost of a run to the user who owns the texts, never twice. Failed runs are charged as well; a run that is killed,
 * or loses its database, leaves at most its last two batches uncharged.
 */
export const createEmbeddingUsage = (
  { database, logger }: Deps,
  scope: SystemScope,
  ownerId: UserId,
) => {
  let uncharged: Spent[] = [];
  /** Charges everything uncharged in the transaction of this work, together with what it writes: all or nothing. */
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
      // It is unknown whether PostgreSQL committed a transaction that it could not confirm.
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
    /** Charges everything uncharged; does nothing if there is nothing. */
    charge,
    /** The same for a finished run, whose own failure must be the one reported: never rejects. */
    close: (): Promise<void> =>
      charge().catch((error: unknown) => {
        logger.warn({ err: error, userId: ownerId }, 'Embeddings of a failed run are not charged');
      }),
  };
};
