import { laidOutTable } from './laid-out-table.js';
import type { Block } from './parsed-document.js';

/** White space as single spaces, but with its tabs, because they may separate columns. */
export const keepTabs = (text: string): string =>
  text.replace(/[^\S\t]+/gu, ' ').replace(/^ | $/gu, '');

/** Consecutive paragraphs with the same number of tabs, written in place of a table. */
export const joinTabbed = (blocks: readonly Block[]): Block[] => {
  const joined: Block[] = [];
  let open: Block[] = [];
  const close = (): void => {
    for (const block of toTable(open)) joined.push(block);
    open = [];
  };
  for (const block of blocks) {
    const tabs = tabsIn(block);
    if (open[0] && tabs !== tabsIn(open[0])) close();
    if (tabs < MIN_TABS) joined.push(block);
    else open.push(block);
  }
  close();
  return joined;
};

/** A single tab separates a name from its value, which is clear as it is. */
const MIN_TABS = 2;
const MIN_ROWS = 2;
/** Longer lines are text, not cells. */
const MAX_CELL_LENGTH = 80;

/** A list of titles, each with its page number. */
const areContents = (rows: readonly (readonly string[])[]): boolean => {
  const pages = rows.map((row) => (/^\d{1,4}$/u.test(row.at(-1) ?? '') ? Number(row.at(-1)) : NaN));
  return pages.every((page, at) => page >= (pages[at - 1] ?? 0));
};

const tabsIn = ({ kind, text, isBoilerplate }: Block): number =>
  kind === 'paragraph' && isBoilerplate !== true && text.length <= MAX_ROW_LENGTH
    ? text.split('\t').length - 1
    : 0;

const MAX_ROW_LENGTH = 1_000;

const toTable = (blocks: readonly Block[]): readonly Block[] => {
  const rows = blocks.map(({ text }) => text.split('\t').map((cell) => cell.trim()));
  const used = new Set(rows.flatMap((row) => [...row.keys()].filter((at) => row[at] !== '')));
  const isShort = rows.every((row) => row.every(({ length }) => length <= MAX_CELL_LENGTH));
  // Two columns with a wide gap between them are the lines for two signatures.
  if (rows.length < MIN_ROWS || used.size <= 2 || !isShort || areContents(rows)) return blocks;
  const pages = blocks.flatMap(({ page }) => page ?? []);
  return laidOutTable({ rows, pages: pages.length === rows.length ? pages : undefined });
};
