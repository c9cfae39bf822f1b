import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { areaUnderCurve, calibrationError, mean } from './metrics.js';

/** An answer with how sure it was, and whether it was right: said outright, or in the label that a run of questions gave it. */
const Answered = z.object({
  confidence: z.number().nullish(),
  label: z.string().optional(),
  isRight: z.boolean().optional(),
});

type Judged = { told: number; isRight: boolean };

const BINS = 5;

/** Reads how often judged answers of each degree of confidence were right. */
export const readReliability = async (file: string): Promise<string[]> => {
  const rows = Answered.array().parse(JSON.parse(await readFile(file, 'utf8')));
  return toReliabilityTable(
    rows.flatMap(({ confidence, label, isRight }): Judged[] =>
      confidence == null ? [] : [{ told: confidence, isRight: isRight ?? label === 'right' }],
    ),
  );
};

/** One row for each fifth of confidence, and below them how well it tells right from wrong. */
export const toReliabilityTable = (rows: readonly Judged[]): string[] => {
  const told = (wanted: boolean): number[] =>
    rows.filter(({ isRight }) => isRight === wanted).map((row) => row.told);
  const lines = Array.from({ length: BINS }, (_, bin) => {
    const inside = rows.filter((row) => Math.min(BINS - 1, Math.floor(row.told * BINS)) === bin);
    const right = mean(inside.map(({ isRight }) => Number(isRight)));
    const sure = mean(inside.map((row) => row.told));
    const range = `${(bin / BINS).toFixed(1)} to ${((bin + 1) / BINS).toFixed(1)}`;
    return `| ${range} | ${inside.length} | ${sure.toFixed(2)} | ${right.toFixed(2)} |`;
  });
  return [
    '| confidence | answers | told on average | right |',
    '| ---------- | ------- | --------------- | ----- |',
    ...lines,
    '',
    `area under the curve ${areaUnderCurve(told(true), told(false)).toFixed(3)}`,
    `calibration error    ${calibrationError(told(true), told(false)).toFixed(3)}`,
  ];
};
