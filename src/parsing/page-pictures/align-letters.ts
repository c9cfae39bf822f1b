/**
 * For each letter of a text its place in a source, or -1. The source may hold more than the text, and parts of it in another order: runs
 * of letters that both have are found from the start of the text on, the one that goes on where the last one ended before any other.
 */
export const alignLetters = (text: readonly string[], source: readonly string[]): Int32Array => {
  const places = new Int32Array(text.length).fill(-1);
  const seed = Math.min(SEED, text.length);
  const starts = indexRuns(source, seed);
  let next = 0;
  for (let at = 0; at < text.length;) {
    const search = { text, at, source, next };
    const anywhere = starts.get(runAt(text, at, seed)) ?? [];
    const best = findRun(search, anywhere.length > 0 ? anywhere : startsNear(search));
    for (let step = 0; step < best.length; step += 1) places[at + step] = best.start + step;
    if (best.length > 0) next = best.start + best.length;
    at += Math.max(1, best.length);
  }
  fillGaps(places);
  return places;
};

/** Shorter runs stand anywhere. */
const SEED = 6;
/** Places of one run that are looked at: a page of nothing but rows of dots has it at each of them. */
const MAX_STARTS = 200;

const runAt = (letters: readonly string[], at: number, length: number): string =>
  letters.slice(at, at + length).join('');

const indexRuns = (source: readonly string[], length: number): Map<string, number[]> => {
  const starts = new Map<string, number[]>();
  for (let at = 0; at + length <= source.length; at += 1) {
    const run = runAt(source, at, length);
    const known = starts.get(run);
    if (known === undefined) starts.set(run, [at]);
    else if (known.length < MAX_STARTS) known.push(at);
  }
  return starts;
};

type Search = { text: readonly string[]; at: number; source: readonly string[]; next: number };
type Run = { start: number; length: number };

/** Letters that a run needs right behind the last one, as the end of a text behind the mark of a note has. */
const SEED_NEAR = 3;

/** The place near the end of the last run where the text goes on, be it with few letters. */
const startsNear = ({ text, at, source, next }: Search): number[] => {
  const length = Math.min(SEED_NEAR, text.length - at);
  if (next === 0 || text.length < SEED) return [];
  for (let start = next; start <= next + NEAR && start + length <= source.length; start += 1) {
    let same = 0;
    while (same < length && text[at + same] === source[start + same]) same += 1;
    if (same === length) return [start];
  }
  return [];
};

/** Letters that may lie between two runs which belong together: the mark of a note, the number of a page. */
const NEAR = 60;
/** So many letters more has a run elsewhere to have, to be taken for the one that goes on. */
const NEAR_IS_WORTH = 24;

const findRun = ({ text, at, source, next }: Search, starts: readonly number[]): Run => {
  let best: Run = { start: -1, length: 0 };
  let bestWorth = 0;
  for (const start of starts) {
    let length = 0;
    while (at + length < text.length && text[at + length] === source[start + length]) length += 1;
    const isNear = start >= next && start - next <= NEAR;
    const worth = length + (isNear ? NEAR_IS_WORTH : 0);
    if (worth > bestWorth) {
      best = { start, length };
      bestWorth = worth;
    }
  }
  return best;
};

/** More letters than this are not guessed at. */
const MAX_GAP = 40;

/** Letters between two runs that lie as near to each other in the source: a sign that one of both writes differently. */
const fillGaps = (places: Int32Array): void => {
  let last = -1;
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? -1;
    if (place < 0) continue;
    const [missing, between] = [at - last - 1, place - (places[last] ?? -1) - 1];
    const isGap = last >= 0 && missing > 0 && missing <= MAX_GAP && between > 0;
    if (isGap && between <= 2 * missing) {
      for (let step = 1; step <= Math.min(missing, between); step += 1) {
        places[last + step] = (places[last] ?? 0) + step;
      }
    }
    last = at;
  }
};
