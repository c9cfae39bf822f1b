import { DocumentId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { sql, joinSql, rawSql, type Sql } from '../platform/database/sql.js';
import { held, type Lease } from '../tasks/index.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type {
  Progress,
  VersionId,
  ParsedVersion,
  DocumentStatus,
  DocumentVersionRecord,
  NewVersion,
} from './schema.js';
import { z } from 'zod';
import { notFound, type ErrorCode } from '../shared/errors.js';
import { visibleTo } from './rights.js';

type Handle = { tx: Transaction; scope: Scope };

type Target = { tenantId: string; documentId: DocumentId; version: number; lease: Lease };

/** The versions of documents and their files. What takes a lease is the worker's, and is written only while that lease holds. */
export const createDocumentVersions = (tx: Transaction, scope: Scope) => {
  const handle = { tx, scope };
  const { tenantId } = scope;
  return {
    /** Adds what is to replace the version that answers, and returns its number; a document that is not ready waits for it. */
    addVersion: (id: DocumentId, version: NewVersion): Promise<number> =>
      addVersion(handle, id, version),
    /** A version that failed is queued again. */
    retryVersion: (id: DocumentId, version: number): Promise<void> =>
      retryVersion(handle, id, version),
    version: (id: DocumentId, version: number): Promise<DocumentVersionRecord | null> =>
      find(handle, id, version),
    saveParsed: (version: VersionId, parsed: ParsedVersion, lease: Lease): Promise<boolean> =>
      saveParsed(tx, { tenantId, ...version, lease }, parsed),
    /** A ready document stays ready; what is reported then is its replacement's. */
    saveProgress: (version: VersionId, progress: Progress, lease: Lease): Promise<boolean> =>
      saveProgress(tx, { tenantId, ...version, lease }, progress),
    /** From `ready` on this version answers. A replacement that failed leaves the document as it was. */
    finish: (
      version: VersionId,
      {
        status,
        errorCode,
      }: { status: Extract<DocumentStatus, 'ready' | 'failed'>; errorCode: ErrorCode | null },
      lease: Lease,
    ): Promise<boolean> => {
      const target = { tenantId, ...version, lease };
      return status === 'ready' ? promote(tx, target) : markFailed(tx, target, errorCode);
    },
    /** Removes all versions but the one that answers, and a newest one that failed; returns the file keys that nothing refers to any more. */
    dropOtherVersions: (id: DocumentId, lease: Lease): Promise<string[]> =>
      dropOthers(tx, { tenantId, id, lease }),
    /** Removes rows of document, versions and chunks; returns the file keys that nothing refers to any more. */
    purge: (id: DocumentId, lease: Lease): Promise<string[]> => purge(tx, { tenantId, id, lease }),
    /** The file of some version in the tenant with these bytes; it is there for as long as the transaction lasts or a row refers to it. */
    fileKeyOf: (sha256: string): Promise<string | null> => fileKeyOf(tx, tenantId, sha256),
    /** Of these file keys, those that some version still refers to. */
    referencedFileKeys: (keys: readonly string[]): Promise<string[]> =>
      referencedFileKeys(tx, tenantId, keys),
  };
};

const addVersion = async (
  { tx, scope }: Handle,
  id: DocumentId,
  { filename, mimeType, sizeBytes, sha256, fileKey }: NewVersion,
): Promise<number> => {
  const rows = await tx.$queryRaw<{ version: number }[]>`
    WITH d AS (
      UPDATE documents d SET latest_version = d.latest_version + 1, updated_at = now(), stage = 'queued',
        progress_done = 0, progress_total = 0, error_code = CASE WHEN d.status = 'ready' THEN d.error_code END,
        status = CASE WHEN d.status = 'ready' THEN 'ready' ELSE 'queued' END
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid
      RETURNING d.tenant_id, d.id, d.latest_version
    )
    INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256)
    SELECT tenant_id, id, latest_version, ${fileKey}, ${toStorableText(filename)}, ${mimeType}, ${sizeBytes}, ${sha256}
    FROM d RETURNING version`;
  if (rows[0] === undefined) throw notFound();
  return rows[0].version;
};

const retryVersion = async (
  { tx, scope }: Handle,
  id: DocumentId,
  version: number,
): Promise<void> => {
  const count = await tx.$executeRaw`
    WITH v AS (
      UPDATE document_versions SET status = 'queued', error_code = NULL
      WHERE tenant_id = ${scope.tenantId}::uuid AND document_id = ${id}::uuid AND version = ${version}
      RETURNING tenant_id, document_id
    )
    UPDATE documents d SET stage = 'queued', progress_done = 0, progress_total = 0, updated_at = now(),
      status = CASE WHEN d.status = 'ready' THEN 'ready' ELSE 'queued' END,
      error_code = CASE WHEN d.status = 'ready' THEN d.error_code END
    FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND ${visibleTo(scope, 'metadata')}`;
  if (count === 0) throw notFound();
};

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
  isParsed: z.boolean(),
}) satisfies z.ZodType<DocumentVersionRecord>;

const find = async (
  { tx, scope: { tenantId } }: Handle,
  documentId: DocumentId,
  version: number,
): Promise<DocumentVersionRecord | null> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT document_id AS "documentId", version, file_key AS "fileKey", filename, mime_type AS "mimeType",
      size_bytes AS "sizeBytes", sha256, chunk_count AS "chunkCount", created_at AS "createdAt", text IS NOT NULL AS "isParsed", EXISTS (
        SELECT FROM document_versions o WHERE o.tenant_id = v.tenant_id AND o.document_id = v.document_id
          AND o.version <> v.version
      ) AS "hasOthers"
    FROM document_versions v
    WHERE tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}`;
  return rows[0] ? VersionRow.parse(rows[0]) : null;
};

const saveParsed = async (
  tx: Transaction,
  { tenantId, documentId, version, lease }: Target,
  parsed: ParsedVersion,
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
};

/** Work that has begun; what is ready stays so. */
const PROCESSING = sql`CASE WHEN status IN ('queued', 'failed') THEN 'processing' ELSE status END`;

const saveProgress = async (
  tx: Transaction,
  { tenantId, documentId, version, lease }: Target,
  progress: Progress,
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
};

const promote = async (tx: Transaction, target: Target): Promise<boolean> => {
  const count = await tx.$executeRaw`
    WITH ${held(target.lease)}, v AS (
      UPDATE document_versions SET status = 'ready', error_code = NULL
      FROM held WHERE tenant_id = ${target.tenantId}::uuid AND document_id = ${target.documentId}::uuid
        AND version = ${target.version}
      RETURNING *
    )
    UPDATE documents d SET ${fromVersion(sql`true`)}, version = v.version, status = 'ready', error_code = NULL,
      stage = 'ready', progress_done = v.chunk_count, progress_total = v.chunk_count, updated_at = now()
    FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND d.status <> 'deleting'`;
  return count === 1;
};

/** The document says of itself what its answering version says. */
const fromVersion = (condition: Sql): Sql =>
  joinSql(
    ['filename', 'mime_type', 'size_bytes', 'sha256', 'language', 'page_count', 'chunk_count'].map(
      (name) => {
        const column = rawSql(name);
        return sql`${column} = CASE WHEN ${condition} THEN v.${column} ELSE d.${column} END`;
      },
    ),
  );

/** Of what fails before its first progress was written only the beginning is known: parsing. */
const markFailed = async (
  tx: Transaction,
  target: Target,
  errorCode: string | null,
): Promise<boolean> => {
  const count = await tx.$executeRaw`
    WITH ${held(target.lease)}, v AS (
      UPDATE document_versions SET status = 'failed', error_code = ${errorCode}
      FROM held WHERE tenant_id = ${target.tenantId}::uuid AND document_id = ${target.documentId}::uuid
        AND version = ${target.version}
      RETURNING tenant_id, document_id, version
    ), judged AS (
      SELECT d.tenant_id, d.id, d.status = 'ready' AND d.version <> v.version AS answers
      FROM documents d JOIN v ON d.tenant_id = v.tenant_id AND d.id = v.document_id
    )
    UPDATE documents d SET updated_at = now(),
      status = CASE WHEN j.answers THEN d.status ELSE 'failed' END,
      error_code = CASE WHEN j.answers THEN d.error_code ELSE ${errorCode} END,
      stage = CASE WHEN j.answers THEN 'ready' WHEN d.stage = 'queued' THEN 'parse' ELSE d.stage END
    FROM judged j WHERE d.tenant_id = j.tenant_id AND d.id = j.id AND d.status <> 'deleting'`;
  return count === 1;
};

type LeasedDocument = { tenantId: string; id: DocumentId; lease: Lease };

const dropOthers = async (
  tx: Transaction,
  { tenantId, id, lease }: LeasedDocument,
): Promise<string[]> => {
  const rows = await tx.$queryRaw<{ fileKey: string }[]>`
    WITH ${held(lease)}
    DELETE FROM document_versions v USING documents d, held
    WHERE d.tenant_id = ${tenantId}::uuid AND d.id = ${id}::uuid AND v.tenant_id = d.tenant_id
      AND v.document_id = d.id AND v.version <> d.version
      AND NOT (v.version = d.latest_version AND v.status = 'failed')
    RETURNING v.file_key AS "fileKey"`;
  return unreferencedFileKeys(
    tx,
    tenantId,
    rows.map(({ fileKey }) => fileKey),
  );
};

/** Of these keys, those that nothing refers to any more. */
const unreferencedFileKeys = async (
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<string[]> => {
  const referenced = new Set(await referencedFileKeys(tx, tenantId, keys));
  return [...new Set(keys)].filter((key) => !referenced.has(key));
};

/** Of these keys, those that some version still refers to. */
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

const purge = async (
  tx: Transaction,
  { tenantId, id, lease }: LeasedDocument,
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

/** The row is locked against its deletion, so that whoever lets go of a file sees the reference that is being made. */
const fileKeyOf = async (
  tx: Transaction,
  tenantId: string,
  sha256: string,
): Promise<string | null> => {
  const rows = await tx.$queryRaw<{ fileKey: string }[]>`
    SELECT file_key AS "fileKey" FROM document_versions
    WHERE tenant_id = ${tenantId}::uuid AND sha256 = ${sha256} LIMIT 1 FOR KEY SHARE SKIP LOCKED`;
  return rows[0]?.fileKey ?? null;
};
