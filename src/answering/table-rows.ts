import { areColumnNames, splitCells } from '../documents/index.js';
import { headerOf, isDefinition, type Candidate, type Text, type Wanted } from './line-scores.js';

/**
 * True for a row that answers without the other rows of its table. The question must not compare it with them: none of them has all of its
 * question words, and the column names say what the row contains.
 */
export const answersAlone = (
  { text, at }: Pick<Candidate, 'text' | 'at'>,
  wanted: Wanted,
): boolean => {
  if (wanted.answerTypes.has('comparison') || toPairs(text, at) === null) return false;
  if (isDefinition(text, at, wanted)) return true;
  const creditsAt = (place: number): readonly number[] => text.lines[place]?.credits ?? [];
  const own = creditsAt(at);
  const ofColumns = headerOf(text, at)?.credits ?? [];
  // A cell that merely resembles a column name ("vegetable" and "vegetarian") does not distinguish a row.
  const telling = [...own.keys()].filter((word) => (own[word] ?? 0) >= (ofColumns[word] ?? 0));
  return otherRowsOf(text, at).every((place) =>
    telling.some((word) => (own[word] ?? 0) > (creditsAt(place)[word] ?? 0)),
  );
};

/**
 * The best row together with other rows of its table whose cells match the same question words ("Which countries have the euro?"), in table
 * order; empty if the best line is not a row, or if the question compares rows.
 */
export const rowsLike = (candidates: readonly Candidate[], wanted: Wanted): Candidate[] => {
  const [best] = candidates;
  if (best === undefined || wanted.answerTypes.has('comparison')) return [];
  const header = headerOf(best.text, best.at);
  if (header === undefined || toPairs(best.text, best.at) === null) return [];
  if (isDefinition(best.text, best.at, wanted)) return [];
  const own = best.text.lines[best.at]?.credits ?? [];
  const held = [...own.keys()].filter((word) => (own[word] ?? 0) > (header.credits[word] ?? 0));
  // If some rows contain a word and others only resemble it ("Länder" in "Finland"), the word is not required of the former.
  const surest = Math.max(...held.map((word) => own[word] ?? 0));
  const asked = held.filter((word) => own[word] === surest);
  const rows = candidates.filter(({ text, at }) => {
    const credits = text.lines[at]?.credits ?? [];
    return (
      text.source.title === best.text.source.title &&
      headerOf(text, at)?.text === header.text &&
      toPairs(text, at) !== null &&
      asked.every((word) => (credits[word] ?? 0) >= (own[word] ?? 0))
    );
  });
  const isAll = rows.length > otherRowsOf(best.text, best.at).length;
  return asked.length === 0 || isAll ? [] : rows.toSorted(byPlace);
};

const byPlace = (one: Candidate, other: Candidate): number =>
  one.text.sourceIndex - other.text.sourceIndex || one.at - other.at;

/** A row with its column names ("Machine: mixer · Deposit: 50 EUR"); null for lines outside tables, and if the first row has no names. */
export const toPairs = (text: Text, at: number): string | null => {
  const header = headerOf(text, at);
  const row = text.lines[at];
  if (header === undefined || row === undefined || header === row) return null;
  const [names, cells] = [splitCells(header.text), splitCells(row.text)];
  if (names.length !== cells.length || !areColumnNames(names)) return null;
  return names.flatMap((name, column) => toPair(name, cells[column] ?? '')).join(' · ');
};

const toPair = (name: string, cell: string): string[] => {
  if (cell === '') return [];
  return [name === '' ? cell : `${name}: ${cell}`];
};

/** The positions of the other rows of a table, without the header. */
const otherRowsOf = ({ lines }: Text, at: number): number[] => {
  const { block } = lines[at] ?? {};
  const rows = [...lines.keys()].filter(
    (place) => lines[place]?.kind === 'row' && lines[place].block === block,
  );
  return rows.slice(1).filter((place) => place !== at);
};
