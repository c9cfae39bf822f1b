import type { UserId } from '../../domain/ids.js';
import type { SystemScope } from '../../domain/scope.js';
import { toModelUsage } from '../../domain/usage.js';
import type { Database, ScopedRepositories } from '../../ports/database/index.js';
import type { Embeddings } from '../../ports/models.js';

type Spent = Pick<Embeddings, 'promptTokens' | 'costUsd'>;

/**
 * What a run has spent on embeddings, charged to whom the texts belong. A run that fails pays, too; one that is killed leaves at
 * most its last batch unpaid.
 */
export type EmbeddingBill = {
  add(spent: Spent): void;
  /** Charges what is unpaid in the transaction of this work: both or neither. */
  payWith(work: (tx: ScopedRepositories) => Promise<void>): Promise<void>;
  /** Charges what is unpaid; without any it asks for nothing. */
  pay(): Promise<void>;
  /** The same, and what is added after it is charged at once: a batch may still be on its way when the run fails. */
  end(): Promise<void>;
};

type Deps = { database: Pick<Database, 'withScope'> };

export const createEmbeddingBill = (
  { database }: Deps,
  scope: SystemScope,
  ownerId: UserId,
): EmbeddingBill => {
  let unpaid: Spent[] = [];
  let isOver = false;
  const payWith: EmbeddingBill['payWith'] = async (work) => {
    const due = unpaid;
    unpaid = [];
    const used = toModelUsage(due.map((spent) => ({ ...spent, completionTokens: 0 })));
    try {
      await database.withScope(scope, (tx) =>
        Promise.all([work(tx), due.length > 0 && tx.usage.add(ownerId, used)]),
      );
    } catch (error) {
      unpaid.unshift(...due);
      throw error;
    }
  };
  const pay = (): Promise<void> => payWith(() => Promise.resolve());
  return {
    add: (spent) => {
      if (spent.promptTokens !== 0 || spent.costUsd !== 0) unpaid.push(spent);
      if (isOver) pay().catch(() => undefined);
    },
    payWith,
    pay,
    end: () => {
      isOver = true;
      return pay();
    },
  };
};
