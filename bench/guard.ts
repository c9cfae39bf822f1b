import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** So much more than the baseline is no noise: ratios of CPU time differ by up to a sixth from run to run. */
const MAX_WORSE = 1.5;
/** So much less means that the baseline no longer guards what was gained. */
const WORTH_LOWERING = 0.75;

export type Ratios = Record<string, number>;

/** One of several measurements, each with the ratios it takes; the larger a ratio, the worse. */
export type GuardCase = () => Promise<Ratios>;

const Baseline = z.record(z.string(), z.number().positive());

/** Compares the ratios of the cases with `bench/baseline.json`. */
export const measureGuard = async (cases: readonly GuardCase[]): Promise<void> => {
  const file = new URL('./baseline.json', import.meta.url);
  const baseline = Baseline.parse(JSON.parse(await readFile(file, 'utf8')));
  const verdicts = await guard(cases, baseline);
  process.stdout.write(`${toTable(verdicts)}\n`);
  if (verdicts.some(({ fails }) => fails)) process.exitCode = 1;
};

export type Verdict = {
  name: string;
  baseline: number | null;
  /** The ratio of each run; a case is run again where one of its ratios is too much. */
  runs: readonly number[];
  fails: boolean;
};

/** A ratio fails that is too much in both of two runs, or that has no baseline. */
export const guard = async (
  cases: readonly GuardCase[],
  baseline: Ratios,
): Promise<readonly Verdict[]> => {
  const isTooMuch = (name: string, ratio: number | undefined): boolean =>
    !((ratio ?? NaN) <= (baseline[name] ?? NaN) * MAX_WORSE);
  const verdicts: Verdict[] = [];
  for (const measure of cases) {
    const runs = [await measure()];
    const names = Object.keys(runs[0] ?? {});
    if (names.some((name) => isTooMuch(name, runs[0]?.[name]))) runs.push(await measure());
    for (const name of names) {
      verdicts.push({
        name,
        baseline: baseline[name] ?? null,
        runs: runs.map((ratios) => ratios[name] ?? NaN),
        fails: runs.every((ratios) => isTooMuch(name, ratios[name])),
      });
    }
  }
  return verdicts;
};

const toTable = (verdicts: readonly Verdict[]): string =>
  [
    'ratio to the bare version    baseline    now         fails above',
    ...verdicts.map((verdict) => {
      const { name, baseline, runs } = verdict;
      const bound = baseline === null ? '–' : (baseline * MAX_WORSE).toFixed(2);
      return [
        name.padEnd(28),
        (baseline?.toFixed(2) ?? '–').padEnd(11),
        runs
          .map((ratio) => ratio.toFixed(2))
          .join(', ')
          .padEnd(11),
        bound.padEnd(7),
        commentOn(verdict),
      ].join(' ');
    }),
  ].join('\n');

const commentOn = ({ baseline, runs, fails }: Verdict): string => {
  if (baseline === null) return 'FAILS: bench/baseline.json has no such ratio';
  if (fails) return 'FAILS in two runs';
  return Math.max(...runs) < baseline * WORTH_LOWERING ? 'better: lower the baseline' : '';
};
