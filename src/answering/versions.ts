import type { ReadableChunk } from '../documents/index.js';
import { splitWords } from '../language/index.js';
import type { Source } from './sources.js';
import { TUNING } from './tuning.js';

export type DatedPassage = {
  source: Source;
  chunk: ReadableChunk;
  /** The title without versions and years, which are stored separately. */
  name: string;
  marks: string[];
  words: ReadonlySet<string>;
};

type Pair = { newer: DatedPassage; old: DatedPassage };

/**
 * Pairs passages of two documents that say almost the same. The newer document is determined by the version or year in the titles, or
 * otherwise by the dates. The asker may read all of them.
 */
export const pairVersions = (sources: readonly Source[]): Pair[] => {
  const passages = sources.map(toDatedPassage).filter((passage) => passage !== null);
  return passages.flatMap((one, at) =>
    passages
      .slice(at + 1)
      .filter((other) => areVersions(one, other))
      .map((other) =>
        isNewer(one, other) ? { newer: one, old: other } : { newer: other, old: one },
      ),
  );
};

/** Maps each source that has a newer version among the sources to that version. */
export const findReplaced = (sources: readonly Source[]): ReadonlyMap<Source, Source> =>
  new Map(pairVersions(sources).map(({ newer, old }) => [old.source, newer.source]));

/** Matches "v2.1", a year, or an ISO date. */
const VERSION =
  /(?<![\p{L}\p{N}])(?:v\.? ?\d+(?:\.\d+)*|\d+(?:\.\d+)+|(?:19|20)\d{2}(?:-\d{2}){0,2})(?![\p{L}\p{N}])/giu;

const toDatedPassage = (source: Source): DatedPassage | null => {
  if (source.evidence.kind !== 'chunk') return null;
  const { chunk } = source.evidence;
  const title = chunk.title.normalize('NFKC').toLowerCase();
  return {
    source,
    chunk,
    marks: title.match(VERSION) ?? [],
    name: title
      .replace(VERSION, ' ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
    words: new Set(splitWords(chunk.content)),
  };
};

const areVersions = (one: DatedPassage, other: DatedPassage): boolean => {
  if (one.chunk.documentId === other.chunk.documentId) return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  const likeness = shared / (one.words.size + other.words.size - shared);
  const isSameTitle = one.name !== '' && one.name === other.name;
  return likeness >= (isSameTitle ? TUNING.half : TUNING.nearlyIdentical);
};

const isNewer = (one: DatedPassage, other: DatedPassage): boolean => {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const isMarked = one.name === other.name && one.marks.length === other.marks.length;
  const byTitle = isMarked ? compare(one.marks.join(' '), other.marks.join(' ')) : 0;
  if (byTitle !== 0) return byTitle > 0;
  return (one.chunk.datedAt?.getTime() ?? 0) >= (other.chunk.datedAt?.getTime() ?? 0);
};
