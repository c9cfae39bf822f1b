import { z } from 'zod';
import { emptySql, joinSql, rawSql, sql, type Sql } from '../platform/database/sql.js';
import { toJson, toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { notFound, type ErrorCode } from '../shared/errors.js';
import type { DocumentId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { toPlainLine } from '../shared/plain-line.js';
import { requireSystem, type Scope } from '../shared/scope.js';
import { held, type Lease } from '../tasks/index.js';
import type { DocumentEvents } from './events.js';
import { completeBatchesOf } from './many/batches-repository.js';
import { opensVersion, visibleTo } from './rights.js';
import {
  DocumentVersionRecord,
  ListedVersion,
  type NewVersion,
  type ParsedVersion,
  type Progress,
  type VersionId,
} from './schema.js';

/** The versions of documents and their files. Methods that take a lease are for workers, and write only while the lease is valid. */
export const createDocumentVersions = (
  tx: Transaction,
  scope: Scope,
  events: Pick<DocumentEvents, 'finished' | 'batchesCompleted'>,
) => ({
  ...createRequests(tx, scope),
  ...createKept(tx, scope),
  ...createWork(tx, scope, events),
  ...createRemovals(tx, scope),
});

const isVersion = ({ tenantId }: Scope, { documentId, version }: VersionId): Sql =>
  sql`tenant_id = ${tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}`;

/** The state of a document while its newest version waits; a ready document stays ready. */
const WAITING = sql`stage = 'queued', progress_done = 0, progress_total = 0, updated_at = now(),
  status = CASE WHEN d.status = 'ready' THEN 'ready' ELSE 'queued' END,
  error_code = CASE WHEN d.status = 'ready' THEN d.error_code END`;

const createRequests = (tx: Transaction, scope: Scope) => ({
  /** Adds a version to replace the current one and returns its number; if the document is not ready, the document shows that it waits. */
  addVersion: async (
    id: DocumentId,
    { filename, mimeType, sizeBytes, sha256, fileKey, isEdited = false }: NewVersion,
  ): Promise<number> => {
    const rows = await tx.$queryRaw<{ version: number }[]>`
      WITH d AS (
        UPDATE documents d SET latest_version = d.latest_version + 1, ${WAITING}
        WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid
        RETURNING d.tenant_id, d.id, d.latest_version, ${isEdited} AND d.source IS NOT NULL AS is_edited
      )
      INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256, is_edited)
      SELECT tenant_id, id, latest_version, ${fileKey}, ${toStorableText(filename)}, ${mimeType}, ${sizeBytes}, ${sha256}, is_edited
      FROM d RETURNING version`;
    if (rows[0] === undefined) throw notFound();
    return rows[0].version;
  },
  /** Queues a failed version again; once it is ready, everyone who may read the document can read it. */
  retryVersion: async (documentId: DocumentId, version: number): Promise<void> => {
    const count = await tx.$executeRaw`
      WITH v AS (
        UPDATE document_versions SET status = 'queued', error_code = NULL, owner_only = false
        WHERE ${isVersion(scope, { documentId, version })}
        RETURNING tenant_id, document_id
      )
      UPDATE documents d SET ${WAITING}
      FROM v WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND ${visibleTo(scope, 'metadata')}`;
    if (count === 0) throw notFound();
  },
  /** Hashes of the files of these versions, by document id. */
  hashesOf: async (versions: readonly VersionId[]): Promise<ReadonlyMap<DocumentId, string>> => {
    const ids = versions.map(({ documentId }) => documentId);
    const numbers = versions.map(({ version }) => version);
    const rows = await tx.$queryRaw<{ documentId: DocumentId; sha256: string }[]>`
      SELECT document_id AS "documentId", sha256 FROM document_versions
      WHERE tenant_id = ${scope.tenantId}::uuid
        AND (document_id, version) IN (SELECT * FROM unnest(${ids}::uuid[], ${numbers}::int[]))`;
    return new Map(rows.map(({ documentId, sha256 }) => [documentId, sha256]));
  },
  version: async (
    documentId: DocumentId,
    version: number,
  ): Promise<DocumentVersionRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT document_id AS "documentId", version, status, file_key AS "fileKey", filename, mime_type AS "mimeType",
        size_bytes AS "sizeBytes", sha256, is_edited AS "isEdited", owner_only AS "isOwnerOnly", chunk_count AS "chunkCount", created_at AS "createdAt", text IS NOT NULL AS "isParsed", EXISTS (
          SELECT FROM document_versions o WHERE o.tenant_id = v.tenant_id AND o.document_id = v.document_id
            AND o.version <> v.version AND o.status <> 'replaced'
        ) AS "hasOthers"
      FROM document_versions v WHERE ${isVersion(scope, { documentId, version })}`;
    return rows[0] ? DocumentVersionRecord.parse(rows[0]) : null;
  },
});

/** True if the file of version `v` can replace the current one of its document `d`. */
const RESTORABLE = sql`v.version <> d.version AND v.sha256 <> d.sha256 AND v.status IN ('ready', 'replaced')`;

/** For version `v` of document `d`. */
const WITHOUT_HOLD = sql`AND NOT is_held(v.tenant_id, d.owner_id, v.document_id, v.created_at, v.created_at)`;

const createKept = (tx: Transaction, scope: Scope) => ({
  /** Lists versions, newest first, for people who may read the document; leaves out versions that are reserved for its owner. */
  listVersions: async (
    documentId: DocumentId,
    { limit, after }: PageRequest,
  ): Promise<Page<ListedVersion>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT v.version, v.status, v.found_title AS title, v.filename, v.mime_type AS "mimeType", v.size_bytes AS "sizeBytes",
        v.sha256, v.created_at AS "createdAt", d.status = 'ready' AND v.version = d.version AS answers, ${RESTORABLE} AS restorable
      FROM documents d JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id
      WHERE ${visibleTo(scope, 'content')} AND d.id = ${documentId}::uuid AND ${opensVersion(scope)}
        ${after === undefined ? emptySql : sql`AND v.version < ${Number(after)}`}
      ORDER BY v.version DESC LIMIT ${limit + 1}`;
    const items = ListedVersion.array().parse(rows.slice(0, limit));
    const last = items.at(-1);
    return { items, nextAfter: rows.length > limit && last ? String(last.version) : null };
  },
  /**
   * Protects an existing version's row from deletion, like `fileKeyOf`: its file exists as long as the transaction lasts or a row refers to
   * it.
   */
  lockVersion: async (id: VersionId): Promise<void> => {
    await tx.$queryRaw`SELECT 1 FROM document_versions WHERE ${isVersion(scope, id)} FOR KEY SHARE`;
  },
  /**
   * Removes all versions except the current one, a failed newest one, and the last `kept` ready versions with different bytes, which stay
   * without text and passages. Returns the keys of files that nothing refers to any more.
   */
  dropOtherVersions: async (
    id: DocumentId,
    { kept, lease }: { kept: number; lease: Lease },
  ): Promise<string[]> => {
    return createFileKeys(tx, scope).unreferencedFileKeys(
      await tx.$queryRaw<FileRow[]>`
        WITH ${held(lease)}, d AS (
          SELECT tenant_id, id AS document_id, version, latest_version, sha256, owner_id FROM held, documents
          WHERE tenant_id = ${scope.tenantId}::uuid AND id = ${id}::uuid
        ), earlier AS (
          SELECT DISTINCT ON (v.sha256) tenant_id, document_id, v.version FROM document_versions v JOIN d USING (tenant_id, document_id)
          WHERE v.version < d.version AND v.status IN ('ready', 'replaced') AND v.sha256 <> d.sha256
          ORDER BY v.sha256, v.version DESC
        ), kept AS (SELECT * FROM earlier ORDER BY version DESC LIMIT ${kept}), emptied AS (
          UPDATE document_versions v SET status = 'replaced', text = NULL, chunk_count = 0, warnings = '[]' FROM kept k
          WHERE v.tenant_id = k.tenant_id AND v.document_id = k.document_id AND v.version = k.version AND v.status <> 'replaced'
        ), unread AS (
          DELETE FROM chunks c USING kept k
          WHERE c.tenant_id = k.tenant_id AND c.document_id = k.document_id AND c.version = k.version
        ), unlooked AS (
          DELETE FROM page_readings r USING kept k
          WHERE r.tenant_id = k.tenant_id AND r.document_id = k.document_id AND r.version = k.version
        )
        DELETE FROM document_versions v USING d
        WHERE v.tenant_id = d.tenant_id AND v.document_id = d.document_id AND v.version <> d.version
          AND v.version NOT IN (SELECT version FROM kept) AND NOT (v.version = d.latest_version AND v.status = 'failed') ${WITHOUT_HOLD}
        RETURNING v.file_key AS "fileKey"`,
    );
  },
  /**
   * Only for the system scope: removes the oldest kept versions of each document beyond this number, except those under a hold; maintenance
   * later collects their files.
   */
  dropKeptBeyond: (count: number): Promise<number> => {
    requireSystem(scope);
    return tx.$executeRaw`
      WITH kept AS (
        SELECT document_id, version, row_number() OVER (PARTITION BY document_id ORDER BY version DESC) AS place
        FROM document_versions WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'replaced'
      )
      DELETE FROM document_versions v USING kept, documents d
      WHERE v.tenant_id = ${scope.tenantId}::uuid AND v.document_id = kept.document_id AND v.version = kept.version
        AND kept.place > ${count} AND d.tenant_id = v.tenant_id AND d.id = v.document_id ${WITHOUT_HOLD}`;
  },
});

const createWork = (
  tx: Transaction,
  scope: Scope,
  events: Pick<DocumentEvents, 'finished' | 'batchesCompleted'>,
) => {
  const change = createChange(tx, scope);
  const write = async (...changed: Parameters<typeof change>): Promise<boolean> =>
    (await change(...changed)) !== null;
  return {
    /** Once parsed, the version's languages count among those of the tenant. */
    saveParsed: (id: VersionId, parsed: ParsedVersion, lease: Lease): Promise<boolean> => {
      const { text, title, mimeType, language, otherLanguages, pageCount, chunkCount, chunking } =
        parsed;
      const warnings = toJson(parsed.warnings);
      const foundTitle = title === null ? null : toPlainLine(title) || null;
      const version = sql`text = ${toStorableText(text)}, mime_type = ${mimeType}, language = ${language}, found_title = ${foundTitle},
        other_languages = ${[...otherLanguages]}::text[], page_count = ${pageCount}, chunk_count = ${chunkCount}, chunking = ${chunking}, warnings = ${warnings}::jsonb,
        status = ${begun(sql`status`)}`;
      return write({ id, lease }, { version, document: fromVersion(sql`d.version = v.version`) });
    },
    /** Saves the progress of work. A ready document stays ready and shows the progress as that of its replacement. */
    saveProgress: (id: VersionId, progress: Progress, lease: Lease): Promise<boolean> => {
      const { stage, done, total } = progress;
      const document = sql`stage = ${stage}, progress_done = ${done}, progress_total = ${total},
        status = ${begun(sql`d.status`)}`;
      return write({ id, lease }, { version: sql`status = ${begun(sql`status`)}`, document });
    },
    /** True if the version has passages in a language that no ready document has, while other documents are ready or have been. */
    bringsLanguage: async (id: VersionId): Promise<boolean> => {
      const ready = sql`SELECT FROM documents d WHERE d.tenant_id = v.tenant_id AND d.status = 'ready'`;
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM document_versions v, unnest(v.language || v.other_languages) AS brought
        WHERE ${isVersion(scope, id)} AND NOT EXISTS (${ready} AND d.language = brought)
          AND NOT EXISTS (${ready} AND brought = ANY(d.other_languages))
          AND EXISTS (
            SELECT FROM documents d WHERE d.tenant_id = v.tenant_id AND d.status IN ('ready', 'deleting')
          ) LIMIT 1`;
      return rows.length > 0;
    },
    /**
     * Ends the work on a version. If it became `ready`, it is now the current version; a failed replacement leaves the document unchanged.
     * Emits an event unless the version had already finished.
     */
    finish: async (
      id: VersionId,
      { status, errorCode }: { status: 'ready' | 'failed'; errorCode: ErrorCode | null },
      lease: Lease,
    ): Promise<boolean> => {
      const version = sql`status = ${status}, error_code = ${errorCode}`;
      const document = status === 'ready' ? PROMOTED : toFailed(errorCode);
      const changed = await change({ id, lease }, { version, document });
      if (changed === null) return false;
      const { documentId, version: number } = id;
      if (changed.statusBefore !== status) {
        await events.finished({ documentId, version: number, status, errorCode });
      }
      await completeBatchesOf({ tx, scope, events }, [documentId]);
      return true;
    },
  };
};

/** Changes a version and its document, aliased `v` and `d`, in one statement; null if the lease is lost. */
const createChange =
  (tx: Transaction, scope: Scope) =>
  async (
    { id, lease }: { id: VersionId; lease: Lease },
    changes: { version: Sql; document: Sql },
  ): Promise<{ statusBefore: string } | null> => {
    const rows = await tx.$queryRaw<{ statusBefore: string }[]>`
    WITH ${held(lease)}, before AS (SELECT status FROM document_versions WHERE ${isVersion(scope, id)}), v AS (
      UPDATE document_versions SET ${changes.version} FROM held WHERE ${isVersion(scope, id)}
      RETURNING tenant_id, document_id, version, found_title, ${joinSql(SHARED_COLUMNS)}
    )
    UPDATE documents d SET ${changes.document}, updated_at = now()
    FROM v, before WHERE d.tenant_id = v.tenant_id AND d.id = v.document_id AND d.status <> 'deleting'
    RETURNING before.status AS "statusBefore"`;
    return rows[0] ?? null;
  };

/** Shows that work has begun; the status `ready` stays. */
const begun = (status: Sql): Sql =>
  sql`CASE WHEN ${status} IN ('queued', 'failed') THEN 'processing' ELSE ${status} END`;

/**
 * The columns that a document copies from its current version. The text is not copied, because it would be read from disk with each row.
 */
const SHARED_COLUMNS = ['filename', 'mime_type', 'size_bytes', 'sha256']
  .concat('language', 'other_languages', 'page_count', 'chunk_count', 'warnings')
  .map(rawSql);

const fromVersion = (condition: Sql): Sql =>
  joinSql([
    sql`title = CASE WHEN ${condition} AND NOT d.title_given THEN coalesce(v.found_title, d.title) ELSE d.title END`,
    ...SHARED_COLUMNS.map(
      (column) => sql`${column} = CASE WHEN ${condition} THEN v.${column} ELSE d.${column} END`,
    ),
  ]);

const PROMOTED = sql`${fromVersion(sql`true`)}, version = v.version, status = 'ready', error_code = NULL,
  stage = 'ready', progress_done = v.chunk_count, progress_total = v.chunk_count`;

const ANOTHER_ANSWERS = sql`d.status = 'ready' AND d.version <> v.version`;

/** Sets a document to failed unless another version is current. If no progress had been written, the document failed while being parsed. */
const toFailed = (errorCode: ErrorCode | null): Sql => sql`
  status = CASE WHEN ${ANOTHER_ANSWERS} THEN d.status ELSE 'failed' END,
  error_code = CASE WHEN ${ANOTHER_ANSWERS} THEN d.error_code ELSE ${errorCode} END,
  stage = CASE WHEN ${ANOTHER_ANSWERS} THEN 'ready' WHEN d.stage = 'queued' THEN 'parse' ELSE d.stage END`;

const createFileKeys = (tx: Transaction, { tenantId }: Scope) => {
  const referencedFileKeys = async (keys: readonly string[]): Promise<string[]> => {
    if (keys.length === 0) return [];
    const rows = await tx.$queryRaw<FileRow[]>`
      SELECT DISTINCT file_key AS "fileKey" FROM document_versions
      WHERE tenant_id = ${tenantId}::uuid AND file_key = ANY(${[...keys]}::text[])`;
    return rows.map(({ fileKey }) => fileKey);
  };
  const unreferencedFileKeys = async (rows: readonly FileRow[]): Promise<string[]> => {
    const keys = [...new Set(rows.map(({ fileKey }) => fileKey))];
    const referenced = new Set(await referencedFileKeys(keys));
    return keys.filter((key) => !referenced.has(key));
  };
  return { referencedFileKeys, unreferencedFileKeys };
};

const createRemovals = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  const { referencedFileKeys, unreferencedFileKeys } = createFileKeys(tx, scope);
  return {
    /** Lists the files that versions refer to, each once, ordered by key and starting after `after`. */
    storedFiles: async ({ after, limit }: { after: string; limit: number }): Promise<FileOf[]> => {
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT DISTINCT ON (file_key) file_key AS "fileKey", size_bytes AS "sizeBytes", sha256
        FROM document_versions
        WHERE tenant_id = ${tenantId}::uuid AND file_key > ${after} ORDER BY file_key LIMIT ${limit}`;
      return FileOf.array().parse(rows);
    },
    /** Returns the file keys that some version still refers to. */
    referencedFileKeys,
    /** Removes the rows of a document, its versions and chunks; returns the file keys that nothing refers to any more. */
    purge: async (id: DocumentId, lease: Lease): Promise<string[]> => {
      const rows = await tx.$queryRaw<FileRow[]>`
        WITH ${held(lease)}
        SELECT file_key AS "fileKey" FROM held, document_versions
        WHERE tenant_id = ${tenantId}::uuid AND document_id = ${id}::uuid`;
      await tx.$executeRaw`
        WITH ${held(lease)}
        DELETE FROM documents USING held WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
      return unreferencedFileKeys(rows);
    },
    /**
     * Finds the file of any version in the tenant with these bytes. Its row is locked against deletion, so that a transaction that gives up
     * the file sees the new reference: the file exists as long as the transaction lasts or a row refers to it.
     */
    fileKeyOf: async (sha256: string): Promise<string | null> => {
      const rows = await tx.$queryRaw<FileRow[]>`
        SELECT file_key AS "fileKey" FROM document_versions
        WHERE tenant_id = ${tenantId}::uuid AND sha256 = ${sha256} LIMIT 1 FOR KEY SHARE SKIP LOCKED`;
      return rows[0]?.fileKey ?? null;
    },
  };
};

type FileRow = { fileKey: string };

const FileOf = z.object({ fileKey: z.string(), sizeBytes: z.int(), sha256: z.string() });
type FileOf = z.infer<typeof FileOf>;
