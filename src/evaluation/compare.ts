import type { Verdict } from './score.js';

/** A question of a run with its verdict; null if it failed or was not asked. */
export type Judged = { questionId: string; version: number; verdict: Verdict | null };

/** A question that both runs asked. If `isSameVersion` is false, it was changed between the runs, so the comparison proves nothing. */
export type Pair = {
  questionId: string;
  before: Verdict | null;
  after: Verdict | null;
  isSameVersion: boolean;
};

/** Pairs the questions of two runs: those whose verdict changed come first, and losses come before gains. */
export const pairRuns = (before: readonly Judged[], after: readonly Judged[]): Pair[] => {
  const earlier = new Map(before.map((one) => [one.questionId, one]));
  return after
    .flatMap(({ questionId, version, verdict }) => {
      const other = earlier.get(questionId);
      if (other === undefined) return [];
      const isSameVersion = other.version === version;
      return [{ questionId, before: other.verdict, after: verdict, isSameVersion }];
    })
    .sort((one, other) => toOrder(one) - toOrder(other));
};

const isRight = (verdict: Verdict | null): boolean => verdict === 'right';

const isLost = ({ before, after }: Pair): boolean => isRight(before) && !isRight(after);
const isWon = ({ before, after }: Pair): boolean => !isRight(before) && isRight(after);

const toOrder = (pair: Pair): number => {
  if (isLost(pair)) return 0;
  if (isWon(pair)) return 1;
  return pair.before === pair.after ? 3 : 2;
};

/** Counts the pairs with the same version. `p` is the probability of a change this one-sided if neither run is better. */
export const summarise = (pairs: readonly Pair[]) => {
  const counted = pairs.filter(({ isSameVersion }) => isSameVersion);
  const [lost, won] = [counted.filter(isLost).length, counted.filter(isWon).length];
  return {
    pairs: counted.length,
    changed: counted.filter(({ before, after }) => before !== after).length,
    lost,
    won,
    p: mcNemar(lost, won),
  };
};

/**
 * McNemar's exact test, two-sided. It looks only at pairs that changed between right and not right: if the runs do not differ, both
 * directions are equally likely.
 */
export const mcNemar = (one: number, other: number): number => {
  const all = one + other;
  if (all === 0) return 1;
  let logShare = -all * Math.LN2;
  let sum = 0;
  for (let count = 0; count <= Math.min(one, other); count += 1) {
    sum += Math.exp(logShare);
    logShare += Math.log(all - count) - Math.log(count + 1);
  }
  return Math.min(1, 2 * sum);
};
