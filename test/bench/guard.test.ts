import { describe, expect, it } from '@jest/globals';
import { guard, type GuardCase, type Ratios } from '../../bench/guard.js';

const caseOf = (...runs: Ratios[]): { measure: GuardCase; runs: Ratios[] } => ({
  runs,
  measure: async () => runs.shift() ?? { turn: NaN },
});

describe('the cost guard for a turn, a search and an upload', () => {
  it('fails a ratio that is worse than 1.5 times the baseline in two runs', async () => {
    const { measure } = caseOf({ turn: 3.1, upload: 4 }, { turn: 3.2, upload: 4 });

    const verdicts = await guard([measure], { turn: 2, upload: 4 });

    expect(verdicts).toEqual([
      { name: 'turn', baseline: 2, runs: [3.1, 3.2], fails: true },
      { name: 'upload', baseline: 4, runs: [4, 4], fails: false },
    ]);
  });

  it('passes a ratio that was worse only once', async () => {
    const { measure } = caseOf({ turn: 3.1 }, { turn: 2.1 });

    const [verdict] = await guard([measure], { turn: 2 });

    expect(verdict).toEqual({ name: 'turn', baseline: 2, runs: [3.1, 2.1], fails: false });
  });

  it('runs a case once if all its ratios are as good as the baseline', async () => {
    const { measure, runs } = caseOf({ turn: 2.9 }, { turn: 2.9 });

    await guard([measure], { turn: 2 });

    expect(runs).toHaveLength(1);
  });

  it.each([
    ['has no baseline', { turn: 2 }],
    ['could not be measured', { search: NaN }],
  ])('fails a ratio that %s', async (_why, ratios: Ratios) => {
    const { measure } = caseOf(ratios, ratios);

    const [verdict] = await guard([measure], { search: 2 });

    expect(verdict?.fails).toBe(true);
  });
});
