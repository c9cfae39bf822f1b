import type { Verdict } from './score.js';

/** A question of a run with its verdict; null: it has none, because it failed or was not asked. */
export type Judged = { questionId: string; version: number; verdict: Verdict | null };

/** A question that both runs asked. `isSameVersion` false: it was changed in between, so that it proves nothing. */
export type Pair = {
  questionId: string;
  before: Verdict | null;
  after: Verdict | null;
  isSameVersion: boolean;
};

/** Pairs the questions of two runs: those whose verdict changed first, the lost ones before the won. */
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

/** Counts pairs of one version. `p`: how likely so many changes one way are where nothing is better or worse. */
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
 * McNemar's test in its exact form, two-sided: of the pairs that changed between right and not right, each way is as likely as the other
 * where the runs do not differ.
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
