type SmallTable = {
  rows: readonly (readonly string[])[];
  /** The first row names the columns. */
  isHead: boolean;
  /** True for a row whose first cell names it. */
  isNamed?: (row: number) => boolean;
};

/** A longer one is read by itself. */
const MAX_LENGTH = 500;

/** A small table as the text of the cell that it stands in, each value behind its name; undefined for a long one. */
export const tableInCell = ({
  rows,
  isHead,
  isNamed = () => false,
}: SmallTable): string | undefined => {
  const length = rows.flat().reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_LENGTH) return undefined;
  const [names = [], ...others] = rows;
  const shown =
    isHead && others.length > 0
      ? others.map((cells) => named(cells, names))
      : rows.map((cells, at) => plain(cells, isNamed(at)));
  return shown.filter((text) => text !== '').join('; ');
};

const named = (cells: readonly string[], names: readonly string[]): string =>
  cells
    .map((text, at) => [names[at] ?? '', text].filter((part) => part !== '').join(': '))
    .filter((_, at) => cells[at] !== '')
    .join(', ');

const plain = ([first = '', ...others]: readonly string[], isNamed: boolean): string => {
  const rest = others.filter((text) => text !== '').join(', ');
  return [first, rest].filter((text) => text !== '').join(isNamed ? ': ' : ', ');
};
