import type { Table as ArrowTable } from 'apache-arrow';
import { ChunkId, type TenantId, type DocumentId, type MemoryId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import { translated } from '../errors.js';
import { checkVectors, distinctPoints, distinctVersions } from '../points.js';
import {
  chunksOfDocument,
  withIds,
  allOf,
  chunksOfDocuments,
  type ScopeFilter,
} from '../scope-filter.js';
import type {
  ChunkPoint,
  MemoryPoint,
  PointKind,
  Turn,
  VectorWriter,
  WithLock,
} from '../vector-store.js';
import type { Table } from './connection.js';
import type { Growth } from './index-times.js';
import { toSql } from './sql-filter.js';
import { toArrow, toRow, toTableName } from './table-layout.js';
import type { Tables } from './tables.js';
import { columnsOf } from './text-column.js';
import { createGroupCommit, createTenantLock, type ReadBack } from './turns.js';
import { createKeyedLock, nextTurn } from '../../../shared/async.js';

type Deps = {
  tables: Tables;
  fingerprint: string;
  dimensions: number | null;
  /** Excludes writers of other processes. */
  withLock?: WithLock | undefined;
  /** Called for every change, with what each new row adds, so that housekeeping knows what to do. */
  onWritten: (table: string, rows: readonly Growth[]) => Promise<void>;
};

/** The writers of all tenants; they share the lock under which the writers of one tenant take turns. */
export const createWriters = (deps: Deps): ((scope: SystemScope) => VectorWriter) => {
  const lock = createTenantLock(deps.withLock);
  const upsert = createUpsert(deps);
  const commit = createGroupCommit({
    lock,
    writeBatch: (tenantId, points, { areNew }) =>
      translated(upsert(points, { kind: 'chunks', tenantId, areNew })),
  });
  const countChunks = createCountChunks(deps.tables);
  return (scope) => createWriter({ ...deps, lock, upsert, commit, countChunks }, scope);
};

type WriterDeps = Deps & {
  lock: ReturnType<typeof createTenantLock>;
  upsert: ReturnType<typeof createUpsert>;
  commit: ReturnType<typeof createGroupCommit>;
  countChunks: ReturnType<typeof createCountChunks>;
};

const createWriter = (deps: WriterDeps, scope: SystemScope): VectorWriter => {
  const { tables, fingerprint, dimensions, countChunks, lock, upsert, commit, onWritten } = deps;
  const { tenantId } = scope;
  const nameOf = (kind: PointKind): string => toTableName({ kind, tenantId, fingerprint });

  const inTurn = (turn: Turn = {}, work: () => Promise<unknown>): Promise<void> =>
    lock(tenantId, turn.signal ?? new AbortController().signal, async () => {
      await turn.confirm?.();
      await translated(work());
    });
  /** Leaves an older version behind; housekeeping removes its files. */
  const change = (
    kind: PointKind,
    turn: Turn | undefined,
    work: (table: Table) => Promise<unknown>,
  ) =>
    inTurn(turn, async () => {
      await tables.write(nameOf(kind), work);
      await onWritten(nameOf(kind), []);
    });
  const remove = (kind: PointKind, turn: Turn | undefined, filter: ScopeFilter) =>
    change(kind, turn, (table) => table.delete(toSql(filter)));

  return {
    ...createStoredRows({ tables, dimensions, nameOf, scope }),
    upsertChunks: async (points, { areNew = false, ...turn } = {}) => {
      if (points.length === 0) return 0;
      // Checked before they share a batch, so that invalid ones fail no other caller.
      checkVectors(points, dimensions);
      return commit(tenantId, { ...turn, points, areNew });
    },
    upsertMemories: async (points, turn) => {
      if (points.length === 0) return;
      checkVectors(points, dimensions);
      await inTurn(turn, () => upsert(points, { kind: 'memories', tenantId, areNew: false }));
    },
    countChunks: (document) => translated(countChunks({ name: nameOf('chunks'), scope }, document)),
    deleteDocument: ({ keepVersion: exceptVersion, ...document }, turn) =>
      remove('chunks', turn, chunksOfDocument(scope, { ...document, exceptVersion })),
    deleteMemory: (id, turn) => remove('memories', turn, withIds(scope, [id])),
    setVisibility: ({ documentId, visibility }, turn) => {
      const where = toSql(chunksOfDocument(scope, { documentId }));
      return change('chunks', turn, (table) => table.update({ where, values: { visibility } }));
    },
  };
};

/** Needs the tenant's lock. */
const createUpsert =
  ({ tables, fingerprint, dimensions, onWritten }: Deps) =>
  async (
    points: readonly (ChunkPoint | MemoryPoint)[],
    { kind, tenantId, areNew }: { kind: PointKind; tenantId: TenantId; areNew: boolean },
  ): Promise<ReadBack> => {
    const sdk = await tables.sdk();
    const rows = distinctPoints(points).map((point) => toRow(tenantId, point));
    const data = toArrow(sdk, rows, { kind, dimensions });
    let tries = 0;
    const address = { kind, tenantId, fingerprint };
    const change = areNew ? tables.append : tables.writeOrCreate;
    const place = await change<RowPlace | null>(address, (table) => {
      tries += 1;
      return areNew ? addRows(table, data) : replaceById(table, data);
    });
    const name = toTableName(address);
    await onWritten(name, points.map(toGrowth));
    // An earlier try may have left rows behind.
    if (place === null || tries > 1) return null;
    // The rows are written; if they cannot be read back, the caller has to count them.
    return async () =>
      (await tables.read(name, (table) => readIds(table, place)).catch(() => null)) ?? [];
  };

const toGrowth = ({ terms }: ChunkPoint | MemoryPoint): Growth => {
  const counts = new Map<string, number>();
  let repeats = 0;
  for (const term of terms) {
    const count = (counts.get(term) ?? 0) + 1;
    counts.set(term, count);
    if (count > Math.max(1, repeats)) repeats = count;
  }
  return { writes: 0, rows: 1, repeats };
};

/** The position of rows, valid until an earlier row is deleted or compacted; rows added later may then precede older ones. */
type RowPlace = { from: number; rows: number };

/**
 * Appends rows and returns their position: reading from there takes 3 ms of CPU, while a filter, which opens every unindexed file, takes 45
 * with 80 files. Needs the tenant's lock, or other writers' rows are among them.
 */
const addRows = async (table: Table, data: ArrowTable): Promise<RowPlace> => {
  const from = await table.countRows();
  await table.add(data);
  return { from, rows: data.numRows };
};

/**
 * The ids at a position and the row after it: it may be one too many, or another writer's. LanceDB 0.31 scans in the order of its files but
 * does not promise it: in another order the rows would not be found here and would be counted each time.
 */
const readIds = async (table: Table, { from, rows }: RowPlace): Promise<ChunkId[]> => {
  const query = table.query().select(['id']).offset(from);
  const found = await query.limit(rows + 1).toArrow();
  return columnsOf(found)
    .texts('id')
    .map((id) => ChunkId.parse(id));
};

/** Joins with every id of the table: 18 ms of CPU instead of the 6 of `add`. */
const replaceById = async (table: Table, data: ArrowTable): Promise<null> => {
  await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data);
  return null;
};

type StoredRowsDeps = {
  tables: Pick<Tables, 'read'>;
  dimensions: number | null;
  nameOf: (kind: PointKind) => string;
  scope: SystemScope;
};

type Page = { columns: string[]; where: string; after: string | null; limit: number };

/** Reads the stored rows in the order of the files; `next` is the number of rows before the next page. */
const createStoredRows = ({
  tables,
  dimensions,
  nameOf,
  scope,
}: StoredRowsDeps): Pick<
  VectorWriter,
  'readVectors' | 'findMemories' | 'listVersions' | 'listMemories'
> => {
  const where = toSql(allOf(scope));

  const readPage = async (kind: PointKind, { columns, where, after, limit }: Page) => {
    const offset = Number(after ?? 0);
    const found = await tables.read(nameOf(kind), (table) =>
      table.query().where(where).select(columns).offset(offset).limit(limit).toArrow(),
    );
    const isLast = found === null || found.numRows < limit;
    return { ...columnsOf(found), next: isLast ? null : String(offset + found.numRows) };
  };
  const readMemories = async (page: Omit<Page, 'columns'>) => {
    const { texts, next } = await readPage('memories', { ...page, columns: ['id'] });
    // The writer stored ids of memories; the file loses the brand.
    return { items: [...new Set(texts('id'))] as MemoryId[], next };
  };
  const readVersions = async (page: Omit<Page, 'columns'>) => {
    const columns = ['document_id', 'version'];
    const { texts, numbers, next } = await readPage('chunks', { ...page, columns });
    const versions = numbers('version');
    const items = texts('document_id').map((documentId, row) => ({
      // The writer stored ids of documents, in the same way.
      documentId: documentId as DocumentId,
      version: versions[row] ?? 0,
    }));
    return { items: distinctVersions(items), next };
  };

  return {
    readVectors: async (ids) => {
      if (ids.length === 0 || dimensions === null) return new Map();
      const filter = toSql(withIds(scope, ids));
      const read = tables.read(nameOf('chunks'), (table) => readVectors(table, filter));
      return (await translated(read)) ?? new Map();
    },
    findMemories: async (ids) => {
      if (ids.length === 0) return [];
      // Leaves room for a duplicate of each.
      const page = { where: toSql(withIds(scope, ids)), after: null, limit: 2 * ids.length };
      return (await translated(readMemories(page))).items;
    },
    listVersions: (page) => translated(readVersions({ ...page, where })),
    listMemories: (page) => translated(readMemories({ ...page, where })),
  };
};

const readVectors = async (table: Table, where: string) => {
  const rows: unknown[] = await table.query().where(where).select(['id', 'vector']).toArray();
  // Arrow returns a vector as its own list type, which is iterable.
  const stored = rows as { id: ChunkId; vector: Iterable<number> | null }[];
  return new Map(
    stored.flatMap(({ id, vector }) => (vector === null ? [] : [[id, Float32Array.from(vector)]])),
  );
};

type StoredRow = { id: string; documentId: string | undefined; version: number | undefined };

/** One table query for all callers that wait for it. */
type Round = { documentIds: Set<DocumentId>; found: Promise<StoredRow[]> };

/**
 * Counts the stored chunks of a version. A count opens every unindexed file, up to 20 ms of CPU whether for one document or many, so calls
 * that arrive during a count are answered together by the next one.
 */
const createCountChunks = (tables: Pick<Tables, 'read'>) => {
  const oneAtATime = createKeyedLock();
  const waiting = new Map<string, Round>();

  const open = (name: string, scope: SystemScope): Round => {
    const documentIds = new Set<DocumentId>();
    const found = oneAtATime(name, async () => {
      // Lets calls that arrive together join.
      await nextTurn();
      waiting.delete(name);
      const where = toSql(chunksOfDocuments(scope, [...documentIds]));
      return (await tables.read(name, (table) => readRows(table, where))) ?? [];
    });
    const round = { documentIds, found };
    waiting.set(name, round);
    return round;
  };
  return async (
    { name, scope }: { name: string; scope: SystemScope },
    { documentId, version }: Parameters<VectorWriter['countChunks']>[0],
  ): ReturnType<VectorWriter['countChunks']> => {
    const round = waiting.get(name) ?? open(name, scope);
    round.documentIds.add(documentId);
    const rows = (await round.found).filter(
      (row) => row.documentId === documentId && row.version === version,
    );
    return { rows: rows.length, distinct: new Set(rows.map(({ id }) => id)).size };
  };
};

/** Column by column: 3,000 of Arrow's row objects block the event loop for 60 ms. */
const readRows = async (table: Table, where: string): Promise<StoredRow[]> => {
  const columns = ['id', 'document_id', 'version'];
  const found = await table.query().where(where).select(columns).toArrow();
  const { texts, numbers } = columnsOf(found);
  const [documentIds, versions] = [texts('document_id'), numbers('version')];
  return texts('id').map((id, row) => ({
    id,
    documentId: documentIds[row],
    version: versions[row],
  }));
};
