import type { FileReply } from '../http/index.js';
import type { Database } from '../platform/database/database.js';
import type { TenantSnapshot } from '../platform/database/tenant-snapshot.js';
import type { FileStore } from '../platform/files/file-store.js';
import type { Limits } from '../platform/limits/limits.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { createLimit } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import { type UserScope, type Permission } from '../shared/scope.js';
import type { AuditRepository } from '../tenancy/index.js';
import { zipLines } from './archived-lines.js';
import { takeExportPlace } from './export-place.js';
import { folderOf, pathOfFiles, pathOfRows, UploadedFile } from './manifest.js';
import { openSpool, type Spool } from './spool.js';
import { streamZip, type Spooled, type SpooledRows } from './stream-zip.js';
import { opensVersion, readableCollection, visibleTo } from '../documents/index.js';
import type { Selection } from '../platform/database/read-lines.js';
import { emptySql, sql, type Sql } from '../platform/database/sql.js';
import { NOT_EXPORTED } from './back-up.js';

type Deps = {
  database: Pick<Database<{ audit: Pick<AuditRepository, 'append'> }>, 'withScope'>;
  openSnapshot: (scope: UserScope) => Promise<TenantSnapshot>;
  files: FileStore;
  limits: Pick<Limits, 'occupy' | 'take'>;
  /** The folder in which rows are buffered until the client downloads them. */
  folder: string;
  requireRoom: () => Promise<void>;
  version: string;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
};

/**
 * An archive of everything that this admin may read of their tenant, for `npm run import`; rejects while another is being created or
 * downloaded.
 */
export type ExportOwnTenant = (scope: UserScope, signal: AbortSignal) => Promise<FileReply['file']>;

/** For this process and all callers: each needs a connection and a snapshot. */
const READ_AT_ONCE = 2;

/**
 * Rows are read first and buffered on disk, so that a slow client does not keep a snapshot open. The backup lock is not taken, so that
 * tenants cannot block backups: a file deleted meanwhile is missing from the archive, and its manifest says so.
 */
export const createExportOwnTenant = (deps: Deps): ExportOwnTenant => {
  const limitReading = createLimit(READ_AT_ONCE);
  return async (scope, signal) => {
    requireReader(scope);
    const leave = await takeExportPlace(deps.limits, {
      key: `exports/${scope.tenantId}`,
      underWay: 'This tenant is already being exported: wait until it has ended.',
      tooOften: 'A tenant can be exported once a minute.',
    });
    const opened: { spool: Spool | null } = { spool: null };
    const end = async () => {
      await opened.spool?.close();
      await leave();
    };
    try {
      await deps.requireRoom();
      await noteExport(deps, scope);
      const spool = (opened.spool = await openSpool(deps));
      const spooled = await limitReading(() => readTenant(deps, { scope, spool, signal }));
      const content = streamZip({ ...deps, files: deps.files.for(scope) }, spooled);
      content.once('close', () => void end().catch(() => undefined));
      content.once('error', (error) => {
        if (!signal.aborted) deps.logger.warn({ err: error }, 'An export of a tenant broke off');
      });
      const filename = `tenant-${spooled.startedAt.slice(0, 10)}.zip`;
      return { content, filename, mimeType: 'application/zip', sizeBytes: null };
    } catch (error) {
      await end();
      throw error;
    }
  };
};

/** Most of an archive consists of documents. */
const requireReader = ({ permissions }: UserScope): void => {
  if (permissions.includes('documents:read')) return;
  throw new AppError('forbidden', 'An export also needs the permission documents:read.');
};

/** Before the first row is read, so that it is audited however the export ends. */
const noteExport = ({ database }: Deps, scope: UserScope): Promise<void> =>
  database.withScope(scope, (tx) =>
    tx.audit.append({
      actorId: scope.userId,
      action: 'tenant.export',
      subjectId: scope.tenantId,
    }),
  );

const requireWaiting = (signal: AbortSignal): void => {
  if (signal.aborted)
    throw new AppError('cancelled', 'The client is no longer waiting for the export.');
};

type Reading = { scope: UserScope; spool: Spool; signal: AbortSignal };

const readTenant = async (
  { openSnapshot, version, now }: Deps,
  { scope, spool, signal }: Reading,
): Promise<Spooled> => {
  requireWaiting(signal);
  const startedAt = now().toISOString();
  const id = scope.tenantId;
  const snapshot = await openSnapshot(scope);
  try {
    const selections = selectRows(scope);
    const tables: SpooledRows[] = [];
    for (const table of snapshot.tables) {
      const selection = selections[table.name];
      if (selection === undefined) continue;
      const zipped = zipLines(
        passing(snapshot.rows(table, selection), () => requireWaiting(signal)),
      );
      const part = await spool.append(zipped.content);
      if (zipped.lines() === 0) continue;
      const path = pathOfRows(folderOf(id), table.name);
      tables.push({ ...part, path, table: table.name, rows: zipped.lines() });
    }
    let totalBytes = 0;
    const list = zipLines(
      passing(snapshot.lines(selectFiles(scope)), (lines) => {
        requireWaiting(signal);
        const sizes = lines.map((line) => UploadedFile.parse(JSON.parse(line)).sizeBytes);
        totalBytes += sizes.reduce((sum, size) => sum + size, 0);
      }),
    );
    const part = await spool.append(list.content);
    const files = { ...part, path: pathOfFiles(id), count: list.lines(), totalBytes };
    return { startedAt, version, id, migrations: [...snapshot.applied], spool, tables, files };
  } finally {
    await snapshot.close();
  }
};

async function* passing(
  batches: AsyncIterable<string[]>,
  look: (lines: string[]) => void,
): AsyncGenerator<string[]> {
  for await (const lines of batches) {
    look(lines);
    yield lines;
  }
}

/** Tables that grant access to accounts, are only useful here, or that nobody in the tenant may read. */
export const LEFT_OUT: readonly string[] = [
  ...NOT_EXPORTED,
  'document_batches',
  'document_batch_files',
  'external_identities',
  'idempotency_records',
  'node_executions',
  'removed_tenants',
];

/**
 * The rows of each table that this admin may read, without other people's private documents, memories, conversations, files, prompts and
 * preferences. Tables missing here are not exported.
 */
export const selectRows = (scope: UserScope): Readonly<Record<string, Selection>> => {
  const documents = readableDocuments(scope);
  const collections = sql`SELECT k.id FROM collections k WHERE ${readableCollection(scope)}`;
  const memories = sql`SELECT id FROM memories WHERE ${own(scope, 'memories')}`;
  const sessions = sql`SELECT id FROM sessions WHERE ${own(scope, 'chat')}`;
  const ofVersion = { where: sql`(document_id, version) IN (${readableVersions(scope)})` };
  const ofSession = { where: sql`session_id IN (${sessions})` };
  const inSessions = sql`message_id IN (SELECT id FROM messages WHERE session_id IN (${sessions}))`;
  const ofMessage = { where: inSessions };
  const executions = sql`SELECT id FROM executions WHERE ${own(scope, 'chat')}`;
  const ofExecution = { where: sql`execution_id IN (${executions})` };
  return {
    tenants: {},
    tenant_settings: {},
    groups: {},
    assistants: {},
    users: { where: sql`application_id IS NULL`, instead: withoutPersonal(scope) },
    documents: { where: sql`id IN (${documents})` },
    document_versions: ofVersion,
    chunks: ofVersion,
    page_readings: ofVersion,
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
    messages: {
      ...ofSession,
      instead: {
        content: sql`CASE WHEN ${isWithheld(scope, sql`messages.id`)} THEN '' ELSE content END`,
        before_repair: sql`CASE WHEN NOT ${isWithheld(scope, sql`messages.id`)}
          AND NOT ${restsOnUnreadable(scope, SOURCES_BEFORE_REPAIR)} THEN before_repair END`,
      },
    },
    executions: {
      where: own(scope, 'chat'),
      instead: {
        receipt: sql`CASE WHEN NOT ${hasLostSource(scope, sql`executions.id`)} THEN receipt END`,
      },
    },
    citations: ofMessage,
    statements: {
      where: sql`${inSessions} AND NOT ${isWithheld(scope, sql`statements.message_id`)}`,
    },
    feedback: ofMessage,
    tool_calls: {
      where: sql`execution_id IN (${executions}) AND NOT ${hasLostSource(scope, sql`tool_calls.execution_id`)}`,
    },
    model_calls: ofExecution,
    state_diffs: ofExecution,
    audit_entries: {},
    usage_daily: {},
  };
};

/** True for a message that cites something this admin may not read now: wherever messages are shown, its text is withheld. */
const isWithheld = (scope: UserScope, messageId: Sql): Sql =>
  restsOnUnreadable(
    scope,
    sql`SELECT chunk_id, memory_id FROM citations WHERE tenant_id = ${scope.tenantId}::uuid AND message_id = ${messageId}`,
  );

const SOURCES_BEFORE_REPAIR = sql`
  SELECT (item ->> 'chunkId')::uuid AS chunk_id, (item ->> 'memoryId')::uuid AS memory_id
  FROM jsonb_array_elements(messages.before_repair -> 'sources') item`;

/** True if this admin may not read one of these sources now. `sources` selects `chunk_id` and `memory_id`. */
const restsOnUnreadable = (scope: UserScope, sources: Sql): Sql => sql`EXISTS (
  SELECT FROM (${sources}) cited WHERE CASE
    WHEN cited.chunk_id IS NOT NULL THEN NOT EXISTS (
      SELECT FROM chunks c
      JOIN documents d ON d.tenant_id = c.tenant_id AND d.id = c.document_id AND d.version = c.version
      WHERE c.tenant_id = ${scope.tenantId}::uuid AND c.id = cited.chunk_id AND d.status = 'ready'
        AND ${visibleTo(scope, 'content')})
    ELSE cited.memory_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM memories m WHERE m.tenant_id = ${scope.tenantId}::uuid AND m.id = cited.memory_id
        AND m.user_id = ${scope.userId}::uuid AND m.superseded_at IS NULL AND m.confirm_by IS NULL)
    END)`;

/**
 * True if the model read something in this turn that this admin may no longer read, whether cited or not: its reasoning and calls may
 * repeat it.
 */
const hasLostSource = (scope: UserScope, executionId: Sql): Sql => {
  const sources = sql`
    SELECT (item ->> 'chunkId')::uuid AS chunk_id, (item ->> 'memoryId')::uuid AS memory_id
    FROM executions read, jsonb_array_elements(coalesce(read.receipt -> 'sources', '[]'::jsonb)) item
    WHERE read.tenant_id = ${scope.tenantId}::uuid AND read.id = ${executionId}`;
  return sql`(${restsOnUnreadable(scope, sources)} OR EXISTS (
    SELECT FROM messages said WHERE said.tenant_id = ${scope.tenantId}::uuid AND said.execution_id = ${executionId}
      AND ${isWithheld(scope, sql`said.id`)}))`;
};

/** The files named by those rows, each once: a line for each, with its key, size and hash. */
const selectFiles = (scope: UserScope): Sql => sql`
  SELECT json_build_object('key', file_key, 'sizeBytes', size_bytes, 'sha256', sha256)::text AS line FROM (
    SELECT DISTINCT ON (file_key) file_key, size_bytes, sha256 FROM document_versions
    WHERE ${inTenant(scope)} AND (document_id, version) IN (${readableVersions(scope)}) ORDER BY file_key
  ) f
  UNION ALL
  SELECT json_build_object('key', file_key, 'sizeBytes', size_bytes, 'sha256', sha256)::text FROM workspace_files
  WHERE ${inTenant(scope)} AND ${own(scope, 'chat')}`;

const inTenant = ({ tenantId }: UserScope): Sql => sql`tenant_id = ${tenantId}::uuid`;

const readableDocuments = (scope: UserScope): Sql =>
  sql`SELECT d.id FROM documents d WHERE ${visibleTo(scope, 'content')}`;

const readableVersions = (scope: UserScope): Sql => sql`
  SELECT v.document_id, v.version FROM document_versions v
  JOIN documents d ON d.tenant_id = v.tenant_id AND d.id = v.document_id
  WHERE ${visibleTo(scope, 'content')} AND ${opensVersion(scope)}`;

/** A person's own rows are readable with the permission for rows of their kind. */
const own = ({ userId, permissions }: UserScope, permission: Permission): Sql =>
  permissions.includes(permission) ? sql`user_id = ${userId}::uuid` : sql`false`;

/** People as an admin sees them: preferences about answers are private. */
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
