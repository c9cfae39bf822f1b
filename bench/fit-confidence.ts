import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/**
 * Fits the confidence of answers that a model wrote (`src/citations/confidence.ts`): a logistic regression on right and wrong answers, by what
 * their statements and passages are. `tsx bench/fit-confidence.ts FILE`, a list of rows; each document is left out in turn for the figures.
 */
const Row = z.object({
  isRight: z.boolean(),
  /** The document that it is about. */
  group: z.string(),
  /** Shares of its statements, 0..1. */
  carried: z.number(),
  exact: z.number(),
  /** Log odds that a passage as relevant as the best cited one answers; 0 where that is unknown. */
  passage: z.number(),
});
type Row = z.infer<typeof Row>;

const ROUNDS = 4_000;
const STEP = 0.5;
/** Of the squares of the weights, for few rows. */
const PENALTY = 1;

const main = async (): Promise<void> => {
  const [file = ''] = process.argv.slice(2);
  const rows = Row.array().parse(JSON.parse(await readFile(file, 'utf8')));
  const groups = [...new Set(rows.map(({ group }) => group))];
  const leftOut = groups.flatMap((group) => {
    const weights = fit(rows.filter((row) => row.group !== group));
    return rows
      .filter((row) => row.group === group)
      .map((row) => ({ ...row, estimate: estimate(weights, row) }));
  });
  const weights = fit(rows);
  const seen = rows.map((row) => ({ ...row, estimate: estimate(weights, row) }));
  const names = ['intercept', 'carried', 'exact', 'passage'];
  const written = names.map((name, at) => `${name} ${(weights[at] ?? 0).toFixed(2)}`);
  process.stdout.write(
    `${rows.length} answers of ${groups.length} documents: ${written.join(', ')}\n` +
      `AUC ${areaOf(seen).toFixed(2)}, each document left out in turn ${areaOf(leftOut).toFixed(2)}; off by ${errorOf(leftOut).toFixed(2)}\n`,
  );
};

const toFeatures = ({ carried, exact, passage }: Row): number[] => [1, carried, exact, passage];

const estimate = (weights: readonly number[], row: Row): number => {
  const sum = toFeatures(row).reduce((total, value, at) => total + value * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
};

const fit = (rows: readonly Row[]): number[] => {
  const weights = [0, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = weights.map((weight, at) => (at === 0 ? 0 : PENALTY * weight));
    for (const row of rows) {
      const miss = estimate(weights, row) - Number(row.isRight);
      toFeatures(row).forEach((value, at) => (slopes[at] = (slopes[at] ?? 0) + miss * value));
    }
    slopes.forEach((slope, at) => {
      weights[at] = (weights[at] ?? 0) - (STEP * slope) / rows.length;
    });
  }
  return weights;
};

type Estimated = Row & { estimate: number };

/** The chance that a right answer has a higher estimate than a wrong one. */
const areaOf = (rows: readonly Estimated[]): number => {
  const right = rows.filter(({ isRight }) => isRight);
  const wrong = rows.filter(({ isRight }) => !isRight);
  const wins = right.flatMap((one) =>
    wrong.map((other): number => {
      if (one.estimate === other.estimate) return 0.5;
      return one.estimate > other.estimate ? 1 : 0;
    }),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
};

/** By how much the mean estimate differs from the share of right answers, over the lower and the upper half. */
const errorOf = (rows: readonly Estimated[]): number => {
  const ordered = [...rows].sort((one, other) => one.estimate - other.estimate);
  const middle = Math.floor(ordered.length / 2);
  const errors = [ordered.slice(0, middle), ordered.slice(middle)].map((half) => {
    const right = half.filter(({ isRight }) => isRight).length / half.length;
    return Math.abs(right - half.reduce((sum, row) => sum + row.estimate, 0) / half.length);
  });
  return Math.max(...errors);
};

await main();
