import type { ReadableChunk } from '../documents/index.js';
import { splitWords } from '../language/index.js';
import type { Source } from './sources.js';

type Versions = {
  /** Without the older ones, in their order. */
  current: Source[];
  /** The older document of each that has one. */
  older: ReadonlyMap<Source, Source>;
};

/**
 * Tells the newer of two documents that say almost the same, by the version or year in their titles, else by their dates. One that the
 * question names by its year or version stays beside the other. Every source is one that the asker may read.
 */
export const findVersions = (sources: readonly Source[], question: string): Versions => {
  const older = new Map<Source, Source>();
  const replaced = new Set<Source>();
  const passages = sources.map(toPassage);
  for (const [at, one] of passages.entries()) {
    for (const other of passages.slice(at + 1)) {
      if (one === null || other === null || !areVersions(one, other)) continue;
      const [newer, old] = isNewer(one, other) ? [one, other] : [other, one];
      if (replaced.has(newer.source) || isNamed(old, newer, question)) continue;
      replaced.add(old.source);
      if (!older.has(newer.source)) older.set(newer.source, old.source);
    }
  }
  return { current: sources.filter((source) => !replaced.has(source)), older };
};

type Passage = {
  source: Source;
  chunk: ReadableChunk;
  /** The title without its versions and years, and these. */
  name: string;
  marks: string[];
  words: ReadonlySet<string>;
};

/** "v2.1", a year, a date in ISO notation. */
const VERSION =
  /(?<![\p{L}\p{N}])(?:v\.? ?\d+(?:\.\d+)*|\d+(?:\.\d+)+|(?:19|20)\d{2}(?:-\d{2}){0,2})(?![\p{L}\p{N}])/giu;

const toPassage = (source: Source): Passage | null => {
  if (source.evidence.kind !== 'chunk') return null;
  const { chunk } = source.evidence;
  const title = chunk.title.normalize('NFKC').toLowerCase();
  return {
    ...{ source, chunk, marks: title.match(VERSION) ?? [] },
    name: title
      .replace(VERSION, ' ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
    words: new Set(splitWords(chunk.content)),
  };
};

/** Under one title half of the words may be others; under two the text has to be nearly the same. */
const SAME_TITLE = 0.5;
const NEARLY_IDENTICAL = 0.85;
/** Fewer words may be the same in different texts. */
const MIN_WORDS = 6;

const areVersions = (one: Passage, other: Passage): boolean => {
  if (one.chunk.documentId === other.chunk.documentId) return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  const likeness = shared / (one.words.size + other.words.size - shared);
  if (one.name !== '' && one.name === other.name) return likeness >= SAME_TITLE;
  return Math.min(one.words.size, other.words.size) >= MIN_WORDS && likeness >= NEARLY_IDENTICAL;
};

const isNewer = (one: Passage, other: Passage): boolean => {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const isMarked = one.name === other.name && one.marks.length === other.marks.length;
  const byTitle = isMarked ? compare(one.marks.join(' '), other.marks.join(' ')) : 0;
  if (byTitle !== 0) return byTitle > 0;
  return (one.chunk.datedAt?.getTime() ?? 0) >= (other.chunk.datedAt?.getTime() ?? 0);
};

/** A number that is no year. */
const AMOUNT = /^(?!(?:19|20)\d{2}$)\d+(?:[.,]\d+)*$/;

/**
 * The question says which of the two it is about, or has a word that the newer one lacks: two contracts differ by whose they are, and not by
 * their amounts.
 */
const isNamed = (old: Passage, newer: Passage, question: string): boolean => {
  const asked = question.normalize('NFKC').toLowerCase();
  const isOwnWord = splitWords(question).some(
    (word) => old.words.has(word) && !newer.words.has(word) && !AMOUNT.test(word),
  );
  const isOwnMark = old.marks.some((mark) => !newer.marks.includes(mark) && asked.includes(mark));
  const isOwnName = old.name !== newer.name && old.name !== '' && asked.includes(old.name);
  return isOwnMark || isOwnName || isOwnWord;
};
