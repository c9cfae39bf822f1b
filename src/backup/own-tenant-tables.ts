import { readableCollection, visibleTo } from '../documents/index.js';
import type { Selection } from '../platform/database/read-lines.js';
import { emptySql, sql, type Sql } from '../platform/database/sql.js';
import type { Permission, UserScope } from '../shared/scope.js';
import { NOT_EXPORTED } from './back-up.js';

/** Tables that open accounts, that are of use here alone, or that nobody of the tenant may read. */
export const LEFT_OUT: readonly string[] = [
  ...NOT_EXPORTED,
  ...[
    'document_batches',
    'document_batch_files',
    'external_identities',
    'idempotency_records',
    'node_executions',
    'removed_tenants',
  ],
];

/**
 * The rows of each table that this admin may read, with nothing of other people's private documents, memories, conversations, files,
 * prompts and preferences. A table that is not here stays behind.
 */
export const selectRows = (scope: UserScope): Readonly<Record<string, Selection>> => {
  const documents = readableDocuments(scope);
  const collections = sql`SELECT k.id FROM collections k WHERE ${readableCollection(scope)}`;
  const memories = sql`SELECT id FROM memories WHERE ${own(scope, 'memories')}`;
  const sessions = sql`SELECT id FROM sessions WHERE ${own(scope, 'chat')}`;
  const ofDocument = { where: sql`document_id IN (${documents})` };
  const ofSession = { where: sql`session_id IN (${sessions})` };
  const ofMessage = {
    where: sql`message_id IN (SELECT id FROM messages WHERE session_id IN (${sessions}))`,
  };
  const ofExecution = {
    where: sql`execution_id IN (SELECT id FROM executions WHERE ${own(scope, 'chat')})`,
  };
  return {
    tenants: {},
    tenant_settings: {},
    groups: {},
    assistants: {},
    users: { where: sql`application_id IS NULL`, instead: withoutPersonal(scope) },
    documents: { where: sql`id IN (${documents})` },
    document_versions: ofDocument,
    chunks: ofDocument,
    collections: { where: sql`id IN (${collections})` },
    collection_documents: {
      where: sql`collection_id IN (${collections}) AND document_id IN (${documents})`,
    },
    ingestion_tasks: {
      where: sql`(subject_kind = 'document' AND subject_id IN (${documents}))
        OR (subject_kind = 'memory' AND subject_id IN (${memories}))`,
    },
    memories: { where: own(scope, 'memories') },
    workspace_files: { where: own(scope, 'chat') },
    sessions: { where: own(scope, 'chat') },
    messages: ofSession,
    executions: { where: own(scope, 'chat') },
    citations: ofMessage,
    feedback: ofMessage,
    tool_calls: ofExecution,
    model_calls: ofExecution,
    state_diffs: ofExecution,
    audit_entries: {},
    usage_daily: {},
  };
};

/** The files that those rows name, each once: a line for each, with its key, size and hash. */
export const selectFiles = (scope: UserScope): Sql => sql`
  SELECT json_build_object('key', file_key, 'sizeBytes', size_bytes, 'sha256', sha256)::text AS line FROM (
    SELECT DISTINCT ON (file_key) file_key, size_bytes, sha256 FROM document_versions
    WHERE ${inTenant(scope)} AND document_id IN (${readableDocuments(scope)}) ORDER BY file_key
  ) f
  UNION ALL
  SELECT json_build_object('key', file_key, 'sizeBytes', size_bytes, 'sha256', sha256)::text FROM workspace_files
  WHERE ${inTenant(scope)} AND ${own(scope, 'chat')}`;

const inTenant = ({ tenantId }: UserScope): Sql => sql`tenant_id = ${tenantId}::uuid`;

const readableDocuments = (scope: UserScope): Sql =>
  sql`SELECT d.id FROM documents d WHERE ${visibleTo(scope, 'content')}`;

/** A person's own rows are readable with the permission for rows of their kind. */
const own = ({ userId, permissions }: UserScope, permission: Permission): Sql =>
  permissions.includes(permission) ? sql`user_id = ${userId}::uuid` : sql`false`;

/** People as an admin is shown them: how somebody wants to be answered is theirs alone. */
const withoutPersonal = ({ userId }: UserScope): Readonly<Record<string, Sql>> => {
  const onlyOwn = (column: Sql, otherwise: Sql = emptySql) =>
    sql`CASE WHEN id = ${userId}::uuid THEN ${column} ${otherwise} END`;
  return {
    language: onlyOwn(sql`language`),
    timezone: onlyOwn(sql`timezone`, sql`ELSE 'UTC'`),
    system_prompt: onlyOwn(sql`system_prompt`),
    preferences: onlyOwn(sql`preferences`, sql`ELSE '{}'`),
  };
};
