import { loadTokenizer } from '../language/index.js';
import { PARSER_LIMITS } from './parse-failure.js';

const { countTokens } = await loadTokenizer();

type Span = { start: number; end: number };

/** A part of a row with the text before it: the names of its columns, and the first cell of the row if the part begins later. */
type RowPart = Span & { names: string; tokens: number };

export type RowCutter = {
  /**
   * Undefined if the cells of a row cannot be distinguished; the row is then cut like any other text. A part that is one long cell may be
   * too wide.
   */
  cut: (row: Span) => RowPart[] | undefined;
  /** True if the parts of these rows repeat the whole header. */
  repeatsAll: (rows: readonly Span[]) => boolean;
};

const SEPARATOR = ' | ';
/** Each separator, of the names and of the values, and the line break between them. */
const TOKENS_PER_COLUMN = 3;
/** An answer that quotes a row with its names has no room for more. */
const MAX_PART_CHARACTERS = 500;
/** Only the beginning of a longer name is repeated. */
const MAX_NAME_CHARACTERS = 60;
/** A row's first cell is its name if it is not longer than this. */
const MAX_ROW_NAME_CHARACTERS = 80;

/** An end of the row, or one of the bars between its cells; blank cells have left bars that share a space. */
const BAR = /(?:^| )\|(?= |$)/gu;

/** The places of the cells of a row, without the spaces around them. */
export const cellsOf = (text: string, { start, end }: Span): Span[] => {
  const row = text.slice(start, end);
  const cells: Span[] = [];
  let from = 0;
  for (const { 0: bar, index } of row.matchAll(BAR)) {
    cells.push(trim(row, { start: from, end: index }));
    from = index + bar.length;
  }
  cells.push(trim(row, { start: from, end: row.length }));
  return cells.map((cell) => ({ start: start + cell.start, end: start + cell.end }));
};

const trim = (text: string, { start, end }: Span): Span => {
  const cell = text.slice(start, end);
  const from = start + cell.length - cell.trimStart().length;
  return { start: from, end: Math.max(from, start + cell.trimEnd().length) };
};

type Name = { text: string; tokens: number; isWhole: boolean };

/**
 * Cuts rows between cells so that each part fits into a passage with the names of its columns. All repetitions for a table may be at most
 * as long as a document; the rows after that are cut as text.
 */
export const createRowCutter = (
  text: string,
  header: readonly Span[],
  maxTokens: number,
): RowCutter => {
  let left: number = PARSER_LIMITS.characters;
  let known: readonly Name[] | undefined;
  const toNames = (): readonly Name[] =>
    (known ??= header.map((name) => toName(text.slice(name.start, name.end), maxTokens)));
  return {
    cut: (row) => {
      const cells = cellsOf(text, row);
      // A bar within a cell looks the same as one between two cells.
      if (cells.length !== header.length || left <= 0) return undefined;
      const parts = cutRow(text, { names: toNames(), cells, maxTokens });
      left -= parts.reduce((sum, part) => sum + part.names.length, 0);
      return parts;
    },
    repeatsAll: (rows) =>
      toNames().every(({ isWhole }) => isWhole) &&
      rows.every((row) => cellsOf(text, row).length === header.length),
  };
};

const toName = (name: string, maxTokens: number): Name => {
  let text = name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
  while (text.length > 2 && countTokens(text) > maxTokens / 6) {
    text = `${text.slice(0, Math.floor(text.length / 2))}…`;
  }
  // Half of a surrogate pair would be a sign of its own.
  text = text.replace(/[\ud800-\udbff]…$/u, '…');
  return { text, tokens: countTokens(text), isWhole: text === name };
};

type Row = { names: readonly Name[]; cells: readonly Span[]; maxTokens: number };

const cutRow = (text: string, { names, cells, maxTokens }: Row): RowPart[] => {
  const rowName = nameOfRow(text, { names, cells, maxTokens });
  const parts: RowPart[] = [];
  let from = 0;
  while (from < cells.length) {
    const lead = from > 0 ? rowName : undefined;
    const to = Math.max(from + 1, lastFitting(text, { names, cells, maxTokens }, { from, lead }));
    const start = cells[from]?.start ?? 0;
    const end = cells[to - 1]?.end ?? start;
    if (end > start) parts.push(toPart({ start, end }, { names: names.slice(from, to), lead }));
    from = to;
  }
  return parts;
};

type Lead = { column: string; cell: string; tokens: number };

const nameOfRow = (text: string, { names, cells, maxTokens }: Row): Lead | undefined => {
  const [first] = cells;
  const [column] = names;
  const cell = first ? text.slice(first.start, first.end) : '';
  if (!column || cell === '' || cell.length > MAX_ROW_NAME_CHARACTERS) return undefined;
  const tokens = column.tokens + countTokens(cell) + TOKENS_PER_COLUMN;
  return tokens > maxTokens / 4 ? undefined : { column: column.text, cell, tokens };
};

const NO_NAME: Name = { text: '', tokens: 0, isWhole: true };

/** The column before which the part has to end. */
const lastFitting = (
  text: string,
  { names, cells, maxTokens }: Row,
  { from, lead }: { from: number; lead: Lead | undefined },
): number => {
  let tokens = (lead?.tokens ?? 0) + 1;
  let characters = (lead?.column.length ?? 0) + (lead?.cell.length ?? 0);
  let to = from;
  for (; to < cells.length; to += 1) {
    const { start = 0, end = 0 } = cells[to] ?? {};
    const name = names[to] ?? NO_NAME;
    characters += name.text.length + end - start + 2 * SEPARATOR.length;
    if (characters > MAX_PART_CHARACTERS && to > from) break;
    if (end - start > maxTokens * MAX_CHARACTERS_PER_TOKEN) break;
    tokens += name.tokens + countTokens(text.slice(start, end)) + TOKENS_PER_COLUMN;
    if (tokens > maxTokens) break;
  }
  return to;
};

/** No token is longer than this many characters in prose. */
const MAX_CHARACTERS_PER_TOKEN = 12;

const toPart = (
  span: Span,
  { names, lead }: { names: readonly Name[]; lead: Lead | undefined },
): RowPart => {
  const columns = names.map((name) => name.text);
  const header = [...(lead ? [lead.column] : []), ...columns].join(SEPARATOR);
  const before = `${header}\n${lead ? lead.cell + SEPARATOR : ''}`;
  return { ...span, names: before, tokens: countTokens(before) };
};
