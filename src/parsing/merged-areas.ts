import { reachOf } from './merged-cells.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';
import type { Sheet, SheetReader } from './sheet-blocks.js';

type Place = { row: number; column: number };

/** The first and the last place of a merged cell of a sheet. */
export type MergedArea = { from: Place; to: Place };

/** No real sheet has more places under its merged cells. */
const MAX_STEPS = PARSER_LIMITS.characters;

/**
 * Writes a merged cell into each of its rows, and into each of its columns if some row of the sheet has values of its own in all of them.
 * This is done only if the row contains something else: a merged margin is not a table.
 */
export const fillMerged = (reader: SheetReader, areas: readonly MergedArea[]): void => {
  const { sheet } = reader;
  if (areas.length === 0) return;
  const used = new Set<number>();
  for (const cells of sheet.values()) for (const column of cells.keys()) used.add(column);
  const columns = [...used].sort((left, right) => left - right);
  const positions = new Map(columns.map((column, position) => [column, position]));
  const reach = reachOf(positionsByRow(sheet, positions));
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > MAX_STEPS) throw parseFailure('document_too_complex');
  };
  for (const { from, to } of areas) {
    const value = sheet.get(from.row)?.get(from.column);
    const start = positions.get(from.column);
    if (value === undefined || start === undefined) continue;
    let end = start;
    while ((columns[end + 1] ?? Number.POSITIVE_INFINITY) <= to.column) end += 1;
    const isDivided = end > start && (reach.get(start) ?? start) >= end;
    for (let row = from.row; row <= to.row; row += 1) {
      step();
      const cells = sheet.get(row);
      if (!cells) continue;
      if (row > from.row) reader.set(row, from.column, value);
      if (!isDivided || isLabel(sheet, { row, column: from.column })) continue;
      for (const column of columns.slice(start + 1, end + 1)) {
        step();
        reader.set(row, column, value);
      }
    }
  }
};

function* positionsByRow(
  sheet: Sheet,
  positions: ReadonlyMap<number, number>,
): Generator<number[]> {
  for (const cells of sheet.values()) {
    yield [...cells.keys()]
      .map((column) => positions.get(column) ?? 0)
      .sort((left, right) => left - right);
  }
}

/** A title above a table, or the name of a row below the first one. */
const isLabel = (sheet: Sheet, { row, column }: Place): boolean => {
  const columnsOf = (at: number): number[] => [...(sheet.get(at)?.keys() ?? [])];
  const isFirst = (at: number): boolean => !columnsOf(at).some((other) => other < column);
  if (!isFirst(row)) return false;
  if (columnsOf(row).length > 1) return columnsOf(row - 1).length > 1;
  // The names of the first columns may be some rows below a name that spans others.
  for (let at = row + 1; at <= row + MAX_ROWS_OF_NAMES; at += 1) if (!isFirst(at)) return false;
  return true;
};

const MAX_ROWS_OF_NAMES = 4;
