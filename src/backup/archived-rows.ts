import { z } from 'zod';
import { SubjectKind } from '../platform/queue/job-queue.js';
import { ERROR_CODES } from '../shared/errors.js';
import { NodeName, NodeStatus } from '../shared/execution.js';
import { chunkIdOf, DocumentId, TenantId } from '../shared/ids.js';
import { TextBlock, VersionStatus } from '../documents/index.js';
import { TenantRole } from '../shared/scope.js';
import { IngestionTask } from '../tasks/index.js';
import { TenantStatus, UserStatus } from '../tenancy/index.js';
import { BackupRefusal, type ArchiveReader } from './archive-reader.js';
import type { ArchivedRows } from './manifest.js';

/** Every value in PostgreSQL's text format. */
export type ArchivedRow = Record<string, string | null>;

/** `tenantId` null: tables that belong to no tenant. `isForeign`: created by another installation, of this version. */
type Owner = { tenantId: TenantId | null; isForeign: boolean };

/**
 * Reads the rows of a table, each of which must belong to its owner. Every row is serialized again, so that exactly what was checked is
 * loaded: a duplicate key in a line, for example, is read differently here and by PostgreSQL.
 */
export async function* readArchivedRows(
  archive: Pick<ArchiveReader, 'readLines'>,
  { path, table, rows }: ArchivedRows,
  owner: Owner,
): AsyncGenerator<ArchivedRow[]> {
  let count = 0;
  for await (const lines of archive.readLines(path)) {
    count += lines.length;
    const found = lines.map(parseRow);
    const isWhole = found.every((row) => row !== null);
    if (!isWhole) throw refusal(path, 'holds a line that is not a row');
    for (const row of found) {
      const fault = findForeignOwner(table, row, owner) ?? findFault(table, row, owner);
      if (fault !== null) throw refusal(path, fault);
    }
    yield found;
  }
  if (count !== rows) throw refusal(path, 'does not hold as many rows as it should');
}

const refusal = (path: string, fault: string): BackupRefusal =>
  new BackupRefusal(`${path} of the backup ${fault}. Nothing was changed.`);

const parseRow = (line: string): ArchivedRow | null => {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return null;
  }
  return isRow(row) ? row : null;
};

const isRow = (value: unknown): value is ArchivedRow =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => field === null || typeof field === 'string');

const OWNER_COLUMNS = ['tenant_id'];

/** Determined without the database: by the row's contents, even for tables that belong to no tenant. */
const findForeignOwner = (table: string, row: ArchivedRow, { tenantId }: Owner): string | null => {
  if (tenantId === null) {
    const isOwned = OWNER_COLUMNS.some((column) => column in row);
    return isOwned || table === 'tenants' ? 'holds a row that belongs to a tenant' : null;
  }
  const column = table === 'tenants' ? 'id' : 'tenant_id';
  return row[column] === tenantId ? null : 'holds a row of another tenant';
};

/** Names the part of a row that would break something later, or null. */
const findFault = (table: string, row: ArchivedRow, { isForeign }: Owner): string | null => {
  const columns = { ...CLOSED[table], ...(isForeign ? CLOSED_IF_FOREIGN[table] : {}) };
  for (const [column, schema] of Object.entries(columns)) {
    if (!schema.safeParse(row[column]).success) return `holds an unknown ${column} of ${table}`;
  }
  if (isForeign && table === 'chunks' && row['id'] !== idOfChunk(row)) {
    return 'holds a passage under an id that is not its own';
  }
  return null;
};

/** Vectors of all tenants are stored under these ids, so one not derived from its tenant might belong to another's. */
const idOfChunk = (row: ArchivedRow): string | null => {
  const { data } = ChunkPosition.safeParse(row);
  if (data === undefined) return null;
  const { tenant_id: tenantId, document_id: documentId, version, chunk_index: index } = data;
  return chunkIdOf({ tenantId, documentId, version, index });
};

const whole = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(Number);

const jsonOf = (schema: z.ZodType) =>
  z.string().refine((text) => {
    try {
      return schema.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  });

const ChunkPosition = z.object({
  tenant_id: TenantId,
  document_id: DocumentId,
  version: whole,
  chunk_index: whole,
});

type Closed = Readonly<Record<string, Readonly<Record<string, z.ZodType>>>>;

const CLOSED: Closed = {
  tenants: { status: TenantStatus },
  users: { role: TenantRole, status: UserStatus },
};

/** Values that are only checked in foreign archives, because earlier versions of ours may have written others. */
const CLOSED_IF_FOREIGN: Closed = {
  tenants: { status: TenantStatus.exclude(['deleting']) },
  // Read for all tenants together, so a single bad row would stop the work for all.
  ingestion_tasks: {
    subject_kind: SubjectKind,
    action: IngestionTask.shape.action,
    state: z.enum(['due', 'queued', 'running', 'done', 'failed']),
    error_code: z.enum(ERROR_CODES).nullish(),
  },
  node_executions: { node_name: NodeName, status: NodeStatus },
  document_versions: { status: VersionStatus },
  // Archives made by earlier versions have no blocks.
  chunks: { blocks: jsonOf(z.array(TextBlock)).nullish() },
  // Negative amounts would disable quotas.
  usage_daily: {
    questions: whole,
    documents: whole,
    prompt_tokens: whole,
    completion_tokens: whole,
    // Archives of earlier versions lack these.
    searches: whole.optional(),
    bytes: whole.optional(),
    chunks: whole.optional(),
  },
};
