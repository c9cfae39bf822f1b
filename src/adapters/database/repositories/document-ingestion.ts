import { z } from 'zod';
import { DocumentId } from '../../../domain/ids.js';
import type { Scope } from '../../../domain/scope.js';
import type {
  DocumentRepository,
  DocumentVersionRecord,
  Lease,
} from '../../../ports/database/documents.js';
import { holdsLease } from './lease.js';
import { toStorableText } from './text.js';
import type { Transaction } from './transaction.js';

type Ingestion = Pick<
  DocumentRepository,
  'version' | 'saveParsed' | 'saveProgress' | 'finish' | 'purge' | 'referencedFileKeys'
>;

const VersionRow = z.object({
  documentId: DocumentId,
  version: z.int(),
  fileKey: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  text: z.string().nullable(),
}) satisfies z.ZodType<DocumentVersionRecord>;

/** The worker's side: every write asks first whether the lease still holds. */
export const createDocumentIngestion = (tx: Transaction, { tenantId }: Scope): Ingestion => ({
  version: async (documentId, version) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT document_id AS "documentId", version, file_key AS "fileKey", filename, mime_type AS "mimeType", text
      FROM document_versions
      WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}`;
    return rows[0] ? VersionRow.parse(rows[0]) : null;
  },
  saveParsed: async (id, parsed, lease) => {
    if (!(await holdsLease(tx, lease))) return false;
    const count = await tx.$executeRaw`
      WITH d AS (
        UPDATE documents SET mime_type = ${parsed.mimeType}, language = ${parsed.language},
          page_count = ${parsed.pageCount}, chunk_count = ${parsed.chunkCount}, updated_at = now()
        WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND status <> 'deleting'
        RETURNING tenant_id, id, version
      )
      UPDATE document_versions v SET text = ${toStorableText(parsed.text)}, mime_type = ${parsed.mimeType}
      FROM d WHERE v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.version`;
    return count === 1;
  },
  saveProgress: async (id, progress, lease) => {
    if (!(await holdsLease(tx, lease))) return false;
    // A ready document that is indexed anew stays readable meanwhile.
    const count = await tx.$executeRaw`
      UPDATE documents SET stage = ${progress.stage}, progress_done = ${progress.done},
        progress_total = ${progress.total}, updated_at = now(),
        status = CASE WHEN status IN ('queued', 'failed') THEN 'processing' ELSE status END
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND status <> 'deleting'`;
    return count === 1;
  },
  finish: async (id, { status, errorCode }, lease) => {
    if (!(await holdsLease(tx, lease))) return false;
    const count = await tx.$executeRaw`
      UPDATE documents SET status = ${status}, error_code = ${errorCode}, updated_at = now(),
        stage = CASE WHEN ${status} = 'ready' THEN 'ready' ELSE stage END,
        progress_done = CASE WHEN ${status} = 'ready' THEN progress_total ELSE progress_done END
      WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND status <> 'deleting'`;
    return count === 1;
  },
  purge: (id, lease) => purge(tx, { tenantId, id }, lease),
  referencedFileKeys: (keys) => referencedFileKeys(tx, tenantId, keys),
});

const purge = async (
  tx: Transaction,
  { tenantId, id }: { tenantId: string; id: DocumentId },
  lease: Lease,
): Promise<string[]> => {
  if (!(await holdsLease(tx, lease))) return [];
  const rows = await tx.$queryRaw<{ fileKey: string }[]>`
    SELECT DISTINCT file_key AS "fileKey" FROM document_versions
    WHERE tenant_id = ${tenantId}::uuid AND document_id = ${id}::uuid`;
  await tx.$executeRaw`DELETE FROM documents WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
  const keys = rows.map(({ fileKey }) => fileKey);
  const referenced = new Set(await referencedFileKeys(tx, tenantId, keys));
  return keys.filter((key) => !referenced.has(key));
};

const referencedFileKeys = async (
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<string[]> => {
  if (keys.length === 0) return [];
  const rows = await tx.$queryRaw<{ fileKey: string }[]>`
    SELECT DISTINCT file_key AS "fileKey" FROM document_versions
    WHERE tenant_id = ${tenantId}::uuid AND file_key = ANY(${[...keys]}::text[])`;
  return rows.map(({ fileKey }) => fileKey);
};
