/** Shorter words resemble each other by chance. */
const MIN_LENGTH = 4;

const DIGIT = /\p{N}/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * How alike two analysed words are that are not the same, 0..1, below .5 counted as 0: by their trigrams (Dice), as the beginning
 * or the end of one another (inflections and compounds), or by a long common beginning. Numbers and short words are never alike.
 */
export const likeness = (left: string, right: string): number => {
  if (left === right) return 1;
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length < MIN_LENGTH || isExact(left) || isExact(right)) return 0;
  const score = Math.max(
    2 * long.length > 6 * short.length ? 0 : diceOfTrigrams(short, long),
    isPart(short, long) ? 0.5 + (0.5 * short.length) / long.length : 0,
    commonBeginning(short, long),
  );
  return score >= 0.5 ? score : 0;
};

const isExact = (word: string): boolean => DIGIT.test(word) || UNSPACED.test(word);

/** An ending of fewer letters stands at the end of too many words. */
const MIN_ENDING = 5;

const isPart = (short: string, long: string): boolean =>
  long.startsWith(short) || (short.length >= MIN_ENDING && long.endsWith(short));

const commonBeginning = (short: string, long: string): number => {
  let common = 0;
  while (common < short.length && short[common] === long[common]) common += 1;
  return common >= MIN_LENGTH && common / long.length >= 0.5
    ? (2 * common) / (short.length + long.length)
    : 0;
};

const diceOfTrigrams = (left: string, right: string): number => {
  const known = trigramsOf(left);
  const others = trigramsOf(right);
  let shared = 0;
  for (const trigram of known) if (others.has(trigram)) shared += 1;
  return (2 * shared) / (known.size + others.size);
};

const trigramsOf = (word: string): ReadonlySet<string> => {
  const marked = `^${word}$`;
  return new Set(Array.from({ length: marked.length - 2 }, (_, at) => marked.slice(at, at + 3)));
};
