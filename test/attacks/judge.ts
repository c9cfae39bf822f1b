import { z } from 'zod';
import { fileOf, type Attack, type Held } from './attack.js';

/** The part of Jest's report (--json) that we read. */
export const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
export type Report = z.infer<typeof Report>;

export type Verdict = {
  attack: Attack;
  verdict: 'pass' | 'fail' | 'none';
  lines: string[];
};

/** Each attack against what the tests reported: `none` where there is nothing to attack. A test that did not run has not passed. */
export const judge = (attacks: readonly Attack[], { testResults }: Report): Verdict[] =>
  attacks.map((attack) => {
    if ('reason' in attack) {
      return { attack, verdict: 'none', lines: [`does not apply: ${attack.reason}`] };
    }
    const outcomes = attack.tests.map((held) => ({ held, ...outcomeOf(held, testResults) }));
    return {
      attack,
      verdict: outcomes.every(({ passed }) => passed) ? 'pass' : 'fail',
      lines: outcomes.map(
        ({ held, passed, said }) =>
          `${passed ? 'pass' : 'FAIL'}  ${fileOf(held)} › ${held[1]} (${said})`,
      ),
    };
  });

const outcomeOf = (held: Held, results: Report['testResults']) => {
  const tests = results
    .filter(({ name }) => name.endsWith(`/${fileOf(held)}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName }) => fullName.includes(held[1]));
  const failed = tests.filter(({ status }) => status !== 'passed');
  if (tests.length === 0) return { passed: false, said: 'no such test ran' };
  if (failed.length > 0) {
    return { passed: false, said: `${failed.length} of ${tests.length} did not pass` };
  }
  return { passed: true, said: tests.length === 1 ? '1 test' : `${tests.length} tests` };
};
