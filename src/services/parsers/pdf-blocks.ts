import type { Block } from '../../domain/parsed-document.js';
import type { Heading } from './pdf-headings.js';
import type { Cell, Line } from './pdf-lines.js';

const LIST_MARKER = /^(?:[\p{Co}•◦▪▫‣●○■□·–—*-]|\(?(?:\d{1,3}|[a-z])[.)])\s+/u;
const BARE_MARKER = /^(?:[\p{Co}•◦▪▫‣●○■□·–—*-]|\(?(?:\d{1,3}|[a-z])[.)])$/u;
const BULLET = /^[\p{Co}•◦▪▫‣●○■□·–—*]\s*/u;
const PARAGRAPH_GAP = 1.25;
const BROKEN_WORD = /[\p{L}\p{M}]-$/u;

type Row = Cell[];
type Draft =
  | { kind: 'paragraph' | 'list'; items: string[]; page: number; last: Line }
  | { kind: 'table'; rows: Row[]; page: number; last: Line };

type Context = { leading: number; words: ReadonlySet<string>; next: Line | undefined };

/** Every word of the document in lower case: tells a hyphen of the language from one of the typesetter. */
const wordsOf = (lines: readonly Line[]): Set<string> =>
  new Set(
    lines.flatMap(
      ({ text }) => text.toLowerCase().match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu) ?? [],
    ),
  );

const joinLine = (before: string, line: string, words: ReadonlySet<string>): string => {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + line;
  if (!BROKEN_WORD.test(before) || !/^\p{Ll}/u.test(line)) return joinUnspaced(before, line);
  const left = /[\p{L}\p{M}-]+$/u.exec(before.slice(-60))?.[0].toLowerCase() ?? '';
  const right = /^[\p{L}\p{M}]+/u.exec(line.slice(0, 60))?.[0] ?? '';
  return words.has(left + right) ? before + line : before.slice(0, -1) + line;
};

const CJK_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。，、；：！？」』）》]$/u;
const CJK_START = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。，、；：！？「『（《]/u;

/** Chinese and Japanese lines join without a space. */
const joinUnspaced = (before: string, line: string): string =>
  before + (CJK_END.test(before) && CJK_START.test(line) ? '' : ' ') + line;

const isFarBelow = (previous: Line, line: Line, leading: number): boolean => {
  if (previous.page !== line.page) return true;
  const gap = (previous.y - line.y) / Math.max(previous.size, line.size);
  return gap > leading * PARAGRAPH_GAP || gap < 0;
};

const isRow = (line: Line | undefined): line is Line =>
  line !== undefined && line.cells.length > 1 && !BARE_MARKER.test(line.cells[0]?.text ?? '');

/** Two lines in a row whose columns begin at the same places. */
const startsTable = (line: Line, next: Line | undefined): boolean =>
  isRow(line) &&
  isRow(next) &&
  next.page === line.page &&
  line.cells.some(({ x }, at) => at > 0 && next.cells.some((cell) => Math.abs(cell.x - x) < 1));

const appendToNearest = (row: Row, line: Line): void => {
  for (const added of line.cells) {
    const nearest = row.reduce<Cell | undefined>(
      (best, cell) =>
        !best || Math.abs(cell.x - added.x) < Math.abs(best.x - added.x) ? cell : best,
      undefined,
    );
    if (nearest) nearest.text += ` ${added.text}`;
  }
};

const toBlock = (draft: Draft): Block => {
  if (draft.kind === 'table') {
    const rows = draft.rows.map((row) => row.map(({ text }) => text).join(' | '));
    return { text: rows.join('\n'), kind: 'table', page: draft.page };
  }
  return { text: draft.items.join('\n'), kind: draft.kind, page: draft.page };
};

const startDraft = (line: Line, next: Line | undefined): Draft => {
  const { page } = line;
  if (isRow(line) && isRow(next) && next.page === page) {
    return { kind: 'table', rows: [line.cells.map((cell) => ({ ...cell }))], page, last: line };
  }
  const kind = LIST_MARKER.test(line.text) ? 'list' : 'paragraph';
  return {
    kind,
    items: [kind === 'list' ? line.text.replace(BULLET, '- ') : line.text],
    page,
    last: line,
  };
};

/** Adds the line to the draft where it belongs there. */
const continueDraft = (draft: Draft, line: Line, { leading, words, next }: Context): boolean => {
  const isFar = isFarBelow(draft.last, line, leading);
  if (draft.kind === 'table') {
    const row = draft.rows.at(-1);
    if (isRow(line) && line.page === draft.last.page) {
      if (row && !isFar && line.x > (row[0]?.x ?? 0) + line.size) appendToNearest(row, line);
      else draft.rows.push(line.cells.map((cell) => ({ ...cell })));
      return true;
    }
    if (!row || isFar || line.x <= (row[0]?.x ?? 0) + line.size) return false;
    appendToNearest(row, line);
    return true;
  }
  const isItem = LIST_MARKER.test(line.text);
  if (draft.kind === 'list' && isItem && line.page === draft.last.page) {
    draft.items.push(line.text.replace(BULLET, '- '));
    return true;
  }
  if (isItem || isFar || Math.abs(draft.last.size - line.size) > 1) return false;
  if (startsTable(line, next)) return false;
  const before = draft.items.pop() ?? '';
  draft.items.push(joinLine(before, line.text, words));
  return true;
};

type LayoutInput = { lines: readonly Line[]; headings: Map<number, Heading[]>; leading: number };

/** Groups printed lines into headings, paragraphs, lists and tables, each on the page where it starts. */
export const layOutBlocks = ({ lines, headings, leading }: LayoutInput): Block[] => {
  const blocks: Block[] = [];
  const words = wordsOf(lines);
  let draft: Draft | undefined;
  const close = (): void => {
    if (draft) blocks.push(toBlock(draft));
    draft = undefined;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line) break;
    let taken = 0;
    for (const { level, lineCount, title } of headings.get(at) ?? []) {
      close();
      const text =
        title ??
        lines
          .slice(at, at + lineCount)
          .map((shown) => shown.text)
          .join(' ');
      blocks.push({ text, kind: 'heading', level, page: line.page });
      taken = Math.max(taken, lineCount);
    }
    if (taken > 0) {
      at += taken - 1;
      continue;
    }
    if (draft && continueDraft(draft, line, { leading, words, next: lines[at + 1] })) {
      draft.last = line;
      continue;
    }
    close();
    draft = startDraft(line, lines[at + 1]);
  }
  close();
  return blocks;
};
