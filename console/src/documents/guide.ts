import { join, type Passage } from './structure.js';

/** A passage with where it stands: its chapters from the outermost inwards, and its page where there are any. */
export type PlacedPassage = Passage & { chapter?: string | null; pageStart?: number | null };

export type Place = {
  /** The title of the chapter. */
  title: string;
  /** The number of chapters around it. */
  depth: number;
  start: number;
  end: number;
  page: number | null;
};

const BETWEEN = ' › ';

/** The chapters of a document in reading order. */
export const outlineOf = (passages: readonly PlacedPassage[]): Place[] => {
  const seen = new Set<string>();
  return passages.flatMap(({ chapter, charStart, charEnd, pageStart }) => {
    const path = (chapter ?? '').split(BETWEEN).filter((part) => part !== '');
    return path.flatMap((title, depth) => {
      const whole = path.slice(0, depth + 1).join(BETWEEN);
      if (seen.has(whole)) return [];
      seen.add(whole);
      return [{ title, depth, start: charStart, end: charEnd, page: pageStart ?? null }];
    });
  });
};

export type Found = Pick<Place, 'start' | 'end' | 'page'> & {
  before: string;
  match: string;
  after: string;
};

/** The most matches that are listed. */
export const MOST_FOUND = 200;
const AROUND = 40;

/** Every place at which the words stand as they are typed, in any case and with any space between them. */
export const findIn = (passages: readonly PlacedPassage[], words: string): Found[] => {
  const wanted = words.trim();
  if (wanted === '') return [];
  const { text, start: begin } = join(passages);
  const pattern = wanted.split(/\s+/).map(escape).join('\\s+');
  const found: Found[] = [];
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern, 'giu'))) {
    if (found.length === MOST_FOUND) break;
    const [start, end] = [begin + index, begin + index + match.length];
    found.push({
      start,
      end,
      page: passages.findLast(({ charStart }) => charStart <= start)?.pageStart ?? null,
      before: text.slice(Math.max(0, index - AROUND), index),
      match,
      after: text.slice(index + match.length, index + match.length + AROUND),
    });
  }
  return found;
};

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
