import type { Transaction } from '../../platform/database/transaction.js';
import { DocumentId } from '../../shared/ids.js';
import type { Scope } from '../../shared/scope.js';
import { toAudience, visibleTo } from '../rights.js';

/** Changes of many documents, each in one statement; the caller has seen to it that the scope may. */
export const createBulkChanges = (tx: Transaction, scope: Scope) => ({
  /**
   * Takes the rows until the transaction ends and returns whose it got: not those that another request is changing. Tasks come first,
   * as for a worker, so that neither waits for the other in a circle.
   */
  lockAll: async (ids: readonly DocumentId[]): Promise<Set<DocumentId>> => {
    await tx.$executeRaw`
      SELECT FROM ingestion_tasks
      WHERE tenant_id = ${scope.tenantId}::uuid AND subject_kind = 'document' AND subject_id = ANY(${[...ids]}::uuid[])
      ORDER BY subject_id FOR UPDATE`;
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT d.id FROM documents d
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ANY(${[...ids]}::uuid[])
      ORDER BY d.id FOR UPDATE OF d SKIP LOCKED`;
    return new Set(rows.map(({ id }) => DocumentId.parse(id)));
  },
  showAllTo: async (ids: readonly DocumentId[], visibility: string): Promise<void> => {
    await tx.$executeRaw`
      UPDATE documents d SET visibility = ${toAudience(scope, visibility)}, updated_at = now()
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ANY(${[...ids]}::uuid[])`;
  },
});
