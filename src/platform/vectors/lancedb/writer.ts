import type { ChunkId } from '../../../shared/ids.js';
import type { SystemScope } from '../../../shared/scope.js';
import type { ReadBack, VectorWriter } from '../vector-store.js';
import { checkVectors, distinctPoints } from '../points.js';
import { chunksById, chunksOfDocument, memoryById, type ScopeFilter } from '../scope-filter.js';
import { addRows, readIds, type RowPlace } from './add-rows.js';
import type { CountChunks } from './count-chunks.js';
import type { Table } from './sdk.js';
import { toSql } from './sql-filter.js';
import { createStoredRows } from './stored-rows.js';
import { toArrow, toChunkRow, toMemoryRow, toTableName, type TableKind } from './table-layout.js';
import type { Tables } from './tables.js';
import { translated } from './translated.js';

export type WriterDeps = {
  tables: Tables;
  fingerprint: string;
  dimensions: number | null;
  countChunks: CountChunks;
  /** Told of every change, so that housekeeping knows what to do. */
  onWritten: (table: string, rows: number) => Promise<void>;
};

export const createWriter = (deps: WriterDeps, scope: SystemScope): VectorWriter => {
  const { tables, fingerprint, dimensions, countChunks, onWritten } = deps;
  const { tenantId } = scope;
  const nameOf = (kind: TableKind): string => toTableName({ kind, tenantId, fingerprint });
  const upsert = createUpsert(deps, scope);

  /** Leaves an older version behind, whose files are housekeeping's business. */
  const change = async (kind: TableKind, work: (table: Table) => Promise<unknown>) => {
    await tables.write(nameOf(kind), work);
    await onWritten(nameOf(kind), 0);
  };
  const remove = (kind: TableKind, filter: ScopeFilter) =>
    change(kind, (table) => table.delete(toSql(filter)));

  return {
    ...createStoredRows({ tables, nameOf, scope }),
    upsertChunks: (points, { areNew } = { areNew: false }) =>
      translated(upsert(points, { kind: 'chunks', toRow: toChunkRow(tenantId), areNew })),
    upsertMemories: async (points) => {
      const toRow = toMemoryRow(tenantId);
      await translated(upsert(points, { kind: 'memories', toRow, areNew: false }));
    },
    countChunks: (document) => translated(countChunks({ name: nameOf('chunks'), scope }, document)),
    readVectors: async (ids) => {
      if (ids.length === 0 || dimensions === null) return new Map();
      const filter = chunksById(scope, ids);
      const read = tables.read(nameOf('chunks'), (table) => readVectors(table, filter));
      return (await translated(read)) ?? new Map();
    },
    deleteDocument: async ({ documentId, version, keepVersion }) => {
      const filter = chunksOfDocument(scope, { documentId, version, exceptVersion: keepVersion });
      await translated(remove('chunks', filter));
    },
    deleteMemory: (id) => translated(remove('memories', memoryById(scope, id))),
    setVisibility: async ({ documentId, visibility }) => {
      const where = toSql(chunksOfDocument(scope, { documentId }));
      const update = (table: Table) => table.update({ where, values: { visibility } });
      await translated(change('chunks', update));
    },
  };
};

type Point = { id: string; vector: Float32Array | null };
type Row = Parameters<typeof toArrow>[1][number];

const createUpsert =
  ({ tables, fingerprint, dimensions, onWritten }: WriterDeps, { tenantId }: SystemScope) =>
  async <P extends Point>(
    points: readonly P[],
    { kind, toRow, areNew }: { kind: TableKind; toRow: (point: P) => Row; areNew: boolean },
  ): Promise<ReadBack> => {
    if (points.length === 0) return null;
    checkVectors(points, dimensions);
    const sdk = await tables.sdk();
    const rows = distinctPoints(points).map(toRow);
    const data = toArrow(sdk, rows, { kind, dimensions });
    let tries = 0;
    const address = { kind, tenantId, fingerprint };
    const change = areNew ? tables.append : tables.writeOrCreate;
    const place = await change<RowPlace | null>(address, (table) => {
      tries += 1;
      return areNew ? addRows(table, data) : replaceById(table, data);
    });
    const name = toTableName(address);
    await onWritten(name, rows.length);
    // What was tried again may have left rows behind the first time.
    if (place === null || tries > 1) return null;
    // The rows are written: what cannot be read back is counted by who wants to know.
    return async () =>
      (await tables.read(name, (table) => readIds(table, place)).catch(() => null)) ?? [];
  };

/** Joins with every id of the table: 18 ms of CPU where `add` takes 6. */
const replaceById = async (table: Table, data: ReturnType<typeof toArrow>): Promise<null> => {
  await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data);
  return null;
};

const readVectors = async (table: Table, filter: ScopeFilter) => {
  const rows: unknown[] = await table
    .query()
    .where(toSql(filter))
    .select(['id', 'vector'])
    .toArray();
  // Arrow hands a vector out as a list of its own that is iterable.
  const stored = rows as { id: ChunkId; vector: Iterable<number> | null }[];
  return new Map(
    stored.flatMap(({ id, vector }) => (vector === null ? [] : [[id, Float32Array.from(vector)]])),
  );
};
