import type { Transaction } from '../../platform/database/transaction.js';
import { DocumentId } from '../../shared/ids.js';
import type { Scope } from '../../shared/scope.js';
import { toAudience, visibleTo } from '../rights.js';

/** Changes many documents, each kind of change in one statement. The caller must have checked the scope's right to do so. */
export const createBulkChanges = (tx: Transaction, scope: Scope) => ({
  /**
   * Locks rows until the transaction ends and returns the documents that it could lock, skipping those that another request is changing.
   * Tasks are locked first, as a worker does, to avoid a deadlock.
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
    await withholdEarlier(tx, scope, { ids, visibility });
    await tx.$executeRaw`
      UPDATE documents d SET visibility = ${toAudience(scope, visibility)}, updated_at = now()
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ANY(${[...ids]}::uuid[])`;
  },
});

type Shown = { ids: readonly DocumentId[]; visibility: string };

/**
 * Must be called before a document's visibility changes. If more people will see it, earlier versions become readable for the owner only,
 * because they were written for fewer people. A version that is still being read is not affected: it is meant for the new readers.
 */
export const withholdEarlier = async (
  tx: Transaction,
  scope: Scope,
  { ids, visibility }: Shown,
): Promise<void> => {
  if (visibility === 'private') return;
  await tx.$executeRaw`
    WITH d AS (
      SELECT d.tenant_id, d.id, d.version FROM documents d
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ANY(${[...ids]}::uuid[])
        AND d.visibility NOT IN ('tenant', ${toAudience(scope, visibility)})
      ORDER BY d.id FOR UPDATE OF d
    )
    UPDATE document_versions v SET owner_only = true FROM d
    WHERE v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version <> d.version
      AND v.status NOT IN ('queued', 'processing')`;
};
