import { ChunkId } from '../../../shared/ids.js';
import type { Table } from './sdk.js';
import type { toArrow } from './table-layout.js';
import { readTexts, type TextColumn } from './text-column.js';

/** Where rows stand as long as none before them is deleted or compacted; those added meanwhile may then come before the old ones. */
export type RowPlace = { from: number; rows: number };

/**
 * The ids of the rows of a place and of the one behind them: it may be one too many, or somebody else's. LanceDB 0.31 scans in the
 * order of its files and promises none: in another one the rows would not be found here, and counted each time.
 */
export const readIds = async (table: Table, { from, rows }: RowPlace): Promise<ChunkId[]> => {
  const query = table.query().select(['id']).offset(from);
  const found = await query.limit(rows + 1).toArrow();
  // The columns' types are those of the table's schema, which only this adapter writes.
  const ids = found.getChild('id') as TextColumn | null;
  return ids === null ? [] : readTexts(ids).map((id) => ChunkId.parse(id));
};

/**
 * Appends rows and tells where they stand: read from there they take 3 ms of CPU, by a filter, which opens every file that is not
 * indexed yet, 45 with 80 of them. Needs the writer's lock, or rows of others are among them.
 */
export const addRows = async (
  table: Table,
  data: ReturnType<typeof toArrow>,
): Promise<RowPlace> => {
  const from = await table.countRows();
  await table.add(data);
  return { from, rows: data.numRows };
};
