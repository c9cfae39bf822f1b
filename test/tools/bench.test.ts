import { describe, expect, it } from '@jest/globals';
import { BENCHES } from '../../bench/tools/benches.js';
import { benchTools, type ToolBench } from '../../bench/tools/tool-bench.js';
import { createServiceBench } from '../../bench/tools/service-cases.js';

/** Every script has a sandbox of its own, compiled from its sources here. */
const A_WHILE_MS = 240_000;

const NAMES = [...new Set(BENCHES.map(({ tool }) => tool))];

describe('the benchmark of the tools', () => {
  it.each(NAMES)(
    'has at least 50 cases of %s, all of which pass',
    async (name) => {
      const [line] = await benchTools(BENCHES.filter(({ tool }) => tool === name));

      expect(line?.problems).toEqual([]);
      const { successes, failures } = line!;
      expect(successes.of + failures.of).toBeGreaterThanOrEqual(50);
      expect([successes.right, failures.right]).toEqual([successes.of, failures.of]);
    },
    A_WHILE_MS,
  );

  const EUR = { base: 'EUR', target: 'HUF' };
  it.each([
    ['another text', { arguments: EUR, expected: { texts: [/forever/] } }, /is not in/],
    ['more requests', { arguments: EUR, asks: 0, expected: { texts: [] } }, /1 requests, not 0/],
    [
      'a success instead of a failure',
      { arguments: EUR, expected: { code: 'not_found', message: /./ } },
      /succeeded with/,
    ],
    [
      'another failure',
      { arguments: {}, expected: { code: 'not_found', message: /./ } },
      /invalid_arguments .*, not not_found/,
    ],
    [
      'a failure for another reason',
      { arguments: {}, expected: { code: 'invalid_arguments', message: /moon/ } },
      /says "/,
    ],
    ['a failure', { arguments: {}, expected: { texts: [] } }, /failed with/],
  ] satisfies [string, Omit<Case, 'name'>, RegExp][])(
    'counts %s as wrong',
    async (name, toolCase, problem) => {
      const bench = createServiceBench({ name: 'fx_rates', cases: () => [] });
      const [line] = await benchTools([withCases(bench, [{ name, ...toolCase }])]);

      expect(line?.problems).toEqual([expect.stringMatching(problem)]);
      expect(line!.successes.right + line!.failures.right).toBe(0);
    },
  );
});

type Case = Awaited<ReturnType<ToolBench['open']>>['cases'][number];

const withCases = (bench: ToolBench, cases: readonly Case[]): ToolBench => ({
  ...bench,
  open: async () => ({ ...(await bench.open()), cases }),
});
