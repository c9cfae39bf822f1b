import type { DocumentId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { sql } from '../platform/database/sql.js';
import { fromVersion } from './document-versions.js';
import { referencedFileKeys, unreferencedFileKeys } from './file-keys.js';
import { held, type Lease } from '../tasks/index.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Progress, VersionId, ParsedVersion } from './document.js';

/** Work that has begun; what is ready stays so. */
const PROCESSING = sql`CASE WHEN status IN ('queued', 'failed') THEN 'processing' ELSE status END`;

/** The worker's side: every write asks first whether the lease still holds. */
export const createDocumentIngestion = (tx: Transaction, { tenantId }: Scope) => ({
  saveParsed: async (
    { documentId, version }: VersionId,
    parsed: ParsedVersion,
    lease: Lease,
  ): Promise<boolean> => {
    const count = await tx.$executeRaw`
      WITH ${held(lease)}, v AS (
        UPDATE document_versions SET text = ${toStorableText(parsed.text)}, mime_type = ${parsed.mimeType},
          language = ${parsed.language}, page_count = ${parsed.pageCount}, chunk_count = ${parsed.chunkCount}
        FROM held WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}
        RETURNING *
      )
      UPDATE documents d SET ${fromVersion(sql`d.version = v.version`)}, updated_at = now()
      FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND d.status <> 'deleting'`;
    return count === 1;
  },
  /** A ready document stays ready; what is reported then is its replacement's. */
  saveProgress: async (
    { documentId, version }: VersionId,
    progress: Progress,
    lease: Lease,
  ): Promise<boolean> => {
    const count = await tx.$executeRaw`
      WITH ${held(lease)}, v AS (
        UPDATE document_versions SET status = ${PROCESSING}
        FROM held WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}
        RETURNING tenant_id, document_id
      )
      UPDATE documents d SET stage = ${progress.stage}, progress_done = ${progress.done},
        progress_total = ${progress.total}, updated_at = now(), status = ${PROCESSING}
      FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND d.status <> 'deleting'`;
    return count === 1;
  },
  /** Removes rows of document, versions and chunks; returns the file keys that nothing refers to any more. */
  purge: (id: DocumentId, lease: Lease): Promise<string[]> => purge(tx, { tenantId, id }, lease),
  /** Of these file keys, those that some version still refers to. */
  referencedFileKeys: (keys: readonly string[]): Promise<string[]> =>
    referencedFileKeys(tx, tenantId, keys),
});

const purge = async (
  tx: Transaction,
  { tenantId, id }: { tenantId: string; id: DocumentId },
  lease: Lease,
): Promise<string[]> => {
  const rows = await tx.$queryRaw<{ fileKey: string }[]>`
    WITH ${held(lease)}
    SELECT DISTINCT file_key AS "fileKey" FROM held, document_versions
    WHERE tenant_id = ${tenantId}::uuid AND document_id = ${id}::uuid`;
  await tx.$executeRaw`
    WITH ${held(lease)}
    DELETE FROM documents USING held WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
  return unreferencedFileKeys(
    tx,
    tenantId,
    rows.map(({ fileKey }) => fileKey),
  );
};
