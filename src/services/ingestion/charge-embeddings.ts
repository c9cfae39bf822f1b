import type { UserId } from '../../domain/ids.js';
import type { SystemScope } from '../../domain/scope.js';
import { toModelUsage } from '../../domain/usage.js';
import type { Database } from '../../ports/database/index.js';
import type { Embeddings } from '../../ports/models.js';

type Spent = Pick<Embeddings, 'promptTokens' | 'costUsd'>;

/** To whom the texts belong, and at once: a run that fails later has taken its tokens, too. */
export const createChargeEmbeddings =
  ({ database }: { database: Pick<Database, 'withScope'> }) =>
  async (scope: SystemScope, ownerId: UserId, spent: Spent): Promise<void> => {
    if (spent.promptTokens === 0 && spent.costUsd === 0) return;
    const used = toModelUsage([{ ...spent, completionTokens: 0 }]);
    await database.withScope(scope, (tx) => tx.usage.add(ownerId, used));
  };
