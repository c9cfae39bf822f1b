type SmallTable = {
  rows: readonly (readonly string[])[];
  /** The first row names the columns. */
  isHead: boolean;
  /** True if the first cell of the row is its name. */
  isNamed?: (row: number) => boolean;
};

/** A longer table is read as a table of its own. */
export const MAX_CHARS_IN_CELL = 500;

/** Turns a small table into text for the cell that contains it, with each value after the name of its column; undefined if the table is too long. */
export const tableInCell = ({
  rows,
  isHead,
  isNamed = () => false,
}: SmallTable): string | undefined => {
  const length = rows.flat().reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_CHARS_IN_CELL) return undefined;
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
