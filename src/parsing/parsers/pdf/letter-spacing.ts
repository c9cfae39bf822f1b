import { EAST_ASIAN } from '../../../shared/scripts.js';

type Placed = {
  text: string;
  x: number;
  right: number;
  isSpaced: boolean;
  glyph: { size: number };
};

/** The join between a letter of a spaced word and the one before it; undefined where gaps are what they seem. */
export type Joint = 'none' | 'space' | undefined;

/** Fewer letters apart are initials, or the answers of a test. */
const MIN_LETTERS = 5;
const APART = 0.15;
const MIN_LETTER_SHARE = 0.75;

/**
 * Words whose letters are set apart for emphasis: W A R N I N G. Their letters follow at one distance, from start to start or from end
 * to start; a larger one parts two words.
 */
export const findJoints = (signs: readonly Placed[]): Joint[] => {
  const joints: Joint[] = signs.map(() => undefined);
  let from = 0;
  for (let at = 1; at <= signs.length; at += 1) {
    if (at < signs.length && isApart(signs[at - 1], signs[at])) continue;
    // A letter at either end that another one touches belongs to a word.
    const start = from > 0 && isNear(signs[from - 1], signs[from]) ? from + 1 : from;
    const end = at < signs.length && isNear(signs[at - 1], signs[at]) ? at - 1 : at;
    if (end - start >= MIN_LETTERS) join(signs.slice(start, end), joints, start);
    from = at;
  }
  return joints;
};

const UNSPACED = new RegExp(String.raw`[${EAST_ASIAN}\u3000-\u303f\uff00-\uffef]`, 'u');

const isApart = (before: Placed | undefined, sign: Placed | undefined): boolean =>
  before !== undefined &&
  sign !== undefined &&
  sign.x - before.right > APART * sign.glyph.size &&
  sign.x - before.right < MAX_GAP * sign.glyph.size &&
  !UNSPACED.test(sign.text);

const isNear = (before: Placed | undefined, sign: Placed | undefined): boolean =>
  before !== undefined && sign !== undefined && sign.x - before.right <= APART * sign.glyph.size;

/** The largest gap between two words spaced like this, in font sizes. */
const MAX_GAP = 3;

const join = (signs: readonly Placed[], joints: Joint[], from: number): void => {
  const letters = signs.filter(({ text }) => /^\p{L}/u.test(text));
  if (letters.length < MIN_LETTER_SHARE * signs.length) return;
  const steps = signs.slice(1).map(({ x }, at) => x - (signs[at]?.x ?? 0));
  const gaps = signs.slice(1).map(({ x }, at) => x - (signs[at]?.right ?? 0));
  const limit = limitOf(steps, STEP) ?? limitOf(gaps, GAP);
  if (limit === undefined) return;
  const measured = limitOf(steps, STEP) === undefined ? gaps : steps;
  for (const [at, distance] of measured.entries()) {
    joints[from + at + 1] = distance > limit ? 'space' : 'none';
  }
};

type Evenness = { tolerance: number; wider: number };
const STEP: Evenness = { tolerance: 0.08, wider: 1.5 };
const GAP: Evenness = { tolerance: 0.35, wider: 1.8 };
const MIN_EVEN_SHARE = 0.65;

/** From where on a distance parts words, where most of them are one and the same. */
const limitOf = (distances: readonly number[], evenness: Evenness): number | undefined => {
  const usual = distances.toSorted((left, right) => left - right)[distances.length >> 1] ?? 0;
  const isEven = (distance: number): boolean =>
    Math.abs(distance - usual) <= evenness.tolerance * usual;
  const share = distances.filter(isEven).length / distances.length;
  return share >= MIN_EVEN_SHARE ? usual * evenness.wider : undefined;
};
