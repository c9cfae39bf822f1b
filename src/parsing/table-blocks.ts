import { oneLine } from './parser.js';
import type { Block } from './parsed-document.js';
import { parseFailure, PARSER_LIMITS } from './parse-failure.js';

type Row = { cells: string[]; page: number | undefined };

/**
 * A table as one block, with one row per line and its first row as the header; empty rows are left out, and a table with only one column
 * becomes paragraphs. `pages` is the page of each row, or of all rows.
 */
export const tableBlock = (
  rows: readonly (readonly string[])[],
  pages?: number | readonly number[],
): Block[] => {
  const filled = rows
    .map((row, at): Row => ({
      cells: row.map(oneLine),
      page: typeof pages === 'object' ? pages[at] : pages,
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const used = new Set(
    filled.flatMap(({ cells }) => [...cells.keys()].filter((at) => cells[at] !== '')),
  );
  if (used.size === 0) return [];
  if (used.size === 1) {
    return filled.map((row) => ({
      text: row.cells.join(''),
      kind: 'paragraph',
      ...placeOf([row]),
    }));
  }
  requireSize(filled.length, used.size);
  const columns = [...used].sort((left, right) => left - right);
  const lines = filled.map(({ cells }) => columns.map((at) => toCell(cells[at] ?? '')).join(' | '));
  return [{ text: lines.join('\n'), kind: 'table', ...placeOf(filled) }];
};

/** A single bar would look like the one between two cells. */
const LONE_BAR = /(?<![^\s])\|(?!\S)/gu;

/** The text of a cell, with its own bars escaped as in Markdown. */
export const toCell = (text: string): string => text.replace(LONE_BAR, '\\|');

const placeOf = (rows: readonly Row[]): Pick<Block, 'page' | 'linePages'> => {
  const pages = rows.flatMap(({ page }) => (page === undefined ? [] : [page]));
  const [first] = pages;
  if (first === undefined) return {};
  return pages.every((page) => page === first)
    ? { page: first }
    : { page: first, linePages: pages };
};

/** A column costs three characters in every row, even if its cell is empty. */
const MAX_CELLS = PARSER_LIMITS.characters / 3;

/** Refuses a table with more cells than a document may have. */
export const requireSize = (rows: number, columns: number): void => {
  if (rows * columns > MAX_CELLS) throw parseFailure('document_too_complex');
};
