import { z } from 'zod';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { joinSql, sql, type Sql } from '../platform/database/sql.js';
import { toJson, toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { notFound } from '../shared/errors.js';
import { toPlainLine } from '../shared/plain-line.js';
import { DocumentId, type UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import { visibleTo } from './rights.js';
import { DocumentRecord, IngestionStage, type Metadata, type NewDocument } from './schema.js';
import { createDocumentVersions } from './versions-repository.js';
import { withholdContent } from './withhold.js';

type DocumentChanges = {
  title?: string | undefined;
  visibility?: string | undefined;
  metadata?: Metadata | undefined;
};

export type DocumentRepository = ReturnType<typeof createDocumentRepository>;

/** Over `documents` aliased `d`. */
const DOCUMENT_COLUMNS = sql`d.id, d.owner_id AS "ownerId", d.title, d.title_given AS "isTitleGiven", d.filename,
  d.mime_type AS "mimeType", d.size_bytes AS "sizeBytes", d.sha256, d.language, d.status, d.stage,
  d.progress_done AS "progressDone", d.progress_total AS "progressTotal", d.error_code AS "errorCode", d.version,
  d.chunk_count AS "chunkCount", d.page_count AS "pageCount", d.warnings, d.visibility AS audience, d.metadata,
  d.created_at AS "createdAt", d.updated_at AS "updatedAt", (
    SELECT jsonb_build_object('version', n.version, 'status', n.status, 'errorCode', n.error_code)
    FROM document_versions n
    WHERE d.latest_version > d.version AND n.tenant_id = d.tenant_id AND n.document_id = d.id
      AND n.version = d.latest_version
  ) AS replacement, CASE WHEN d.visibility LIKE 'group:%' THEN coalesce(
    (SELECT 'group:' || g.name FROM groups g WHERE g.tenant_id = d.tenant_id AND 'group:' || g.key = d.visibility), 'private'
  ) ELSE d.visibility END AS visibility`;

/** What a user finds and changes is limited by `visibleTo(scope)`; versions, their files and the languages are the whole tenant's. */
export const createDocumentRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createContentReads(tx, scope),
  ...createChanges(tx, scope),
  ...createDocumentVersions(tx, scope),
});

/** A visibility as rows hold it: a group by its key. What a group that is gone by now was to see is private. */
const toAudience = ({ tenantId }: Scope, visibility: string): Sql => {
  const [, name] = /^group:(.*)$/.exec(visibility) ?? [];
  if (name === undefined) return sql`${visibility}`;
  return sql`coalesce(
    (SELECT 'group:' || g.key FROM groups g WHERE g.tenant_id = ${tenantId}::uuid AND g.name = ${name}), 'private')`;
};

const createReads = (tx: Transaction, scope: Scope) => {
  const select = (which: Sql) =>
    tx.$queryRaw<unknown[]>`SELECT ${DOCUMENT_COLUMNS} FROM documents d WHERE ${which}`;
  return {
    /** Same bytes, same owner, same visibility, and that document queued, processing or ready. Until the transaction ends, equal uploads wait here. */
    findDuplicate: async (
      document: Pick<NewDocument, 'ownerId' | 'sha256' | 'visibility'>,
    ): Promise<DocumentRecord | null> => {
      const { ownerId, sha256, visibility } = document;
      // Until the commit, so that of many equal uploads at once the first creates and the others find.
      const lock = [scope.tenantId, ownerId, sha256, visibility].join('/');
      const [, rows] = await Promise.all([
        tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`,
        select(sql`
          ${visibleTo(scope, 'metadata')} AND d.owner_id = ${ownerId}::uuid AND d.sha256 = ${sha256}
            AND d.visibility = ${toAudience(scope, visibility)} AND d.status IN ('queued', 'processing', 'ready')
          ORDER BY d.id LIMIT 1`),
      ]);
      return toDocumentOrNull(scope, rows);
    },
    find: async (id: DocumentId): Promise<DocumentRecord | null> =>
      toDocumentOrNull(
        scope,
        await select(sql`${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`),
      ),
    // By content: an admin looks a title up to read it, and another's private namesake must not stand in the way.
    findByTitle: async (title: string): Promise<DocumentRecord | null> =>
      toDocumentOrNull(
        scope,
        await select(sql`
          ${visibleTo(scope, 'content')} AND lower(d.title) = lower(${title})
          ORDER BY d.status = 'ready' DESC, d.title = ${title} DESC, d.id DESC LIMIT 1`),
      ),
    list: async (page: PageRequest): Promise<Page<DocumentRecord>> => {
      const rows = await select(sql`
        ${visibleTo(scope, 'metadata')} ${olderThan(sql`d.id`, page)}
        ORDER BY d.id DESC LIMIT ${beyond(page)}`);
      return toPage(
        rows.map((row) => toDocument(scope, row)),
        page,
      );
    },
  };
};

const createContentReads = (tx: Transaction, scope: Scope) => ({
  /** Normalised text of the live version, under the reader's scope (an admin gets no private text). */
  readText: async (id: DocumentId): Promise<string | null> => {
    const rows = await tx.$queryRaw<{ text: string | null }[]>`
      SELECT v.text FROM documents d
      JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.version
      WHERE ${visibleTo(scope, 'content')} AND d.id = ${id}::uuid AND d.status = 'ready'`;
    return rows[0]?.text ?? null;
  },
  /** The ready ones with this metadata that the scope may read; null when they are more than `limit`. */
  idsByMetadata: async (metadata: Metadata, limit: number): Promise<DocumentId[] | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT d.id FROM documents d
      WHERE ${visibleTo(scope, 'content')} AND d.status = 'ready' AND d.metadata @> ${toJson(metadata)}::jsonb
      LIMIT ${limit + 1}`;
    return rows.length > limit ? null : toIds(rows);
  },
  /** Languages of the ready documents of the tenant and of their passages, most frequent first. */
  languages: async (): Promise<string[]> => {
    const rows = await tx.$queryRaw<{ language: string }[]>`
      SELECT language FROM (
        SELECT language, true AS "isMain" FROM documents
        WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'ready' AND language IS NOT NULL
        UNION ALL
        SELECT unnest(other_languages), false FROM documents
        WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'ready' AND other_languages <> '{}'
      ) AS found
      GROUP BY language ORDER BY count(*) FILTER (WHERE "isMain") DESC, count(*) DESC, language`;
    return rows.map(({ language }) => language);
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

/** Here and nowhere else: every document that a person is shown, changes or watches comes by this way. */
const toDocument = (scope: Scope, row: unknown): DocumentRecord => {
  const { stage, progressDone, progressTotal, isTitleGiven, ...document } = DocumentRow.parse(row);
  const progress = { stage, done: progressDone, total: progressTotal };
  return withholdContent(scope, { document: { ...document, progress }, isTitleGiven });
};

const IdRow = z.object({ id: DocumentId });

const toIds = (rows: readonly unknown[]): DocumentId[] => rows.map((row) => IdRow.parse(row).id);

const createChanges = (tx: Transaction, scope: Scope) => ({
  create: async (document: NewDocument): Promise<DocumentRecord> => {
    const { id, mimeType, fileKey } = document;
    const title = toPlainLine(document.title);
    const isGiven = document.isProvisional !== true;
    const filename = toStorableText(document.filename);
    const rows = await tx.$queryRaw<unknown[]>`
      WITH d AS (
        INSERT INTO documents (tenant_id, id, owner_id, title, title_given, filename, mime_type, size_bytes, sha256, visibility, metadata)
        VALUES (${scope.tenantId}::uuid, ${id}::uuid, ${document.ownerId}::uuid, ${title}, ${isGiven}, ${filename}, ${mimeType},
          ${document.sizeBytes}, ${document.sha256}, ${toAudience(scope, document.visibility)},
          ${toJson(document.metadata)}::jsonb)
        RETURNING *
      ), v AS (
        INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256)
        SELECT tenant_id, id, version, ${fileKey}, filename, mime_type, size_bytes, sha256 FROM d
      )
      SELECT ${DOCUMENT_COLUMNS} FROM d`;
    return toDocument(scope, rows[0]);
  },
  update: async (id: DocumentId, changes: DocumentChanges): Promise<DocumentRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE documents d SET ${toAssignments(scope, changes)}
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid
      RETURNING ${DOCUMENT_COLUMNS}`;
    if (rows.length === 0) throw notFound();
    return toDocument(scope, rows[0]);
  },
  /** Unreadable from here on; rows go when the purge task is done. */
  markDeleting: async (id: DocumentId): Promise<void> => {
    const count = await tx.$executeRaw`
      UPDATE documents d SET status = 'deleting', updated_at = now()
      WHERE ${visibleTo(scope, 'metadata')} AND d.id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  /** What this audience was to see becomes its owners' alone; vectors under the old audience are nobody's to find but theirs. */
  makePrivate: async (audience: string): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      WITH changed AS (
        UPDATE documents SET visibility = 'private', updated_at = now()
        WHERE tenant_id = ${scope.tenantId}::uuid AND visibility = ${audience} RETURNING status
      ) SELECT count(*) FILTER (WHERE status <> 'deleting')::int AS count FROM changed`;
    return rows[0]?.count ?? 0;
  },
  /** Marks every private document of a user as deleting and returns their ids. */
  markPrivateOfUserDeleting: async (userId: UserId): Promise<DocumentId[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE documents d SET status = 'deleting', updated_at = now()
      WHERE ${visibleTo(scope, 'metadata')} AND d.owner_id = ${userId}::uuid AND d.visibility = 'private'
        AND d.status <> 'deleting'
      RETURNING d.id`;
    return toIds(rows);
  },
});

const toAssignments = (scope: Scope, { title, visibility, metadata }: DocumentChanges): Sql =>
  joinSql([
    sql`updated_at = now()`,
    ...(title === undefined ? [] : [sql`title = ${toPlainLine(title)}, title_given = true`]),
    ...(visibility === undefined ? [] : [sql`visibility = ${toAudience(scope, visibility)}`]),
    ...(metadata === undefined ? [] : [sql`metadata = ${toJson(metadata)}::jsonb`]),
  ]);
