import type { DocumentId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import type { DocumentRepository, Lease } from './documents-port.js';
import { Prisma } from '../generated/prisma/client.js';
import { fromVersion } from './document-versions.js';
import { referencedFileKeys, unreferencedFileKeys } from './file-keys.js';
import { held } from '../tasks/lease.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';

type Ingestion = Pick<
  DocumentRepository,
  'saveParsed' | 'saveProgress' | 'purge' | 'referencedFileKeys'
>;

/** Work that has begun; what is ready stays so. */
const PROCESSING = Prisma.sql`CASE WHEN status IN ('queued', 'failed') THEN 'processing' ELSE status END`;

/** The worker's side: every write asks first whether the lease still holds. */
export const createDocumentIngestion = (tx: Transaction, { tenantId }: Scope): Ingestion => ({
  saveParsed: async ({ documentId, version }, parsed, lease) => {
    const count = await tx.$executeRaw`
      WITH ${held(lease)}, v AS (
        UPDATE document_versions SET text = ${toStorableText(parsed.text)}, mime_type = ${parsed.mimeType},
          language = ${parsed.language}, page_count = ${parsed.pageCount}, chunk_count = ${parsed.chunkCount}
        FROM held WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}
        RETURNING *
      )
      UPDATE documents d SET ${fromVersion(Prisma.sql`d.version = v.version`)}, updated_at = now()
      FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND d.status <> 'deleting'`;
    return count === 1;
  },
  saveProgress: async ({ documentId, version }, progress, lease) => {
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
  purge: (id, lease) => purge(tx, { tenantId, id }, lease),
  referencedFileKeys: (keys) => referencedFileKeys(tx, tenantId, keys),
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
