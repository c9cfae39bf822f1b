import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  playClaim,
  readClaims,
  scoreClaims,
  type Claim,
} from '../../bench/public/attribution-bench.js';

const REFERENCE = 'The ferry to Saltholm leaves at 7 am. A ticket costs 12 euros.';

const toClaim = (claim: string, label: Claim['attribution_label']): Claim => ({
  question: 'When does the ferry leave?',
  claim,
  references: [REFERENCE],
  attribution_label: label,
  src_dataset: 'Made up',
});

const CLAIMS = [
  toClaim('Based on the given contexts, the ferry to Saltholm leaves at 7 am [3].', 'attributable'),
  toClaim('A ticket costs 12 euros.', 'attributable'),
  toClaim('Crossing by boat is possible early in the day.', 'attributable'),
  toClaim('A ticket costs 15 euros.', 'not attributable'),
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-claims-'));
  const lines = CLAIMS.map((claim) => JSON.stringify({ ...claim, id: 'x', citation_links: [] }));
  await writeFile(join(folder, 'dev.jsonl'), `${lines.join('\n')}\n`);
  await writeFile(join(folder, 'README.md'), 'Not a claim.');
});
afterAll(() => rm(folder, { recursive: true }));

describe('claims of AttributionBench', () => {
  it('are read from every JSON lines file in a folder', async () => {
    const files = await readClaims(folder);

    expect([...files]).toEqual([['dev.jsonl', CLAIMS]]);
  });

  it('are accepted if the references support all statements, whatever their label', () => {
    const played = CLAIMS.map(playClaim);

    expect(played.map(({ isAccepted }) => isAccepted)).toEqual([true, true, false, false]);
    expect(played.map(({ verdicts }) => verdicts)).toEqual([
      ['exact'],
      ['exact'],
      ['unchecked'],
      ['unsupported'],
    ]);
  });

  it('are scored by the mean F1 of both labels and the share that no rule decided', () => {
    const figures = scoreClaims(CLAIMS.map(playClaim));

    expect(figures).toMatchObject({ claims: 4, acceptedRight: 2 / 3, acceptedWrong: 0 });
    // 0.8 for those that are attributable, 2/3 for the others.
    expect(figures.macroF1).toBeCloseTo((0.8 + 2 / 3) / 2);
    expect(figures.unchecked).toBe(0.25);
    expect(figures.verdicts).toEqual({ exact: 2, unchecked: 1, unsupported: 1 });
  });
});
