import { z } from 'zod';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { StoredFile } from '../platform/files/file-store.js';
import { orNotFound } from '../shared/errors.js';
import { newId, type UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { requireSystem, requireUser, type Scope } from '../shared/scope.js';
import { toNameKey } from './file-name.js';
import { WorkspaceFileId, WorkspaceRecord } from './schema.js';

const COLUMNS = sql`id, name, file_key AS "fileKey", size_bytes AS "sizeBytes", sha256,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Its name in the catalogue. */
export const WORKSPACE_TABLE = 'workspace_files';

export type WorkspaceRepository = ReturnType<typeof createWorkspaceRepository>;

/** A user finds their own files alone, whatever their role; what is asked about all files of the tenant needs its system scope. */
export const createWorkspaceRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createChanges(tx, scope),
  ...createCare(tx, scope),
});

const isOwn = (scope: Scope) => {
  const { tenantId, userId } = requireUser(scope);
  return sql`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid`;
};

const createReads = (tx: Transaction, scope: Scope) => ({
  find: async (name: string): Promise<WorkspaceRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM workspace_files WHERE ${isOwn(scope)} AND name = ${name}`;
    return rows.length === 0 ? null : WorkspaceRecord.parse(rows[0]);
  },
  /** The file that stands where this name would: of this name, of one that looks alike, or a file where this name has a folder, or the other way round. */
  findInTheWay: async (name: string): Promise<WorkspaceRecord | null> => {
    const key = toNameKey(name);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM workspace_files
      WHERE ${isOwn(scope)} AND (name_key = ${key} OR starts_with(name_key, ${`${key}/`}) OR starts_with(${key}, name_key || '/'))
      ORDER BY name_key = ${key} DESC, name_key LIMIT 1`;
    return rows.length === 0 ? null : WorkspaceRecord.parse(rows[0]);
  },
  /** By name. */
  all: async (): Promise<WorkspaceRecord[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM workspace_files WHERE ${isOwn(scope)} ORDER BY name_key`;
    return WorkspaceRecord.array().parse(rows);
  },
  list: async (page: PageRequest): Promise<Page<WorkspaceRecord>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM workspace_files WHERE ${isOwn(scope)} ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(WorkspaceRecord.array().parse(rows), page);
  },
  used: async (): Promise<Used> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT count(*)::float8 AS files, coalesce(sum(size_bytes), 0)::float8 AS bytes
      FROM workspace_files WHERE ${isOwn(scope)}`;
    return Used.parse(rows[0]);
  },
});

const Used = z.object({ files: z.number(), bytes: z.number() });
type Used = z.infer<typeof Used>;

const createChanges = (tx: Transaction, scope: Scope) => ({
  /** Until the transaction ends, others that change this workspace wait here. */
  lock: async (): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$lock(`workspace/${tenantId}/${userId}`);
  },
  create: async (name: string, file: StoredFile): Promise<WorkspaceRecord> => {
    const { tenantId, userId } = requireUser(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO workspace_files (tenant_id, id, user_id, name, name_key, file_key, size_bytes, sha256)
      VALUES (${tenantId}::uuid, ${newId(WorkspaceFileId)}::uuid, ${userId}::uuid, ${name}, ${toNameKey(name)},
        ${file.key}, ${file.sizeBytes}, ${file.sha256})
      RETURNING ${COLUMNS}`;
    return WorkspaceRecord.parse(rows[0]);
  },
  replace: async (id: WorkspaceFileId, file: StoredFile): Promise<WorkspaceRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE workspace_files
      SET file_key = ${file.key}, size_bytes = ${file.sizeBytes}, sha256 = ${file.sha256}, updated_at = now()
      WHERE ${isOwn(scope)} AND id = ${id}::uuid RETURNING ${COLUMNS}`;
    return WorkspaceRecord.parse(orNotFound(rows[0]));
  },
  remove: async (name: string): Promise<WorkspaceRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      DELETE FROM workspace_files WHERE ${isOwn(scope)} AND name = ${name} RETURNING ${COLUMNS}`;
    return WorkspaceRecord.parse(orNotFound(rows[0]));
  },
});

/** For whoever looks after the tenant's files: keys, sizes and hashes, no names. */
const createCare = (tx: Transaction, scope: Scope) => ({
  fileKeysOfUser: async (userId: UserId): Promise<string[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<FileRow[]>`
      SELECT file_key AS "fileKey" FROM workspace_files
      WHERE tenant_id = ${scope.tenantId}::uuid AND user_id = ${userId}::uuid`;
    return rows.map(({ fileKey }) => fileKey);
  },
  /** Finds those of these file keys that a workspace refers to. */
  referencedFileKeys: async (keys: readonly string[]): Promise<string[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<FileRow[]>`
      SELECT file_key AS "fileKey" FROM workspace_files
      WHERE tenant_id = ${scope.tenantId}::uuid AND file_key = ANY(${[...keys]}::text[])`;
    return rows.map(({ fileKey }) => fileKey);
  },
  /** All files of the tenant's workspaces, in the order of their keys, which begin after `after`. */
  storedFiles: async ({ after, limit }: { after: string; limit: number }): Promise<FileOf[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT file_key AS "fileKey", size_bytes AS "sizeBytes", sha256 FROM workspace_files
      WHERE tenant_id = ${scope.tenantId}::uuid AND file_key > ${after} ORDER BY file_key LIMIT ${limit}`;
    return FileOf.array().parse(rows);
  },
});

type FileRow = { fileKey: string };

const FileOf = z.object({ fileKey: z.string(), sizeBytes: z.int(), sha256: z.string() });
type FileOf = z.infer<typeof FileOf>;
