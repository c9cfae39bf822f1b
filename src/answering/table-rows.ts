import { headerOf, type Candidate, type Text, type Wanted } from './line-scores.js';

/**
 * True for a row that answers without the other rows of its table, with which nothing compares it: none of them has all of the question's
 * words that it has, and the names of its columns say what is in it.
 */
export const answersAlone = (
  { text, at }: Pick<Candidate, 'text' | 'at'>,
  wanted: Wanted,
): boolean => {
  if (wanted.answerTypes.has('comparison') || toPairs(text, at) === null) return false;
  const creditsAt = (place: number): readonly number[] => text.lines[place]?.credits ?? [];
  const own = creditsAt(at);
  return otherRowsOf(text, at).every((place) =>
    own.some((credit, word) => credit > (creditsAt(place)[word] ?? 0)),
  );
};

/** A row with the names of its columns ("Machine: mixer · Deposit: 50 EUR"); null for other lines, and where the first row names nothing. */
export const toPairs = (text: Text, at: number): string | null => {
  const header = headerOf(text, at);
  const row = text.lines[at];
  if (header === undefined || row === undefined || header === row) return null;
  const [names, cells] = [cellsOf(header.text), cellsOf(row.text)];
  if (names.length !== cells.length || !areNames(names)) return null;
  return names.flatMap((name, column) => toPair(name, cells[column] ?? '')).join(' · ');
};

/** An empty cell at either end leaves a bar without a space beside it. */
const BETWEEN_CELLS = /(?:^|\s)\|(?=\s|$)|\t+/u;

const cellsOf = (row: string): string[] => row.split(BETWEEN_CELLS).map((cell) => cell.trim());

const toPair = (name: string, cell: string): string[] => {
  if (cell === '') return [];
  return [name === '' ? cell : `${name}: ${cell}`];
};

/** Longer cells say something. */
const MAX_NAME_CHARS = 60;
const HAS_LETTER = /\p{L}/u;

const areNames = (names: readonly string[]): boolean =>
  new Set(names).size === names.length &&
  names.every((name) => name === '' || (HAS_LETTER.test(name) && name.length <= MAX_NAME_CHARS));

/** The places of the other rows of a table, without the names of its columns. */
const otherRowsOf = ({ lines }: Text, at: number): number[] => {
  const { block } = lines[at] ?? {};
  const rows = [...lines.keys()].filter(
    (place) => lines[place]?.kind === 'row' && lines[place].block === block,
  );
  return rows.slice(1).filter((place) => place !== at);
};
