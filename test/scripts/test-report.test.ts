import { describe, expect, it } from '@jest/globals';
import { countTests, failedFiles, withSecondRun } from '../../scripts/test-report.js';

const file = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((test, at) => ({ fullName: `test ${at}`, status: test })),
});

const FIRST = {
  testResults: [
    file('a.test.ts', 'passed', 'passed', 'passed'),
    file('b.test.ts', 'failed', 'passed', 'failed'),
    file('c.test.ts', 'failed'),
    file('d.test.ts', 'passed', 'pending', 'todo'),
  ],
};

describe('the report of a test run', () => {
  it('names the files that failed or did not load', () => {
    expect(failedFiles(FIRST)).toEqual(['b.test.ts', 'c.test.ts']);
  });

  it('counts a file that did not load as a failed test, and counts skipped tests', () => {
    expect(countTests([FIRST])).toEqual({ passed: 3, failed: 2, leftOut: 2 });
    expect(countTests([FIRST, FIRST])).toEqual({ passed: 6, failed: 4, leftOut: 4 });
  });

  it('uses the second result of files that ran again', () => {
    const second = {
      testResults: [
        file('b.test.ts', 'passed', 'passed', 'passed'),
        file('c.test.ts', 'failed', 'passed', 'failed'),
      ],
    };

    const merged = withSecondRun(FIRST, second);

    expect(failedFiles(merged)).toEqual(['c.test.ts']);
    expect(countTests([merged])).toEqual({ passed: 5, failed: 1, leftOut: 2 });
  });
});
