import { toGrid, type TableCell } from './table-grid.js';

/** What is known of a table while another one is read in one of its cells. */
export type OpenTable = {
  rows: TableCell[][];
  isWide: boolean;
  dataDepth: number;
  containerPage: number;
};

/** True where the rows are those of a table whose cells may hold a small one: it names its columns or rows, which no layout of a page does. */
export const mayHoldTable = ({ rows, isWide }: Pick<OpenTable, 'rows' | 'isWide'>): boolean =>
  isWide && (rows[0]?.at(-1)?.isName === true || rows.at(-1)?.[0]?.isName === true);

/** A longer one is read by itself. */
const MAX_LENGTH = 500;

/** A small table as the text of the cell that it stands in, each value behind its name; undefined for a long one. */
export const nestedText = (rows: readonly (readonly TableCell[])[]): string | undefined => {
  const filled = rows.filter((row) => row.some(({ text }) => text !== ''));
  const length = filled.flat().reduce((sum, { text }) => sum + text.length, 0);
  if (length > MAX_LENGTH || filled.flat().some(isLarge)) return undefined;
  const [names = [], ...others] = toGrid(filled);
  const isHead = others.length > 0 && filled[0]?.every(({ isName }) => isName === true) === true;
  const shown = isHead
    ? others.map((cells) => named(cells, names))
    : [names, ...others].map((cells, at) => plain(cells, filled[at]?.[0]?.isName === true));
  return shown.filter((text) => text !== '').join('; ');
};

const MAX_SPAN = 20;

const isLarge = ({ columns, rows }: TableCell): boolean => columns > MAX_SPAN || rows > MAX_SPAN;

const named = (cells: readonly string[], names: readonly string[]): string =>
  cells
    .map((text, at) => [names[at] ?? '', text].filter((part) => part !== '').join(': '))
    .filter((_, at) => cells[at] !== '')
    .join(', ');

const plain = ([first = '', ...others]: readonly string[], isNamed: boolean): string => {
  const rest = others.filter((text) => text !== '').join(', ');
  return [first, rest].filter((text) => text !== '').join(isNamed ? ': ' : ', ');
};
