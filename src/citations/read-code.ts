/** A stretch of a text; `end` is exclusive. */
export type Stretch = { start: number; end: number };

type Code = {
  /** Code in backticks, and the lines of code blocks. */
  spans: readonly Stretch[];
  /** The lines of code blocks, including the fences. */
  blocks: readonly Stretch[];
  /** True if the whole text was unambiguous. */
  isSure: boolean;
};

type Item = { indent: number; offset: number };

type Kind = 'blank' | 'text' | 'begin' | 'code' | 'end' | 'lost';

type State = {
  /** True if the structure is unclear from here on, so that nothing counts as code. */
  isLost: boolean;
  /** True if a backtick in this paragraph has no partner yet, so that pairs are uncertain. */
  isUncertain: boolean;
  fence: { mark: string; indent: number } | null;
  /** The list item to which a line with this indentation belongs. */
  item: Item | null;
  isBehindBlank: boolean;
  /** What is known so far about the current, incomplete line. */
  line: { beginning: string; last: string; kind: Kind };
};

const NEW_LINE = { beginning: '', last: '', kind: 'blank' } as const;

const START: State = {
  isLost: false,
  isUncertain: false,
  fence: null,
  item: null,
  isBehindBlank: true,
  line: NEW_LINE,
};

/** No fence or bullet is longer than this, including anything that may precede it. */
const MAX_BEGINNING = 200;

/**
 * Finds the code in Markdown that arrives in pieces, as CommonMark reads it. Text in doubt does not count as code: if a renderer treated it
 * as text, its links would become active, and statements in code are not checked.
 */
export const createCodeReader = () => {
  let state = START;
  return {
    /** The code in a text that follows everything read so far. */
    read: (text: string): Code => readText(state, text),
    add: (text: string): void => {
      state = readText(state, text).state;
    },
    /** Stops recognizing code; from here on nothing counts as code. */
    giveUp: (): void => {
      state = { ...state, isLost: true };
    },
  };
};

const readText = (before: State, text: string): Code & { state: State } => {
  let state = before;
  let start = 0;
  let isSure = true;
  const spans: Stretch[] = [];
  const blocks: Stretch[] = [];
  for (const [index, piece] of text.split('\n').entries()) {
    if (index > 0) state = endLine(state);
    state = readPiece(state, piece);
    const end = start + piece.length;
    const { kind } = state.line;
    isSure &&= !state.isLost && !state.isUncertain;
    if (!state.isLost && kind !== 'text' && kind !== 'blank') blocks.push({ start, end });
    if (!state.isLost && kind === 'code' && end > start) spans.push({ start, end });
    if (!state.isLost && !state.isUncertain && kind === 'text') {
      for (const span of findSpans(piece)) {
        spans.push({ start: start + span.start, end: start + span.end });
      }
    }
    start = end + 1;
  }
  return { state, spans, blocks, isSure };
};

/** Reads the rest of a line, or part of the rest. */
const readPiece = (state: State, piece: string): State => {
  if (state.isLost || piece === '') return state;
  const { beginning: known, last, kind: earlier } = state.line;
  const beginning = (known + piece).slice(0, MAX_BEGINNING + 1);
  const isLong = beginning.length > MAX_BEGINNING;
  const kind = kindOf(beginning, state);
  const isSettled = kind === 'text' || kind === 'code';
  const hasChanged = earlier !== 'blank' && kind !== earlier;
  const isCut = piece.startsWith('`') && /[\\`]/.test(last);
  if (kind === 'lost' || hasChanged || isCut || (isLong && !isSettled)) {
    return { ...state, isLost: true };
  }
  const next = { ...state, line: { beginning, last: piece.slice(-1), kind } };
  return kind === 'text' ? readWords(next, piece) : next;
};

/** A tag that link checks let through. Markdown does not parse HTML, so backticks inside a tag do not mark code. */
const TAG = /<[a-z/!?]/i;

const readWords = (state: State, piece: string): State => {
  if (state.isUncertain) return { ...state, isLost: TAG.test(piece) };
  const rest = withoutSpans(piece);
  return { ...state, isLost: TAG.test(rest), isUncertain: rest.includes('`') };
};

/** Inline code extends from a run of backticks to the next run of the same length. In a table, `|` ends both the cell and the code. */
const SPAN = /(?<![\\`])(`+)(?!`)([^\n]*?[^\n`])\1(?!`)/g;

const withoutSpans = (piece: string): string =>
  piece.replace(SPAN, (code) => (code.includes('|') ? code : ''));

const findSpans = (piece: string): Stretch[] =>
  [...piece.matchAll(SPAN)].map(({ index, 0: code }) => ({
    start: index,
    end: index + code.length,
  }));

const BLANK = /^[ \t]*$/;
const OPENING = /^( *)(`{3,}|~{3,})[ \t]*[\w+#.-]{0,30}[ \t]*$/;
const CLOSING = /^( *)(`{3,}|~{3,})[ \t]*$/;
/** A fence that is within a quotation, after text, or has an unusual name; or a formula, whose end is unclear. */
const UNCLEAR_OPENING = /^[\s>*+\d.)-]*(?:`{3}|~{3}|\$\$)/u;
const UNCLEAR_CLOSING = /^[^\p{L}\p{N}`~]*(`{3,}|~{3,})/u;
/** Matches a line break, or one of our internal marker characters, which renderers may interpret differently. */
const STRANGE = /[\r\uE000\uE001]/;

const kindOf = (line: string, state: State): Kind => {
  if (STRANGE.test(line)) return 'lost';
  if (state.fence !== null) return kindInBlock(line, state.fence);
  if (BLANK.test(line)) return 'blank';
  const [, blanks] = OPENING.exec(line) ?? [];
  if (blanks !== undefined) return mayOpen(blanks.length, state.item) ? 'begin' : 'lost';
  return UNCLEAR_OPENING.test(line) ? 'lost' : 'text';
};

/** With more indentation it is not a fence, unless a list item begins there. */
const MAX_INDENT = 3;

const mayOpen = (indent: number, item: Item | null): boolean =>
  indent <= MAX_INDENT ||
  (item !== null && indent >= item.offset && indent <= item.offset + MAX_INDENT);

const kindInBlock = (line: string, fence: NonNullable<State['fence']>): Kind => {
  const [, blanks, closing = ''] = CLOSING.exec(line) ?? [];
  if (blanks !== undefined && closing.startsWith(fence.mark)) {
    const isAtMargin = fence.indent === 0 && blanks.length <= MAX_INDENT;
    return isAtMargin || blanks.length === fence.indent ? 'end' : 'lost';
  }
  const [, unclear = ''] = UNCLEAR_CLOSING.exec(line) ?? [];
  if (unclear.startsWith(fence.mark)) return 'lost';
  // A code block ends where the list item that contains it ends.
  return !BLANK.test(line) && indentOf(line) < fence.indent ? 'lost' : 'code';
};

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

const endLine = (state: State): State => {
  const { line } = state;
  const next = { ...state, line: NEW_LINE, isBehindBlank: line.kind === 'blank' };
  if (state.fence !== null) return { ...next, fence: line.kind === 'end' ? null : state.fence };
  if (line.kind === 'blank') return { ...next, isUncertain: false };
  if (line.kind === 'text') return { ...next, item: toItem(line.beginning, state) };
  const [, blanks = '', mark = ''] = OPENING.exec(line.beginning) ?? [];
  const indent = blanks.length;
  const item = state.item !== null && indent >= state.item.offset ? state.item : null;
  return { ...next, fence: { mark, indent }, isUncertain: false, item };
};

const ITEM = /^( *)(?:[-*+]|(\d{1,9})[.)]) {1,4}(?=\S)/;
const RULE = /^ *([-*_])[ \t]*(?:\1[ \t]*){2,}$/;

/** The list item to which the next line may belong. */
const toItem = (line: string, { item, isBehindBlank }: State): Item | null => {
  const match = RULE.test(line) ? null : ITEM.exec(line);
  if (match === null) return item !== null && indentOf(line) >= item.offset ? item : null;
  const [{ length: offset }, { length: indent } = '', number = '1'] = match;
  const isInside = item !== null && indent >= item.offset;
  // Within a paragraph, only the number 1 can begin a list.
  const mayBegin = Number(number) === 1 || isBehindBlank || (item !== null && !isInside);
  const isBeside = item?.indent === indent;
  const depth = indent - (isInside ? item.offset : 0);
  return mayBegin && (isBeside || depth <= MAX_INDENT) ? { indent, offset } : null;
};
