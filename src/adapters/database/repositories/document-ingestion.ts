import { z } from 'zod';
import { DocumentId } from '../../../domain/ids.js';
import type { Scope } from '../../../domain/scope.js';
import type {
  DocumentRepository,
  DocumentVersionRecord,
  Lease,
} from '../../../ports/database/documents.js';
import { Prisma } from '../../../generated/prisma/client.js';
import { holdsLease } from './lease.js';
import { toStorableText } from './text.js';
import type { Transaction } from './transaction.js';

type Ingestion = Pick<
  DocumentRepository,
  | 'version'
  | 'saveParsed'
  | 'saveProgress'
  | 'finish'
  | 'dropOtherVersions'
  | 'purge'
  | 'referencedFileKeys'
>;

const VersionRow = z.object({
  documentId: DocumentId,
  version: z.int(),
  fileKey: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  chunkCount: z.int(),
  createdAt: z.date(),
  hasOthers: z.boolean(),
  text: z.string().nullable(),
}) satisfies z.ZodType<DocumentVersionRecord>;

/** The worker's side: every write asks first whether the lease still holds. */
export const createDocumentIngestion = (tx: Transaction, { tenantId }: Scope): Ingestion => ({
  version: async (documentId, version) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT document_id AS "documentId", version, file_key AS "fileKey", filename, mime_type AS "mimeType",
        size_bytes AS "sizeBytes", sha256, chunk_count AS "chunkCount", created_at AS "createdAt", text, EXISTS (
          SELECT FROM document_versions o WHERE o.tenant_id = v.tenant_id AND o.document_id = v.document_id
            AND o.version <> v.version
        ) AS "hasOthers"
      FROM document_versions v
      WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}`;
    return rows[0] ? VersionRow.parse(rows[0]) : null;
  },
  saveParsed: async ({ documentId, version }, parsed, lease) => {
    if (!(await holdsLease(tx, lease))) return false;
    const count = await tx.$executeRaw`
      WITH v AS (
        UPDATE document_versions SET text = ${toStorableText(parsed.text)}, mime_type = ${parsed.mimeType},
          language = ${parsed.language}, page_count = ${parsed.pageCount}, chunk_count = ${parsed.chunkCount}
        WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}
        RETURNING *
      )
      UPDATE documents d SET ${fromVersion(Prisma.sql`d.version = v.version`)}, updated_at = now()
      FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND d.status <> 'deleting'`;
    return count === 1;
  },
  saveProgress: async ({ documentId, version }, progress, lease) => {
    if (!(await holdsLease(tx, lease))) return false;
    const count = await tx.$executeRaw`
      WITH v AS (
        UPDATE document_versions SET status = 'processing'
        WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}
          AND status IN ('queued', 'failed')
      )
      UPDATE documents SET stage = ${progress.stage}, progress_done = ${progress.done},
        progress_total = ${progress.total}, updated_at = now(),
        status = CASE WHEN status IN ('queued', 'failed') THEN 'processing' ELSE status END
      WHERE tenant_id = ${tenantId}::uuid AND id = ${documentId}::uuid AND status <> 'deleting'`;
    return count === 1;
  },
  finish: async (version, { status, errorCode }, lease) => {
    if (!(await holdsLease(tx, lease))) return false;
    const where = { tenantId, ...version };
    return status === 'ready' ? promote(tx, where) : markFailed(tx, where, errorCode);
  },
  dropOtherVersions: async (id, lease) => {
    if (!(await holdsLease(tx, lease))) return [];
    const rows = await tx.$queryRaw<{ fileKey: string }[]>`
      DELETE FROM document_versions v USING documents d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.id = ${id}::uuid AND v.tenant_id = d.tenant_id
        AND v.document_id = d.id AND v.version <> d.version
        AND NOT (v.version = d.latest_version AND v.status = 'failed')
      RETURNING v.file_key AS "fileKey"`;
    return unreferenced(
      tx,
      tenantId,
      rows.map(({ fileKey }) => fileKey),
    );
  },
  purge: (id, lease) => purge(tx, { tenantId, id }, lease),
  referencedFileKeys: (keys) => referencedFileKeys(tx, tenantId, keys),
});

type Target = { tenantId: string; documentId: DocumentId; version: number };

/** The document says of itself what its answering version says. */
const fromVersion = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.join(
    ['filename', 'mime_type', 'size_bytes', 'sha256', 'language', 'page_count', 'chunk_count'].map(
      (name) => {
        const column = Prisma.raw(name);
        return Prisma.sql`${column} = CASE WHEN ${condition} THEN v.${column} ELSE d.${column} END`;
      },
    ),
  );

const promote = async (tx: Transaction, target: Target): Promise<boolean> => {
  const count = await tx.$executeRaw`
    WITH v AS (
      UPDATE document_versions SET status = 'ready', error_code = NULL
      WHERE tenant_id = ${target.tenantId}::uuid AND document_id = ${target.documentId}::uuid
        AND version = ${target.version}
      RETURNING *
    )
    UPDATE documents d SET ${fromVersion(Prisma.sql`true`)}, version = v.version, status = 'ready', error_code = NULL,
      stage = 'ready', progress_done = d.progress_total, updated_at = now()
    FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND d.status <> 'deleting'`;
  return count === 1;
};

const markFailed = async (
  tx: Transaction,
  target: Target,
  errorCode: string | null,
): Promise<boolean> => {
  const count = await tx.$executeRaw`
    WITH v AS (
      UPDATE document_versions SET status = 'failed', error_code = ${errorCode}
      WHERE tenant_id = ${target.tenantId}::uuid AND document_id = ${target.documentId}::uuid
        AND version = ${target.version}
      RETURNING tenant_id, document_id, version
    ), judged AS (
      SELECT d.tenant_id, d.id, d.status = 'ready' AND d.version <> v.version AS answers
      FROM documents d JOIN v ON d.tenant_id = v.tenant_id AND d.id = v.document_id
    )
    UPDATE documents d SET updated_at = now(),
      status = CASE WHEN j.answers THEN d.status ELSE 'failed' END,
      error_code = CASE WHEN j.answers THEN d.error_code ELSE ${errorCode} END,
      stage = CASE WHEN j.answers THEN 'ready' ELSE d.stage END
    FROM judged j WHERE d.tenant_id = j.tenant_id AND d.id = j.id AND d.status <> 'deleting'`;
  return count === 1;
};

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
  return unreferenced(
    tx,
    tenantId,
    rows.map(({ fileKey }) => fileKey),
  );
};

const unreferenced = async (
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<string[]> => {
  const referenced = new Set(await referencedFileKeys(tx, tenantId, keys));
  return [...new Set(keys)].filter((key) => !referenced.has(key));
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
