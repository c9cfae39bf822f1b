import { z } from 'zod';
import { orderBy } from '../platform/database/list-order.js';
import { emptySql, joinSql, sql, type Sql } from '../platform/database/sql.js';
import { toJson, toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { notFound } from '../shared/errors.js';
import { toPlainLine } from '../shared/plain-line.js';
import { DocumentId, type UserId } from '../shared/ids.js';
import type { DocumentFilter } from '../shared/document-filter.js';
import type { PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import type { DocumentEvents } from './events.js';
import { matching, readableCollection } from './filter-sql.js';
import { createListing } from './listing.js';
import { orderOf, type DocumentSort } from './list-order.js';
import { completeBatchesOf } from './many/batches-repository.js';
import { createBulkChanges, withholdEarlier } from './many/bulk-changes.js';
import { createSourcePlaces, ownFrom } from './many/source-places.js';
import { isContentReader, toAudience, toVisibility, visibleTo } from './rights.js';
import {
  DocumentRecord,
  IngestionStage,
  type DocumentStatus,
  type Metadata,
  type NewDocument,
} from './schema.js';
import { createDocumentVersions } from './versions-repository.js';
import { shownTitle } from '../tenancy/opens-content.js';
import { titleOfFile } from './file-names.js';

/** Selects the documents of a list; without conditions, selects all documents that the scope may see. */
type ListedDocuments = {
  status?: DocumentStatus | undefined;
  filter?: DocumentFilter | undefined;
  /** Only the reader's own documents from this source. */
  source?: string | undefined;
  /** A text that the title must contain, ignoring case. */
  title?: string | undefined;
};

export type DocumentListRequest = ListedDocuments & PageRequest & { sort?: DocumentSort };

type DocumentChanges = {
  title?: string | undefined;
  visibility?: string | undefined;
  metadata?: Metadata | undefined;
  sourcePath?: string | undefined;
};

export type DocumentRepository = ReturnType<typeof createDocumentRepository>;

/** Limits the documents that a user finds and changes by `visibleTo(scope)`; versions, files and languages cover the whole tenant. */
export const createDocumentRepository = (
  tx: Transaction,
  scope: Scope,
  events: DocumentEvents,
) => ({
  ...createReads(tx, scope),
  ...createContentReads(tx, scope),
  ...createListing(tx, scope),
  ...createChanges(tx, scope),
  ...createDeletions(tx, scope, events),
  ...createDocumentVersions(tx, scope, events),
  ...createSourcePlaces(tx, scope),
  ...createBulkChanges(tx, scope),
});

/** Columns of the table `documents`, aliased `d`. */
const columnsFor = (
  scope: Scope,
): Sql => sql`d.id, d.owner_id AS "ownerId", d.title, d.title_given AS "isTitleGiven", d.filename,
  d.mime_type AS "mimeType", d.size_bytes AS "sizeBytes", d.sha256, d.language, d.status, d.stage,
  d.progress_done AS "progressDone", d.progress_total AS "progressTotal", d.error_code AS "errorCode", d.version,
  d.chunk_count AS "chunkCount", d.page_count AS "pageCount", d.warnings, d.visibility AS audience, d.metadata,
  d.source, d.source_path AS "sourcePath",
  d.created_at AS "createdAt", d.updated_at AS "updatedAt", (
    SELECT jsonb_build_object('version', n.version, 'status', n.status, 'errorCode', n.error_code)
    FROM document_versions n
    WHERE d.latest_version > d.version AND n.tenant_id = d.tenant_id AND n.document_id = d.id
      AND n.version = d.latest_version
  ) AS replacement, ${toVisibility(scope, sql`d.visibility`)} AS visibility, ARRAY(
    SELECT m.collection_id FROM collection_documents m
    JOIN collections k ON k.tenant_id = m.tenant_id AND k.id = m.collection_id
    WHERE m.tenant_id = d.tenant_id AND m.document_id = d.id AND ${readableCollection(scope)} ORDER BY m.collection_id
  ) AS "collectionIds"`;

const listed = (scope: Scope, { status, filter, source, title }: ListedDocuments): Sql => {
  const ofStatus = status === undefined ? emptySql : sql`AND d.status = ${status}`;
  const matched = filter === undefined ? emptySql : sql`AND ${matching(filter, scope)}`;
  const fromThere = source === undefined ? emptySql : sql`AND ${ownFrom(scope, source)}`;
  // Uses an ICU collation, because a database with the locale C lower-cases only ASCII.
  const titled =
    title === undefined
      ? emptySql
      : sql`AND strpos(lower((${shownTitle(scope)}) COLLATE "und-x-icu"), lower(${title}::text COLLATE "und-x-icu")) > 0`;
  return sql`${visibleTo(scope, 'metadata')} ${ofStatus} ${matched} ${fromThere} ${titled}`;
};

const createReads = (tx: Transaction, scope: Scope) => {
  const select = (which: Sql) =>
    tx.$queryRaw<unknown[]>`SELECT ${columnsFor(scope)} FROM documents d WHERE ${which}`;
  return {
    /**
     * Finds a queued, processing or ready document with the same bytes, owner and visibility; one that has a place is only found on
     * request. Until the transaction ends, equal uploads wait here.
     */
    findDuplicate: async (
      document: Pick<NewDocument, 'ownerId' | 'sha256' | 'visibility'>,
      { isPlaced = true }: { isPlaced?: boolean } = {},
    ): Promise<DocumentRecord | null> => {
      const { ownerId, sha256, visibility } = document;
      // The lock lasts until the commit: of several equal uploads, the first creates the document and the others find it.
      const lock = [scope.tenantId, ownerId, sha256, visibility].join('/');
      const [, rows] = await Promise.all([
        tx.$lock(lock),
        select(sql`
          ${visibleTo(scope, 'metadata')} AND d.owner_id = ${ownerId}::uuid AND d.sha256 = ${sha256}
            AND d.visibility = ${toAudience(scope, visibility)} AND d.status IN ('queued', 'processing', 'ready')
            ${isPlaced ? emptySql : sql`AND d.source IS NULL`}
          ORDER BY d.id LIMIT 1`),
      ]);
      return toDocumentOrNull(scope, rows);
    },
    find: async (id: DocumentId): Promise<DocumentRecord | null> =>
      toDocumentOrNull(
        scope,
        await select(sql`${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`),
      ),
    /** Returns the existing documents among the ids, in any order. */
    findAll: async (ids: readonly DocumentId[]): Promise<DocumentRecord[]> => {
      if (ids.length === 0) return [];
      const rows = await select(
        sql`${visibleTo(scope, 'metadata')} AND d.id = ANY(${[...ids]}::uuid[])`,
      );
      return rows.map((row) => toDocument(scope, row));
    },
    // Finds only documents with readable content: an admin looks up a title to read it, and another person's private document with the same
    // title must not be in the way.
    findByTitle: async (title: string): Promise<DocumentRecord | null> =>
      toDocumentOrNull(
        scope,
        await select(sql`
          ${visibleTo(scope, 'content')} AND lower(d.title) = lower(${title})
          ORDER BY d.status = 'ready' DESC, d.title = ${title} DESC, d.id DESC LIMIT 1`),
      ),
    list: async ({ limit, after, sort = '-createdAt', ...which }: DocumentListRequest) => {
      const { beyond, order, key, toPage } = orderBy(orderOf(scope), sort, { limit, after });
      const rows = await tx.$queryRaw<{ sortKey: string }[]>`
        SELECT ${columnsFor(scope)}, ${key} FROM documents d WHERE ${listed(scope, which)} ${beyond}
        ORDER BY ${order} LIMIT ${limit + 1}`;
      return toPage(rows, (row) => toDocument(scope, row));
    },
    count: async (which: ListedDocuments): Promise<number> => {
      const rows = await tx.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM documents d WHERE ${listed(scope, which)}`;
      return rows[0]?.count ?? 0;
    },
  };
};

const createContentReads = (tx: Transaction, scope: Scope) => ({
  /** Counts documents that the scope may read and whose first version is queued or being processed. */
  unread: async (): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM documents d
      WHERE ${visibleTo(scope, 'content')} AND d.status IN ('queued', 'processing')`;
    return rows[0]?.count ?? 0;
  },
  /** Reads the normalised text of the live version under the reader's scope, which hides private text from admins. */
  readText: async (id: DocumentId): Promise<string | null> => {
    const rows = await tx.$queryRaw<{ text: string | null }[]>`
      SELECT v.text FROM documents d
      JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.version
      WHERE ${visibleTo(scope, 'content')} AND d.id = ${id}::uuid AND d.status = 'ready'`;
    return rows[0]?.text ?? null;
  },
  /** Returns the ready documents with this metadata that the scope may read; null if there are more than `limit`. */
  idsToSearch: async (
    metadata: Metadata | undefined,
    limit: number,
  ): Promise<DocumentId[] | null> => {
    const having =
      metadata === undefined ? emptySql : sql`AND d.metadata @> ${toJson(metadata)}::jsonb`;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT d.id FROM documents d
      WHERE ${visibleTo(scope, 'content')} AND d.status = 'ready' ${having}
      LIMIT ${limit + 1}`;
    return rows.length > limit ? null : toIds(rows);
  },
  /**
   * Lists the languages of the tenant's documents and passages, most frequent first, and counts the ready documents. Includes versions that
   * are still being read, so that a search started before a version became ready can also find it.
   */
  languages: async (): Promise<{ languages: string[]; readyDocuments: number }> => {
    const rows = await tx.$queryRaw<{ language: string; ready: number }[]>`
      SELECT language, (sum(count(*) FILTER (WHERE "isMain")) OVER ())::int AS ready FROM (
        SELECT language, true AS "isMain" FROM documents
        WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'ready' AND language IS NOT NULL
        UNION ALL
        SELECT unnest(other_languages), false FROM documents
        WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'ready' AND other_languages <> '{}'
        UNION ALL
        SELECT unnest(language || other_languages), false FROM document_versions
        WHERE tenant_id = ${scope.tenantId}::uuid AND status IN ('queued', 'processing')
          AND language IS NOT NULL
      ) AS found
      GROUP BY language ORDER BY count(*) FILTER (WHERE "isMain") DESC, count(*) DESC, language`;
    const languages = rows.map(({ language }) => language);
    return { languages, readyDocuments: rows[0]?.ready ?? 0 };
  },
});

const toDocumentOrNull = (scope: Scope, rows: readonly unknown[]): DocumentRecord | null =>
  rows.length === 0 ? null : toDocument(scope, rows[0]);

const DocumentRow = DocumentRecord.omit({ progress: true }).extend({
  stage: IngestionStage,
  progressDone: z.int(),
  progressTotal: z.int(),
  isTitleGiven: z.boolean(),
});

/** The only function that converts rows: every document that a person sees, changes or watches passes through it. */
const toDocument = (scope: Scope, row: unknown): DocumentRecord => {
  const { stage, progressDone, progressTotal, isTitleGiven, ...document } = DocumentRow.parse(row);
  const progress = { stage, done: progressDone, total: progressTotal };
  return withholdContent(scope, { document: { ...document, progress }, isTitleGiven });
};

const IdRow = z.object({ id: DocumentId });

const toIds = (rows: readonly unknown[]): DocumentId[] => rows.map((row) => IdRow.parse(row).id);

/** The document's place in its source becomes free at once. */
const DELETING = sql`status = 'deleting', source = NULL, source_path = NULL, updated_at = now()`;

const createChanges = (tx: Transaction, scope: Scope) => ({
  create: async (document: NewDocument): Promise<DocumentRecord> => {
    const { id, mimeType, fileKey, place = null } = document;
    const title = toPlainLine(document.title);
    const isGiven = document.isProvisional !== true;
    const filename = toStorableText(document.filename);
    const rows = await tx.$queryRaw<unknown[]>`
      WITH d AS (
        INSERT INTO documents (tenant_id, id, owner_id, title, title_given, filename, mime_type, size_bytes, sha256, visibility, metadata, source, source_path)
        VALUES (${scope.tenantId}::uuid, ${id}::uuid, ${document.ownerId}::uuid, ${title}, ${isGiven}, ${filename}, ${mimeType},
          ${document.sizeBytes}, ${document.sha256}, ${toAudience(scope, document.visibility)},
          ${toJson(document.metadata)}::jsonb, ${place?.source}, ${place?.sourcePath})
        RETURNING *
      ), v AS (
        INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256)
        SELECT tenant_id, id, version, ${fileKey}, filename, mime_type, size_bytes, sha256 FROM d
      )
      SELECT ${columnsFor(scope)} FROM d`;
    return toDocument(scope, rows[0]);
  },
  update: async (id: DocumentId, changes: DocumentChanges): Promise<DocumentRecord> => {
    const { visibility } = changes;
    if (visibility !== undefined) await withholdEarlier(tx, scope, { ids: [id], visibility });
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE documents d SET ${toAssignments(scope, changes)}
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid
      RETURNING ${columnsFor(scope)}`;
    if (rows.length === 0) throw notFound();
    return toDocument(scope, rows[0]);
  },
  /** Makes documents with this audience private; vectors that still carry the old audience are then found by their owners only. */
  makePrivate: async (audience: string): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      WITH changed AS (
        UPDATE documents SET visibility = 'private', updated_at = now()
        WHERE tenant_id = ${scope.tenantId}::uuid AND visibility = ${audience} RETURNING status
      ) SELECT count(*) FILTER (WHERE status <> 'deleting')::int AS count FROM changed`;
    return rows[0]?.count ?? 0;
  },
});

const createDeletions = (tx: Transaction, scope: Scope, events: DocumentEvents) => ({
  /** Makes a document unreadable from now on; its rows are deleted when the purge task is done. */
  markDeleting: async (id: DocumentId): Promise<void> => {
    await events.deleting([id]);
    const count = await tx.$executeRaw`
      UPDATE documents d SET ${DELETING}
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`;
    if (count === 0) throw notFound();
    await completeBatchesOf({ tx, scope, events }, [id]);
  },
  /** Does the same as `markDeleting` for many documents at once; the caller must have checked the scope's right to delete them. */
  markAllDeleting: async (ids: readonly DocumentId[]): Promise<void> => {
    await events.deleting(ids);
    await tx.$executeRaw`
      UPDATE documents d SET ${DELETING}
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ANY(${[...ids]}::uuid[])`;
    await completeBatchesOf({ tx, scope, events }, ids);
  },
  /** Hides documents that no longer exist in their source; the webhooks for their deletion are sent now. */
  withdraw: async (ids: readonly DocumentId[]): Promise<void> => {
    await events.deleting(ids);
    await tx.$executeRaw`
      UPDATE documents d SET is_withdrawn = true WHERE ${visibleTo(scope, 'metadata')} AND d.id = ANY(${[...ids]}::uuid[])`;
  },
  /** Shows a withdrawn document again; false if there is no such document. Only background work can see withdrawn documents. */
  restoreWithdrawn: async (id: DocumentId): Promise<boolean> => {
    const count = await tx.$executeRaw`
      UPDATE documents d SET is_withdrawn = false
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid AND d.is_withdrawn AND d.status <> 'deleting'`;
    return count > 0;
  },
  /** Marks all private documents of a user as deleting and returns their ids; nobody else could read them, so no events are sent. */
  markPrivateOfUserDeleting: async (userId: UserId): Promise<DocumentId[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE documents d SET ${DELETING}
      WHERE ${visibleTo(scope, 'metadata')} AND d.owner_id = ${userId}::uuid AND d.visibility = 'private'
        AND d.status <> 'deleting'
      RETURNING d.id`;
    return toIds(rows);
  },
});

const toAssignments = (
  scope: Scope,
  { title, visibility, metadata, sourcePath }: DocumentChanges,
): Sql =>
  joinSql([
    sql`updated_at = now()`,
    ...(title === undefined ? [] : [sql`title = ${toPlainLine(title)}, title_given = true`]),
    ...(visibility === undefined ? [] : [sql`visibility = ${toAudience(scope, visibility)}`]),
    ...(metadata === undefined ? [] : [sql`metadata = ${toJson(metadata)}::jsonb`]),
    ...(sourcePath === undefined ? [] : [sql`source_path = ${sourcePath}`]),
  ]);

type Stored = { document: DocumentRecord; isTitleGiven: boolean };

/**
 * Removes from a document what this reader may not know. Anyone who may not read the content learns nothing derived from it: no title from
 * the file, no digest to test guesses against, no exact size, no reading problems.
 */
const withholdContent = (scope: Scope, { document, isTitleGiven }: Stored): DocumentRecord => {
  if (scope.kind === 'system' || scope.userId === document.ownerId) return document;
  // Folder names are only shown to the owner of the source.
  const placeless = { ...document, source: null, sourcePath: null };
  if (isContentReader(scope, document)) return placeless;
  const { title, filename, sizeBytes, chunkCount, pageCount, progress } = document;
  return {
    ...placeless,
    title: isTitleGiven ? title : titleOfFile(filename),
    sha256: null,
    sizeBytes: roundUp(Math.max(sizeBytes, SMALLEST_BYTES)),
    chunkCount: roundUp(chunkCount),
    pageCount: pageCount === null ? null : roundUp(pageCount),
    progress: { ...progress, done: roundUp(progress.done), total: roundUp(progress.total) },
    warnings: [],
  };
};

const SMALLEST_BYTES = 1024;

const roundUp = (count: number): number => (count <= 0 ? 0 : 2 ** Math.ceil(Math.log2(count)));
