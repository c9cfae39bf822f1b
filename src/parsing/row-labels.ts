import { cellsOf } from './wide-rows.js';

type Span = { start: number; end: number };

/** Group labels are in the first columns. */
const MAX_LABEL_COLUMNS = 3;
/** A longer cell is not a label. */
const MAX_LABEL_LENGTH = 80;
/** In narrower tables a cell alone in its row is a name without a value. */
const MIN_COLUMNS_OF_SECTIONS = 3;

/**
 * Follows the rows of a table from top to bottom and finds the labels of each: a line with a single cell, and the cells above those that a
 * row leaves blank at its start. Each is a line of cells that ends in a line break; empty if there is none.
 */
export const createRowLabels = (text: string, columns: number) => {
  let section = '';
  let groups: readonly string[] = [];
  /** The row whose cells are the groups, read only when needed: most rows have all of their own. */
  let last: Span | undefined;
  const leadingOf = (row: Span): string[] =>
    cellsOf(text, row)
      .slice(0, Math.min(columns, MAX_LABEL_COLUMNS))
      .map(({ start, end }) => (end - start > MAX_LABEL_LENGTH ? '' : text.slice(start, end)));
  return {
    labelsOf: (row: Span): string => {
      const line = text.slice(row.start, row.end);
      if (line.startsWith('|')) {
        if (last) groups = leadingOf(last);
        last = undefined;
        const own = leadingOf(row);
        const first = own.findIndex((cell) => cell !== '');
        const above = groups.slice(0, first === -1 ? own.length : first);
        groups = [...above, ...own.slice(above.length)];
        return section + toLine(above, columns);
      }
      const isSection = columns >= MIN_COLUMNS_OF_SECTIONS && ALONE.test(line);
      if (isSection) section = toLine(leadingOf(row).slice(0, 1), columns);
      groups = [];
      last = isSection ? undefined : row;
      return isSection ? '' : section;
    },
  };
};

/** A cell with only bars after it. */
const ALONE = /^[^|]+(?:\|\s*)+$/u;

const toLine = (labels: readonly string[], columns: number): string => {
  if (labels.every((label) => label === '')) return '';
  const cells = Array.from(
    { length: Math.max(columns, labels.length) },
    (_, at) => labels[at] ?? '',
  );
  return `${cells.join(' | ').replace(/\s+/gu, ' ').trim()}\n`;
};
