import { z } from 'zod';
import { joinSql, rawSql, sql } from '../../platform/database/sql.js';
import type { Statements, Transaction } from '../../platform/database/transaction.js';
import type { ChunkId, DocumentId, UserId } from '../../shared/ids.js';
import { requireSystem, type Scope } from '../../shared/scope.js';

export type PlantedDocument = {
  id: DocumentId;
  chunkId: ChunkId;
  ownerId: UserId;
  /** As stored in rows: a group by its key. */
  visibility: string;
  text: string;
  fileKey: string;
};

export type IsolationRepository = ReturnType<typeof createIsolationRepository>;
export type UnscopedReads = ReturnType<typeof createUnscopedReads>;

/** Ids, hashes, states and numbers of all tenants, for work across tenants; no other table may lack row security. */
export const WITHOUT_ROW_SECURITY = [
  'tenants',
  'removed_tenants',
  'ingestion_tasks',
  'webhook_tasks',
  'source_tasks',
  'evaluation_tasks',
  'node_executions',
  'rate_buckets',
  'held_slots',
];

/** Tables that the others refer to; deleting their rows deletes the rest. */
const TABLES = ['assistants', 'collections', 'documents', 'users', 'groups', 'usage_daily'];

const TableRow = z.object({ name: z.string().regex(/^[a-z_]+$/) });

/** Rows of the two synthetic tenants, and what row security shows of all others. */
export const createIsolationRepository = (tx: Transaction, scope: Scope) => ({
  /** Ready at once and without a task, so no worker ever processes it. */
  plant: async ({ id, chunkId, ownerId, visibility, text, fileKey }: PlantedDocument) => {
    requireSystem(scope);
    const tenant = sql`${scope.tenantId}::uuid`;
    await tx.$executeRaw`
      WITH document AS (
        INSERT INTO documents (tenant_id, id, owner_id, title, filename, mime_type, size_bytes, sha256, language, status, stage,
          chunk_count, visibility, source, source_path, metadata)
        VALUES (${tenant}, ${id}::uuid, ${ownerId}::uuid, ${text}, 'canary.txt', 'text/plain', 1, ${id}, 'en', 'ready', 'ready', 1,
          ${visibility}, 'canary', ${text}, jsonb_build_object('canary', ${text}::text))
      ), version AS (
        INSERT INTO document_versions (tenant_id, document_id, version, file_key, filename, mime_type, size_bytes, sha256, language,
          chunk_count, status, text)
        VALUES (${tenant}, ${id}::uuid, 1, ${fileKey}, 'canary.txt', 'text/plain', 1, ${id}, 'en', 1, 'ready', ${text})
      )
      INSERT INTO chunks (tenant_id, id, document_id, version, chunk_index, content, char_start, char_end, page_start, page_end,
        token_count, language, content_hash)
      VALUES (${tenant}, ${chunkId}::uuid, ${id}::uuid, 1, 0, ${text}, 0, ${text.length}, 1, 1, 1, 'en', ${id})`;
  },
  /** Everything that was planted, including data of its users. */
  uproot: async (): Promise<void> => {
    requireSystem(scope);
    for (const table of TABLES) {
      await tx.$executeRaw`DELETE FROM ${rawSql(table)} WHERE tenant_id = ${scope.tenantId}::uuid`;
    }
  },
  /** Tables in which rows of another tenant are visible: none, as long as row security works. Read from the catalogue. */
  tablesShowingOthers: async (): Promise<string[]> => {
    const tables = TableRow.array().parse(
      await tx.$queryRaw<unknown[]>`
        SELECT c.relname AS name FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
          AND c.relname <> ALL(${WITHOUT_ROW_SECURITY}::text[])
        ORDER BY c.relname`,
    );
    const looks = tables.map(
      ({ name }) => sql`SELECT ${name} AS name
        WHERE EXISTS (SELECT FROM ${rawSql(name)} WHERE tenant_id <> ${scope.tenantId}::uuid)`,
    );
    const seen = await tx.$queryRaw<unknown[]>`${joinSql(looks, ' UNION ALL ')}`;
    return TableRow.array()
      .parse(seen)
      .map(({ name }) => name);
  },
});

/** Each statement without a tenant. */
export const createUnscopedReads = (statements: Statements) => ({
  /** False if the database refuses, as it must. */
  succeed: async (): Promise<boolean> => {
    try {
      await statements.$queryRaw`SELECT FROM documents LIMIT 1`;
      return true;
    } catch {
      return false;
    }
  },
});
