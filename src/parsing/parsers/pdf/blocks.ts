import { joinLine, wordsOf, type Hyphens } from '../../join-lines.js';
import type { Block, PageStart } from '../../parsed-document.js';
import { PARAGRAPH_GAP } from './body-text.js';
import type { Heading } from './headings.js';
import type { Line } from './lines.js';
import { alignRows, continueTable, hasCells, toRow, type TableDraft } from './table-rows.js';
import { toCell } from '../../table-blocks.js';
import { EAST_ASIAN } from '../../../shared/scripts.js';

const LIST_MARKER = /^(?:[\p{Co}•◦▪▫‣●○■□·–—*-]|\(?(?:\d{1,3}|[a-z])[.)])\s+/u;
const BULLET = /^[\p{Co}•◦▪▫‣●○■□·–—*]\s*/u;
const ENDS_SENTENCE = /[.!?:;…。！？；：]["'”’»)\]」』）]*$/u;

type TextDraft = {
  kind: 'paragraph' | 'list';
  items: string[];
  page: number;
  /** The places in the items' text at which further pages begin. */
  pageStarts: PageStart[];
  last: Line;
  /** Its lines are entries of a list, such as prices, and stay separate. */
  keepsLines?: true;
};
type CodeDraft = { kind: 'code'; lines: Line[]; page: number; last: Line };
type Draft = (TextDraft | TableDraft | CodeDraft) & Pick<Line, 'confidence'>;

type Context = { leading: number; hyphens: Hyphens; next: Line | undefined };

type LayoutInput = {
  lines: readonly Line[];
  headings: Map<number, Heading[]>;
  leading: number;
  /** The lines of footnotes. */
  notes: ReadonlySet<number>;
  /** The hyphens at line ends were written by the author. */
  areWritten?: boolean;
};

/** Groups printed lines into headings, paragraphs, lists and tables, each on the page where it starts. */
export const layOutBlocks = ({
  lines,
  headings,
  leading,
  notes,
  areWritten = false,
}: LayoutInput): Block[] => {
  const blocks: Block[] = [];
  const hyphens = { words: wordsOf(lines.map(({ text }) => text)), areWritten };
  let draft: Draft | undefined;
  /** Notes wait for the end of the paragraph or table that they are below. */
  let openNotes: Draft[] = [];
  const close = (): void => {
    for (const ended of draft ? [draft, ...openNotes] : openNotes) {
      blocks.push(markRead(toBlock(ended), ended.confidence));
    }
    draft = undefined;
    openNotes = [];
  };
  let headingEnd = 0;
  for (const [at, line] of lines.entries()) {
    if (at < headingEnd) continue;
    for (const { level, lineCount, title } of headings.get(at) ?? []) {
      close();
      const own = lines.slice(at, at + lineCount);
      const text = title ?? own.map((one) => one.text).join(' ');
      const confidence = title === undefined ? weakest(own) : undefined;
      blocks.push(markRead({ text, kind: 'heading', level, page: line.page }, confidence));
      headingEnd = Math.max(headingEnd, at + lineCount);
    }
    if (at < headingEnd) continue;
    const context = { leading, hyphens, next: lines[at + 1] };
    if (notes.has(at)) {
      const note = openNotes.at(-1);
      const goesOn = note?.last.page === line.page && continueDraft(note, line, context);
      if (!goesOn) openNotes.push(beginDraft(line, undefined));
    } else if (!draft || !continueDraft(draft, line, context)) {
      close();
      draft = beginDraft(line, context.next);
    }
  }
  close();
  return blocks;
};

/** The lowest confidence for one of the lines; undefined if none was read in a picture. */
const weakest = (lines: readonly Pick<Line, 'confidence'>[]): number | undefined => {
  const known = lines.flatMap(({ confidence }) => confidence ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
};

const markRead = (block: Block, confidence: number | undefined): Block => {
  if (confidence !== undefined) Object.assign(block, { ocr: true, confidence });
  return block;
};

const toBlock = (draft: Draft): Block => {
  const { kind, page } = draft;
  if (kind === 'code') return { text: layOutCode(draft.lines), kind, page };
  if (kind !== 'table') {
    const { items, pageStarts, keepsLines } = draft;
    const text = items.join('\n');
    return {
      text,
      kind,
      page,
      ...(keepsLines && { keepsLines }),
      ...(pageStarts.length > 0 && { pageStarts }),
    };
  }
  const rows = alignRows(draft).map((cells) => cells.map(toCell).join(' | '));
  const linePages = draft.rows.map((row) => row.page);
  const isOnOne = linePages.every((own) => own === page);
  return { text: rows.join('\n'), kind, page, ...(!isOnOne && { linePages }) };
};

/** Adds the line to the draft if it belongs there. */
const continueDraft = (draft: Draft, line: Line, context: Context): boolean => {
  // What an engine has read stays apart from what the file says itself.
  if ((draft.confidence === undefined) !== (line.confidence === undefined)) return false;
  const isFar = isFarBelow(draft.last, line, context.leading);
  const isTaken = takeLine(draft, line, { ...context, isFar });
  if (isTaken) {
    draft.last = line;
    draft.confidence = weakest([draft, line]);
  }
  return isTaken;
};

const beginDraft = (line: Line, next: Line | undefined): Draft =>
  Object.assign(startDraft(line, next), { confidence: line.confidence });

const takeLine = (draft: Draft, line: Line, context: Context & { isFar: boolean }): boolean => {
  if (draft.kind === 'code') return continueCode(draft, line);
  if (draft.kind === 'table') return continueTable(draft, line, context);
  return !startsCode(draft, line, context) && continueText(draft, line, context);
};

/** Code begins if it is set apart, or runs over more lines than the one that a name in a paragraph may fill. */
const startsCode = (
  { last }: TextDraft,
  line: Line,
  { next, isFar }: Context & { isFar: boolean },
): boolean => {
  if (line.letterWidth === undefined || last.letterWidth !== undefined) return false;
  const isMore = next?.letterWidth !== undefined && next.page === line.page;
  return isFar || isMore || line.x > last.x + line.size;
};

/** Lines of code with an empty one between them belong together. */
const MAX_CODE_GAP = 3;

const continueCode = (draft: CodeDraft, line: Line): boolean => {
  if (line.letterWidth === undefined || line.page !== draft.page) return false;
  const gap = (draft.last.y - line.y) / line.size;
  if (gap < 0 || gap > MAX_CODE_GAP) return false;
  draft.lines.push(line);
  return true;
};

/** Each line with as many blanks before it and between its parts as there is room for. */
const layOutCode = (lines: readonly Line[]): string => {
  const left = Math.min(...lines.map(({ x }) => x));
  return lines
    .map(({ cells, letterWidth = 1 }) => {
      let shown = '';
      for (const { text, x } of cells) {
        const column = Math.min(MAX_COLUMN, Math.round((x - left) / letterWidth));
        const between = shown === '' ? column : Math.max(1, column - shown.length);
        shown += ' '.repeat(Math.max(0, between)) + text;
      }
      return shown;
    })
    .join('\n');
};

/** No line of code is longer on paper. */
const MAX_COLUMN = 200;

const continueText = (
  draft: TextDraft,
  line: Line,
  { hyphens, next, isFar }: Context & { isFar: boolean },
): boolean => {
  const isItem =
    LIST_MARKER.test(line.text) && (isFar || !isWrappedNumber(line.text, draft.items.at(-1) ?? ''));
  if (draft.kind === 'list' && isItem && line.page === draft.last.page) {
    draft.items.push(line.text.replace(BULLET, '- '));
    return true;
  }
  if (isItem || Math.abs(draft.last.size - line.size) > 1) return false;
  if (line.table !== undefined || startsTable(line, next) || (isFar && !runsOn(draft.last, line)))
    return false;
  const { items, last, pageStarts } = draft;
  if (line.page !== last.page) pageStarts.push({ at: items.join('\n').length, page: line.page });
  if (LEADER.test(last.text) && LEADER.test(line.text)) {
    items.push(line.text);
    draft.keepsLines = true;
  } else items.push(joinLine(items.pop() ?? '', line.text, hyphens));
  return true;
};

/** A name and its price or page, with dots between them. */
const LEADER = /(?:\. ?){4}\s*\S{1,20}$/u;

const isFarBelow = (previous: Line, line: Line, leading: number): boolean => {
  if (previous.page !== line.page) return true;
  const gap = (previous.y - line.y) / Math.max(previous.size, line.size);
  return gap > leading * PARAGRAPH_GAP || gap < 0;
};

const NUMBERED = /^\(?(\d{1,3})[.)]\s/;

/** True if a number at the start of a line continues the sentence of the line before, and does not begin a list item. */
const isWrappedNumber = (text: string, before: string): boolean => {
  const number = NUMBERED.exec(text)?.[1];
  if (number === undefined || ENDS_SENTENCE.test(before.slice(-20))) return false;
  const last = NUMBERED.exec(before)?.[1];
  return Number(number) !== Number(last ?? 0) + 1;
};

/** Two consecutive lines whose columns begin at the same places. */
const startsTable = (line: Line, next: Line | undefined): boolean =>
  isRow(line) &&
  isRow(next) &&
  next.page === line.page &&
  !areTitles(line, next) &&
  line.cells.some(({ x }, at) => at > 0 && next.cells.some((cell) => Math.abs(cell.x - x) < 1));

const SECTION = /^\d{1,2}(?:\.\d{1,3}){1,4}\.?$/u;

/** The titles of a section and of its first part, `1.2` and `1.2.1`, each with its number set apart. */
const areTitles = (line: Line, next: Line): boolean => {
  const [number, below] = [line, next].map(({ cells: [first, ...others] }) =>
    others.length === 1 && SECTION.test(first?.text ?? '') ? (first?.text ?? '') : undefined,
  );
  return number !== undefined && below?.startsWith(`${number.replace(/\.$/u, '')}.`) === true;
};

const isRow = (line: Line | undefined): line is Line => line !== undefined && hasCells(line);

/** Signs that never begin a sentence, and signs that may continue one in some languages. */
const GOES_ON = new RegExp(String.raw`^[\p{Ll}\p{N}(${EAST_ASIAN}]`, 'u');
/** A line that ends this many font sizes before another was ended on purpose. */
const RAGGED = 6;

/** True if a line continues the sentence of the line before it, across the end of a page or a column. */
const runsOn = (previous: Line, line: Line): boolean => {
  const isBreak =
    line.page === previous.page + 1 || (line.page === previous.page && line.y > previous.y);
  if (!isBreak || ENDS_SENTENCE.test(previous.text) || line.cells.length > 1) return false;
  if (Math.abs(previous.size - line.size) > 0.5) return false;
  if (GOES_ON.test(line.text)) return true;
  // A capital letter continues the sentence if the line before was full, about as long as this one.
  const width = previous.right - previous.x;
  return width > 0 && width + RAGGED * line.size >= line.right - line.x && line.text.length > 20;
};

const startDraft = (line: Line, next: Line | undefined): Draft => {
  const { page, table } = line;
  if (line.letterWidth !== undefined) return { kind: 'code', lines: [line], page, last: line };
  const beginsTable = isRow(line) && isRow(next) && next.page === page && !areTitles(line, next);
  if (table !== undefined || beginsTable) {
    return { kind: 'table', rows: [toRow(line)], page, last: line, table };
  }
  const kind = LIST_MARKER.test(line.text) ? 'list' : 'paragraph';
  const text = kind === 'list' ? line.text.replace(BULLET, '- ') : line.text;
  return { kind, items: [text], page, pageStarts: [], last: line };
};
