export type RtfCell = {
  /** Where its right edge stands; undefined where the row does not say. */
  edge: number | undefined;
  isMergedDown: boolean;
};
export type RtfRow = { texts: string[]; cells: RtfCell[] };

/** Programs round the same edge to slightly different places. */
const TOLERANCE = 30;
const MAX_COLUMNS = 200;

/** The rows of a table with every text in its column; a cell merged downwards stands for each of its rows. */
export const toRtfGrid = (rows: readonly RtfRow[]): string[][] => {
  if (!rows.every(isPlaced)) return rows.map(({ texts }) => texts);
  const columns = columnEdges(rows);
  if (columns.length > MAX_COLUMNS) return rows.map(({ texts }) => texts);
  const grid: string[][] = [];
  for (const { texts, cells } of rows) {
    const row: string[] = [];
    cells.forEach(({ edge = 0, isMergedDown }, at) => {
      const above = isMergedDown ? grid.at(-1)?.[row.length] : undefined;
      row.push(above ?? texts[at] ?? '');
      while ((columns[row.length] ?? Number.POSITIVE_INFINITY) <= edge + TOLERANCE) row.push('');
    });
    grid.push(row);
  }
  return grid;
};

const isPlaced = ({ texts, cells }: RtfRow): boolean =>
  cells.length === texts.length && cells.every(({ edge }) => edge !== undefined);

/** The right edges of all columns, from left to right. */
const columnEdges = (rows: readonly RtfRow[]): number[] => {
  const edges = new Set(rows.flatMap(({ cells }) => cells.map(({ edge }) => edge ?? 0)));
  const columns: number[] = [];
  for (const edge of [...edges].sort((left, right) => left - right)) {
    if (edge - (columns.at(-1) ?? Number.NEGATIVE_INFINITY) > TOLERANCE) columns.push(edge);
  }
  return columns;
};
