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

/** Every value as PostgreSQL writes it as text. */
export type ArchivedRow = Record<string, string | null>;

/** `tenantId` null: tables that belong to nobody. `isForeign`: made by another installation, of this version. */
type Owner = { tenantId: TenantId | null; isForeign: boolean };

/**
 * Reads the rows of a table, of which every one has to be its owner's. Each is written anew, so that what is loaded is what was looked
 * at: a name that stands twice in a line, say, means one thing here and another there.
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

/** Told without the database: by what a row says, a table of nobody's included. */
const findForeignOwner = (table: string, row: ArchivedRow, { tenantId }: Owner): string | null => {
  if (tenantId === null) {
    const isOwned = OWNER_COLUMNS.some((column) => column in row);
    return isOwned || table === 'tenants' ? 'holds a row that belongs to a tenant' : null;
  }
  const column = table === 'tenants' ? 'id' : 'tenant_id';
  return row[column] === tenantId ? null : 'holds a row of another tenant';
};

/** Names what of a row would break later, or null where nothing would. */
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

/** Vectors of all tenants lie under these ids: one that is not made of its tenant might be another's. */
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

/** Values checked in foreign archives alone: an earlier version of ours may have written others. */
const CLOSED_IF_FOREIGN: Closed = {
  tenants: { status: TenantStatus.exclude(['deleting']) },
  // Read for all tenants at once, so that one row would stop the work of all.
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
  // Below nothing there would be no quota.
  usage_daily: {
    questions: whole,
    documents: whole,
    prompt_tokens: whole,
    completion_tokens: whole,
    // Archives of earlier versions have none of these.
    searches: whole.optional(),
    bytes: whole.optional(),
    chunks: whole.optional(),
  },
};
