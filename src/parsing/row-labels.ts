import { cellsOf } from './wide-rows.js';

type Span = { start: number; end: number };

/** Labels of groups stand in the first columns. */
const MAX_LABEL_COLUMNS = 3;
/** A longer cell is no label. */
const MAX_LABEL_LENGTH = 80;
/** In narrower tables a cell alone in its row is a name without a value. */
const MIN_COLUMNS_OF_SECTIONS = 3;

/**
 * Follows the rows of a table from top to bottom and says under which labels each stands: a line with a cell alone, and the cells above
 * those that a row leaves blank at its beginning. Each is a line of cells that ends in a line break; empty where there is none.
 */
export const createRowLabels = (text: string, columns: number) => {
  let section = '';
  let groups: string[] = [];
  return {
    labelsOf: (row: Span): string => {
      const cells = cellsOf(text, row).slice(0, columns);
      const first = cells.findIndex(({ start, end }) => end > start);
      const isAlone = cells.slice(first + 1).every(({ start, end }) => end === start);
      const leading = cells
        .slice(0, MAX_LABEL_COLUMNS)
        .map(({ start, end }) => (end - start > MAX_LABEL_LENGTH ? '' : text.slice(start, end)));
      if (first === 0 && isAlone && columns >= MIN_COLUMNS_OF_SECTIONS) {
        section = toLine(leading.slice(0, 1), columns);
        groups = [];
        return '';
      }
      const above = groups.slice(0, Math.max(0, first));
      groups = [...above, ...leading.slice(above.length)];
      return section + toLine(above, columns);
    },
  };
};

const toLine = (labels: readonly string[], columns: number): string => {
  if (labels.every((label) => label === '')) return '';
  const cells = Array.from(
    { length: Math.max(columns, labels.length) },
    (_, at) => labels[at] ?? '',
  );
  return `${cells.join(' | ').replace(/\s+/gu, ' ').trim()}\n`;
};
