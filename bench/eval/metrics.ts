import { hitRank } from '../../src/evaluation/score.js';

type Grades = ReadonlyMap<string, number>;

const discount = (index: number): number => 1 / Math.log2(index + 2);

export const ndcgAt = (cut: number, ranked: readonly string[], grades: Grades): number => {
  const gain = ranked
    .slice(0, cut)
    .reduce((sum, id, index) => sum + (grades.get(id) ?? 0) * discount(index), 0);
  const ideal = [...grades.values()]
    .sort((left, right) => right - left)
    .slice(0, cut)
    .reduce((sum, grade, index) => sum + grade * discount(index), 0);
  return ideal === 0 ? 0 : gain / ideal;
};

export const recallAt = (cut: number, ranked: readonly string[], grades: Grades): number =>
  ranked.slice(0, cut).filter((id) => grades.has(id)).length / grades.size;

export const reciprocalRankAt = (
  cut: number,
  ranked: readonly string[],
  grades: Grades,
): number => {
  const documents = [...grades.keys()].map((document) => ({ document }));
  const rank = hitRank(
    ranked.slice(0, cut).map((document) => ({ document })),
    { documents },
  );
  return rank === null ? 0 : 1 / rank;
};

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

/** The share of pairs in which a value of the first kind is above one of the second; equal ones count half. */
export const areaUnderCurve = (
  positive: readonly number[],
  negative: readonly number[],
): number => {
  const all = [
    ...positive.map((value) => ({ value, isPositive: true })),
    ...negative.map((value) => ({ value, isPositive: false })),
  ].sort((left, right) => left.value - right.value);
  let [rankSum, first] = [0, 0];
  while (first < all.length) {
    let last = first;
    while (last < all.length && all[last]?.value === all[first]?.value) last += 1;
    const equal = all.slice(first, last).filter(({ isPositive }) => isPositive).length;
    rankSum += equal * ((first + 1 + last) / 2);
    first = last;
  }
  const pairs = positive.length * negative.length;
  return pairs === 0 ? 0 : (rankSum - (positive.length * (positive.length + 1)) / 2) / pairs;
};

const BINS = 10;

/** Mean distance between the probability that was told and the share of what came true, over ten bins of probability. */
export const calibrationError = (
  positive: readonly number[],
  negative: readonly number[],
): number => {
  const all = [
    ...positive.map((told) => ({ told, came: 1 })),
    ...negative.map((told) => ({ told, came: 0 })),
  ];
  const bins = Array.from({ length: BINS }, (_, bin) =>
    all.filter(({ told }) => Math.min(BINS - 1, Math.floor(told * BINS)) === bin),
  );
  return mean(
    bins.flatMap((bin) => {
      const distance = Math.abs(
        mean(bin.map(({ told }) => told)) - mean(bin.map(({ came }) => came)),
      );
      return bin.map(() => distance);
    }),
  );
};
