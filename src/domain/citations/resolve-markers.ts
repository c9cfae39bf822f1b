import type { CitableSource, Claim } from './cited-source.js';
import { findCitedMarkers } from './find-claims.js';
import type { CitedMarker } from './find-claims.js';

type UsedSource = { number: number; sourceIndexes: number[] };

export type ResolvedAnswer = {
  /** Every marker in it names one of `used`. */
  answer: string;
  /** In order of appearance; sources of one key share a number. */
  used: UsedSource[];
  claims: Claim[];
  /** Marker numbers removed because they name no source. */
  dropped: number;
};

type Options = { /** Claims it refuses lose their marker. */ keep?: (claim: Claim) => boolean };

/** What precedes a removed marker keeps no blank in front of a full stop. */
const withoutTrailingBlanks = (text: string): string => text.replace(/[ \t]{1,8}$/, '');

const createNumbering = (sources: readonly Pick<CitableSource, 'key'>[]) => {
  const used = new Map<string, UsedSource>();
  const numberOf = (sourceIndex: number): number => {
    const key = sources[sourceIndex]?.key ?? String(sourceIndex);
    const known = used.get(key) ?? { number: used.size + 1, sourceIndexes: [] };
    if (!known.sourceIndexes.includes(sourceIndex)) known.sourceIndexes.push(sourceIndex);
    used.set(key, known);
    return known.number;
  };
  return { numberOf, used: () => [...used.values()] };
};

type Kept = CitedMarker & { kept: number[] };

const rewrite = (
  answer: string,
  markers: readonly Kept[],
  numberOf: (sourceIndex: number) => number,
): string => {
  const pieces: string[] = [];
  let position = 0;
  let neighbours = new Set<number>();
  for (const { start, end, kept } of markers) {
    const between = answer.slice(position, start);
    if (between.trim() !== '') neighbours = new Set();
    const numbers = [...new Set(kept.map(numberOf))].filter((number) => !neighbours.has(number));
    pieces.push(numbers.length === 0 ? withoutTrailingBlanks(between) : between);
    pieces.push(numbers.map((number) => `[${number}]`).join(''));
    neighbours = new Set([...neighbours, ...numbers]);
    position = end;
  }
  return [...pieces, answer.slice(position)].join('').trim();
};

/** Removes markers that name no source, merges sources of one key and renumbers in order of appearance. */
export const resolveMarkers = (
  answer: string,
  sources: readonly Pick<CitableSource, 'key'>[],
  { keep = () => true }: Options = {},
): ResolvedAnswer => {
  const markers = findCitedMarkers(answer, sources.length).map((marker) => ({
    ...marker,
    kept: marker.sourceIndexes.filter((sourceIndex) => keep({ text: marker.claim, sourceIndex })),
  }));
  const { numberOf, used } = createNumbering(sources);
  const rewritten = rewrite(answer, markers, numberOf);
  return {
    answer: rewritten,
    used: used(),
    claims: markers.flatMap(({ claim, kept }) =>
      kept.map((sourceIndex) => ({ text: claim, sourceIndex })),
    ),
    dropped: markers.reduce((sum, { unknown }) => sum + unknown, 0),
  };
};
