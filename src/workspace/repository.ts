import { idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import { fromRow, selectOf } from '../platform/database/rows.js';
import { columnsOf, sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { StoredFile } from '../platform/files/file-store.js';
import { notFound } from '../shared/errors.js';
import { newId, type UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { requireSystem, requireUser, type Scope } from '../shared/scope.js';
import { toNameKey } from './file-name.js';
import { WorkspaceFileId, WorkspaceRecord } from './schema.js';

const COLUMNS = selectOf(WorkspaceRecord);

/** Its name in the catalogue. */
export const WORKSPACE_TABLE = 'workspace_files';

export type WorkspaceRepository = ReturnType<typeof createWorkspaceRepository>;

/** A user finds only their own files, whatever their role; queries on all files of the tenant need its system scope. */
export const createWorkspaceRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createChanges(tx, scope),
  ...createCare(tx, scope),
});

const own = (scope: Scope) => {
  const { tenantId, userId } = requireUser(scope);
  return { tenantId, userId };
};

/** The same columns as an SQL fragment. */
const isOwn = (scope: Scope) => {
  const { tenantId, userId } = requireUser(scope);
  return sql`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid`;
};

const createReads = (tx: Transaction, scope: Scope) => {
  const { workspaceFile } = tx.models;
  return {
    find: async (name: string): Promise<WorkspaceRecord | null> => {
      const row = await workspaceFile.findFirst({
        where: { ...own(scope), name },
        select: COLUMNS,
      });
      return row && fromRow(WorkspaceRecord, row);
    },
    // SQL, because it searches names that are a prefix of another, which Prisma cannot express.
    /**
     * The file that conflicts with this name: the same or a similar-looking name, or a file where this name needs a folder, or the reverse.
     */
    findInTheWay: async (name: string): Promise<WorkspaceRecord | null> => {
      const key = toNameKey(name);
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT ${columnsOf(WorkspaceRecord, 'workspace_files')} FROM workspace_files
        WHERE ${isOwn(scope)} AND (name_key = ${key} OR starts_with(name_key, ${`${key}/`}) OR starts_with(${key}, name_key || '/'))
        ORDER BY name_key = ${key} DESC, name_key LIMIT 1`;
      return rows.length === 0 ? null : WorkspaceRecord.parse(rows[0]);
    },
    /** By name. */
    all: async (): Promise<WorkspaceRecord[]> => {
      const rows = await workspaceFile.findMany({
        where: own(scope),
        select: COLUMNS,
        orderBy: { nameKey: 'asc' },
      });
      return rows.map((row) => fromRow(WorkspaceRecord, row));
    },
    list: async (page: PageRequest): Promise<Page<WorkspaceRecord>> => {
      const where = { ...own(scope), ...idsBefore(page) };
      const rows = await workspaceFile.findMany({ where, select: COLUMNS, ...newestFirst(page) });
      return toPage(
        rows.map((row) => fromRow(WorkspaceRecord, row)),
        page,
      );
    },
    used: async (): Promise<{ files: number; bytes: number }> => {
      const { _count, _sum } = await workspaceFile.aggregate({
        where: own(scope),
        _count: true,
        _sum: { sizeBytes: true },
      });
      return { files: _count, bytes: _sum.sizeBytes ?? 0 };
    },
  };
};

const createChanges = (tx: Transaction, scope: Scope) => ({
  /** Until the transaction ends, other changes to this workspace wait here. */
  lock: async (): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$lock(`workspace/${tenantId}/${userId}`);
  },
  create: async (name: string, file: StoredFile): Promise<WorkspaceRecord> => {
    const { tenantId, userId } = requireUser(scope);
    const key = { tenantId, id: newId(WorkspaceFileId) };
    const data = { ...key, userId, name, nameKey: toNameKey(name), ...toColumns(file) };
    const row = await tx.models.workspaceFile.create({ data, select: COLUMNS });
    return fromRow(WorkspaceRecord, row);
  },
  replace: async (id: WorkspaceFileId, file: StoredFile): Promise<WorkspaceRecord> => {
    const row = await tx.models.workspaceFile.update({
      where: byId(scope, id),
      data: { ...toColumns(file), updatedAt: await tx.$now() },
      select: COLUMNS,
    });
    return fromRow(WorkspaceRecord, row);
  },
  remove: async (name: string): Promise<WorkspaceRecord> => {
    const { workspaceFile } = tx.models;
    const where = { ...own(scope), name };
    const found = await workspaceFile.findFirst({ where, select: { id: true } });
    if (found === null) throw notFound();
    const row = await workspaceFile.delete({ where: byId(scope, found.id), select: COLUMNS });
    return fromRow(WorkspaceRecord, row);
  },
});

const byId = (scope: Scope, id: string) => ({
  ...own(scope),
  tenantId_id: { tenantId: scope.tenantId, id },
});

const toColumns = ({ key, sizeBytes, sha256 }: StoredFile) => ({ fileKey: key, sizeBytes, sha256 });

/** For maintenance of the tenant's files: keys, sizes and hashes, no names. */
const createCare = (tx: Transaction, scope: Scope) => {
  const { workspaceFile } = tx.models;
  const { tenantId } = scope;
  const select = { fileKey: true };
  return {
    fileKeysOfUser: async (userId: UserId): Promise<string[]> => {
      requireSystem(scope);
      const rows = await workspaceFile.findMany({ where: { tenantId, userId }, select });
      return rows.map(({ fileKey }) => fileKey);
    },
    /** Those of the file keys that a workspace refers to. */
    referencedFileKeys: async (keys: readonly string[]): Promise<string[]> => {
      requireSystem(scope);
      const where = { tenantId, fileKey: { in: [...keys] } };
      const rows = await workspaceFile.findMany({ where, select });
      return rows.map(({ fileKey }) => fileKey);
    },
    /** All files of the tenant's workspaces, ordered by key and starting after `after`. */
    storedFiles: async ({ after, limit }: { after: string; limit: number }): Promise<FileOf[]> => {
      requireSystem(scope);
      return workspaceFile.findMany({
        where: { tenantId, fileKey: { gt: after } },
        select: { ...select, sizeBytes: true, sha256: true },
        orderBy: { fileKey: 'asc' },
        take: limit,
      });
    },
  };
};

type FileOf = { fileKey: string; sizeBytes: number; sha256: string };
