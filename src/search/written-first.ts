import type { ChunkId } from '../shared/ids.js';
import type { Readable } from './assemble-results.js';
import type { FusedHit } from './fuse-rankings.js';

/**
 * Puts a passage that has the words as they were typed before those that are its equals by their terms, which are the same for "ł" and "l",
 * "發" and "发".
 */
export const putWrittenFirst = (
  hits: readonly FusedHit<ChunkId>[],
  { readable, queries }: { readable: Readable; queries: readonly string[] },
): readonly FusedHit<ChunkId>[] => {
  const typed = queries.map(toReadable);
  const words = [...new Set(typed.flatMap((query) => [query, ...(query.match(TYPED) ?? [])]))];
  const ordered: FusedHit<ChunkId>[] = [];
  for (let start = 0; start < hits.length;) {
    let end = start + 1;
    while (end < hits.length && areEqual(hits[start], hits[end])) end += 1;
    const equals = hits.slice(start, end);
    ordered.push(...(equals.length === 1 ? equals : sortByWritten(equals, { readable, words })));
    start = end;
  }
  return ordered;
};

const toReadable = (text: string): string => text.normalize('NFC').toLowerCase();

/** Matches each word as it was typed, between two blanks and without the signs around it. */
const TYPED = /[\p{L}\p{N}\p{M}](?:\S*[\p{L}\p{N}\p{M}])?/gu;

const areEqual = (
  left: FusedHit<ChunkId> | undefined,
  right: FusedHit<ChunkId> | undefined,
): boolean => left?.lexicalScore === right?.lexicalScore && left?.denseScore === right?.denseScore;

const sortByWritten = (
  hits: readonly FusedHit<ChunkId>[],
  { readable, words }: { readable: Readable; words: readonly string[] },
): FusedHit<ChunkId>[] => {
  const counts = new Map(
    hits.map(({ id }) => {
      const text = toReadable(readable.get(id)?.content ?? '');
      return [id, words.filter((word) => text.includes(word)).length];
    }),
  );
  return hits.toSorted((left, right) => (counts.get(right.id) ?? 0) - (counts.get(left.id) ?? 0));
};
