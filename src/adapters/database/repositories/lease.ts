import type { Lease } from '../../../ports/database/documents.js';
import type { Transaction } from './transaction.js';

/**
 * True while the task is ours. The row stays share-locked until the commit, so that nobody can take the lease between this check
 * and the writes after it.
 */
export const holdsLease = async (tx: Transaction, { taskId, epoch }: Lease): Promise<boolean> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM ingestion_tasks
    WHERE id = ${taskId}::uuid AND epoch = ${epoch} AND state = 'running' FOR SHARE`;
  return rows.length === 1;
};
