import { z } from 'zod';
import { emptySql, joinSql, sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { SubjectKind } from '../platform/queue/job-queue.js';
import { DocumentWarnings } from '../shared/document-warnings.js';
import { ChunkId, DocumentId, UserId } from '../shared/ids.js';
import type { Page } from '../shared/page.js';
import { requireSystem, type Scope } from '../shared/scope.js';
import { held, type Lease } from '../tasks/index.js';
import { visibleTo } from './rights.js';
import {
  ChunkRecord,
  StructuredChunk,
  TextBlock,
  type Metadata,
  type ReadableChunk,
  type VersionId,
} from './schema.js';

/** About half a megabyte of JSON: writing more to the socket at once would block the event loop. */
const INSERT_BATCH = 250;

/** Columns of the table `chunks`, aliased `c`. */
export const CHUNK_COLUMNS = sql`c.id, c.document_id AS "documentId", c.version, c.chunk_index AS "index", c.content,
  c.chapter, c.page_start AS "pageStart", c.page_end AS "pageEnd", c.char_start AS "charStart", c.char_end AS "charEnd",
  c.token_count AS "tokenCount", c.language, c.content_hash AS "contentHash",
  nullif(jsonb_path_query_array(c.blocks, '$[*] ? (@.ocr == true)'), '[]') AS "readBlocks"`;

/**
 * The date of a document's content, for `documents` aliased `d`. A document that was never replaced has the date of its upload, even if it
 * was renamed later.
 */
export const DATED_AT = sql`CASE WHEN d.version = 1 THEN d.created_at ELSE d.updated_at END`;

const JOIN_LIVE_VERSION = sql`
  JOIN documents d ON d.tenant_id = c.tenant_id AND d.id = c.document_id AND d.version = c.version`;

/** A chunk of a version that is being indexed, with the document's audience. */
const ChunkForIndexing = ChunkRecord.extend({
  ownerId: UserId,
  /** The document's audience, in the form stored with vectors. */
  visibility: z.string(),
  /** A passage with the same content in the version `twinsIn`. */
  twinId: ChunkId.nullable(),
});
export type ChunkForIndexing = z.infer<typeof ChunkForIndexing>;

/** Selects the chunks on a page or those that overlap a span; selects all chunks if neither is given. */
type ChunkPlace = {
  page?: number | undefined;
  start?: number | undefined;
  end?: number | undefined;
};

export type ChunkPageRequest = ChunkPlace & { limit: number; afterIndex?: number | undefined };

const ReadBlocks = z
  .array(TextBlock)
  .nullish()
  .transform((blocks) => blocks ?? undefined);

const SpreadRow = ChunkRecord.extend({ readBlocks: ReadBlocks });
type SpreadRow = z.infer<typeof SpreadRow>;

export const ReadableRow = SpreadRow.extend({
  title: z.string(),
  warnings: DocumentWarnings,
  datedAt: z.date().optional(),
});

type NewChunk = Omit<ChunkRecord, 'documentId' | 'version'> & { blocks?: readonly TextBlock[] };

export type ChunkRepository = ReturnType<typeof createChunkRepository>;

export const createChunkRepository = (tx: Transaction, scope: Scope) => ({
  replace: createReplace(tx, scope),
  /** Reads the chunks of a version in order, starting at an index, so that the worker can stream them. */
  listForIndexing: async (
    { documentId, version }: VersionId,
    { fromIndex, limit, twinsIn }: { fromIndex: number; limit: number; twinsIn: number | null },
  ): Promise<ChunkForIndexing[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      WITH twins AS MATERIALIZED (
        SELECT DISTINCT ON (content_hash) content_hash, id FROM chunks
        WHERE tenant_id = ${scope.tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${twinsIn}::int
      )
      SELECT ${CHUNK_COLUMNS}, d.owner_id AS "ownerId", d.visibility, twins.id AS "twinId" FROM chunks c
      JOIN documents d ON d.tenant_id = c.tenant_id AND d.id = c.document_id
      LEFT JOIN twins ON twins.content_hash = c.content_hash
      WHERE ${visibleTo(scope, 'content')} AND c.document_id = ${documentId}::uuid AND c.version = ${version}
        AND c.chunk_index >= ${fromIndex}
      ORDER BY c.chunk_index LIMIT ${limit}`;
    return ChunkForIndexing.array().parse(rows);
  },
  /**
   * Reads search hits back: returns the chunks that the scope may read now, from live versions of ready documents, with titles and in any
   * order.
   */
  readLive: async (ids: readonly ChunkId[], filter: Filter = {}): Promise<ReadableChunk[]> => {
    if (ids.length === 0) return [];
    // Forces PostgreSQL to read the chunks first. Without statistics, it read every document of the tenant and all their chunks, or scanned
    // all chunks once per document.
    const rows = await tx.$queryRaw<unknown[]>`
      WITH c AS MATERIALIZED (
        SELECT * FROM chunks WHERE tenant_id = ${scope.tenantId}::uuid AND id = ANY(${[...ids]}::uuid[])
      )
      SELECT ${CHUNK_COLUMNS}, d.title, d.warnings, ${DATED_AT} AS "datedAt" FROM c
      JOIN documents d ON d.id = c.document_id AND d.version = c.version
      WHERE d.status = 'ready' AND ${visibleTo(scope, 'content')} ${toConditions(filter)}`;
    return ReadableRow.array().parse(rows);
  },
  sample: createSample(tx, scope),
  /** Returns the ids of the chunks that `readLive` would return. */
  live: async (ids: readonly ChunkId[], filter: Filter = {}): Promise<Set<ChunkId>> => {
    if (ids.length === 0) return new Set();
    const rows = await tx.$queryRaw<{ id: ChunkId }[]>`
      WITH c AS MATERIALIZED (
        SELECT id, document_id, version, language FROM chunks
        WHERE tenant_id = ${scope.tenantId}::uuid AND id = ANY(${[...ids]}::uuid[])
      )
      SELECT c.id FROM c JOIN documents d ON d.id = c.document_id AND d.version = c.version
      WHERE d.status = 'ready' AND ${visibleTo(scope, 'content')} ${toConditions(filter)}`;
    return new Set(rows.map(({ id }) => id));
  },
  ...createCuts(tx, scope),
  /** A document's chunks in order, with their blocks, under the reader's scope. */
  listOfDocument: async (
    documentId: DocumentId,
    { limit, afterIndex = -1, ...place }: ChunkPageRequest,
  ): Promise<Page<StructuredChunk>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${CHUNK_COLUMNS}, c.blocks FROM chunks c ${JOIN_LIVE_VERSION}
      WHERE ${visibleTo(scope, 'content')} AND c.document_id = ${documentId}::uuid AND c.chunk_index > ${afterIndex}
        ${toPlaceConditions(place)}
      ORDER BY c.chunk_index LIMIT ${limit + 1}`;
    const items = StructuredChunk.array().parse(rows.slice(0, limit));
    const last = items.at(-1);
    return { items, nextAfter: rows.length > limit && last ? String(last.index) : null };
  },
  spread: createSpread(tx, scope),
});

const createCuts = (tx: Transaction, scope: Scope) => ({
  /** How the passages of these documents' live versions were chunked, if known. */
  chunkingOf: async (
    documentIds: readonly DocumentId[],
  ): Promise<Map<DocumentId, string | null>> => {
    if (documentIds.length === 0) return new Map();
    const rows = await tx.$queryRaw<{ id: DocumentId; chunking: string | null }[]>`
      SELECT d.id, v.chunking FROM documents d
      JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.version
      WHERE ${visibleTo(scope, 'content')} AND d.id = ANY(${[...documentIds]}::uuid[])`;
    return new Map(rows.map(({ id, chunking }) => [id, chunking]));
  },
  /** For each distinct text in a version, returns the id of one passage with that text. */
  idsByContent: async ({ documentId, version }: VersionId): Promise<Map<string, ChunkId>> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<{ id: ChunkId; contentHash: string }[]>`
      SELECT id, content_hash AS "contentHash" FROM chunks
      WHERE tenant_id = ${scope.tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}`;
    return new Map(rows.map(({ id, contentHash }) => [contentHash, id]));
  },
});

/** Reads every n-th passage of a document, so that all its parts are covered with about this many tokens. */
const createSpread =
  (tx: Transaction, scope: Scope) =>
  async (documentId: DocumentId, maxTokens: number): Promise<SpreadRow[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      WITH own AS (
        SELECT ${CHUNK_COLUMNS}, sum(c.token_count) OVER () AS tokens FROM chunks c ${JOIN_LIVE_VERSION}
        WHERE ${visibleTo(scope, 'content')} AND d.id = ${documentId}::uuid
      )
      SELECT * FROM own WHERE "index" % greatest(1, ceil(tokens / ${maxTokens}::numeric)::int) = 0 ORDER BY "index"`;
    return SpreadRow.array().parse(rows);
  };

/** Samples passages of ready documents that the scope may read: at most this many per language, and the same ones each time. */
const createSample =
  (tx: Transaction, scope: Scope) =>
  async (limitPerLanguage: number): Promise<ReadableChunk[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      WITH drawn AS (
        SELECT c.*, d.title, d.warnings,
          row_number() OVER (PARTITION BY c.language ORDER BY md5(c.id::text)) AS place
        FROM chunks c ${JOIN_LIVE_VERSION}
        WHERE d.status = 'ready' AND ${visibleTo(scope, 'content')}
      )
      SELECT ${CHUNK_COLUMNS}, c.title, c.warnings FROM drawn c
      WHERE c.place <= ${limitPerLanguage} ORDER BY c.language, c.place`;
    return ReadableRow.array().parse(rows);
  };

/**
 * Replaces the chunks of a version in batches; false if the epoch has moved on. A version that was never parsed has no chunks, because its
 * text and chunks are written in one commit.
 */
const createReplace =
  (tx: Transaction, scope: Scope) =>
  async (
    { documentId, version, isParsed = true }: VersionId & { isParsed?: boolean },
    chunks: readonly NewChunk[],
    lease: Lease,
  ): Promise<boolean> => {
    if (isParsed) {
      const rows = await tx.$queryRaw<unknown[]>`
        WITH ${held(lease)}, dropped AS (
          DELETE FROM chunks USING held
          WHERE tenant_id = ${scope.tenantId}::uuid AND document_id = ${documentId}::uuid AND version = ${version}
        )
        SELECT FROM held`;
      if (rows.length === 0) return false;
    }
    for (let start = 0; start < chunks.length; start += INSERT_BATCH) {
      const batch = chunks.slice(start, start + INSERT_BATCH);
      const inserted = await tx.$executeRaw`
        WITH ${held(lease)}
        INSERT INTO chunks (tenant_id, id, document_id, version, chunk_index, content, chapter, page_start, page_end,
          char_start, char_end, token_count, language, content_hash, blocks)
        SELECT ${scope.tenantId}::uuid, n.id, ${documentId}::uuid, ${version}, n."index", n.content, n.chapter, n."pageStart",
          n."pageEnd", n."charStart", n."charEnd", n."tokenCount", n.language, n."contentHash", n.blocks
        FROM held, jsonb_to_recordset(${toJson(batch)}::jsonb) AS n(id uuid, "index" int, content text, chapter text,
          "pageStart" int, "pageEnd" int, "charStart" int, "charEnd" int, "tokenCount" int, language text, "contentHash" text, blocks jsonb)`;
      if (inserted < batch.length) return false;
    }
    return true;
  };

type Filter = {
  metadata?: Metadata | undefined;
  documentIds?: readonly DocumentId[] | undefined;
  language?: string | undefined;
};

const toConditions = ({ metadata, documentIds, language }: Filter): Sql => {
  const conditions = [
    ...(metadata ? [sql`AND d.metadata @> ${toJson(metadata)}::jsonb`] : []),
    ...(documentIds ? [sql`AND d.id = ANY(${[...documentIds]}::uuid[])`] : []),
    ...(language === undefined ? [] : [sql`AND c.language = ${language}`]),
  ];
  return conditions.length === 0 ? emptySql : joinSql(conditions, ' ');
};

const toPlaceConditions = ({ page, start, end }: ChunkPlace): Sql => {
  const conditions = [
    ...(page === undefined
      ? []
      : [sql`AND c.page_start <= ${page} AND coalesce(c.page_end, c.page_start) >= ${page}`]),
    ...(start === undefined ? [] : [sql`AND c.char_end > ${start}`]),
    ...(end === undefined ? [] : [sql`AND c.char_start < ${end}`]),
  ];
  return conditions.length === 0 ? emptySql : joinSql(conditions, ' ');
};

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const VersionRow = z.object({ documentId: DocumentId, version: z.int() });

/** A subject whose index task is done, including its second verification; `chunkCount` is null for a memory. */
const SettledSubject = z.object({
  subjectId: z.uuid(),
  version: z.int(),
  chunkCount: z.int().nullable(),
});
export type SettledSubject = z.infer<typeof SettledSubject>;

type SettledPage = {
  subjectKind: SubjectKind;
  fingerprint: string;
  after: string | null;
  limit: number;
};

export type VectorIndexRepository = ReturnType<typeof createVectorIndexRepository>;

/** Knows what the vector store should contain for the tenant; only for a system scope. */
export const createVectorIndexRepository = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  return {
    /**
     * Returns those versions that have no row or are kept only for their file. No worker writes to them, and their numbers are never
     * reused.
     */
    unknownVersions: async (versions: readonly VersionId[]): Promise<VersionId[]> => {
      requireSystem(scope);
      const documentIds = versions.map(({ documentId }) => documentId);
      const numbers = versions.map(({ version }) => version);
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT s.document_id AS "documentId", s.version
        FROM unnest(${documentIds}::uuid[], ${numbers}::int[]) AS s (document_id, version)
        WHERE NOT EXISTS (
          SELECT FROM document_versions v
          WHERE v.tenant_id = ${tenantId}::uuid AND v.document_id = s.document_id AND v.version = s.version
            AND v.status <> 'replaced')`;
      return VersionRow.array().parse(rows);
    },
    /** Lists what is indexed under the fingerprint and has no pending work, ordered by id. */
    settled: async (page: SettledPage): Promise<SettledSubject[]> => {
      const { subjectKind, fingerprint, after, limit } = page;
      requireSystem(scope);
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT t.subject_id AS "subjectId", t.version, v.chunk_count AS "chunkCount"
        FROM ingestion_tasks t
        LEFT JOIN document_versions v ON t.subject_kind = 'document' AND v.tenant_id = t.tenant_id
          AND v.document_id = t.subject_id AND v.version = t.version
        WHERE t.tenant_id = ${tenantId}::uuid AND t.subject_kind = ${subjectKind}
          AND t.subject_id > ${after ?? FIRST_ID}::uuid AND t.action = 'index' AND t.state = 'done'
          AND t.due_at IS NULL AND t.fingerprint = ${fingerprint}
        ORDER BY t.subject_id LIMIT ${limit}`;
      return SettledSubject.array().parse(rows);
    },
    /** Schedules another verification and repair of these subjects' index; subjects that a worker is busy with are skipped. */
    verifyAgain: async (subjectKind: SubjectKind, subjectIds: readonly string[]): Promise<void> => {
      requireSystem(scope);
      await tx.$executeRaw`
        UPDATE ingestion_tasks SET due_at = now()
        WHERE tenant_id = ${tenantId}::uuid AND subject_kind = ${subjectKind} AND action = 'index' AND state = 'done'
          AND subject_id = ANY(${[...subjectIds]}::uuid[])`;
    },
  };
};
