import { z } from 'zod';
import { Report as AttackReport } from '../test/attacks/judge.js';

const FileResult = AttackReport.shape.testResults.element.extend({
  /** `failed` also for a file that did not load, which lists no tests. */
  status: z.string(),
});

/** The part of Jest's JSON report that CI reads. */
export const Report = z.object({ testResults: z.array(FileResult) });
export type Report = z.infer<typeof Report>;

/** Paths of the files that failed or did not load. */
export const failedFiles = ({ testResults }: Report): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** Replaces the results of the files that ran a second time. */
export const withSecondRun = (report: Report, again: Report): Report => {
  const second = new Map(again.testResults.map((result) => [result.name, result]));
  const testResults = report.testResults.map((result) => second.get(result.name) ?? result);
  return { testResults };
};

/** Counts the tests in reports. A file that did not load counts as a failed test; `leftOut` counts skipped tests and todos. */
export const countTests = (
  reports: readonly Report[],
): Record<'passed' | 'failed' | 'leftOut', number> => {
  const results = reports.flatMap(({ testResults }) => testResults);
  const statuses = results.flatMap((result) => result.assertionResults.map((test) => test.status));
  const count = (...wanted: string[]): number =>
    statuses.filter((status) => wanted.includes(status)).length;
  const unloaded = results.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: count('passed'),
    failed: count('failed') + unloaded,
    leftOut: count('pending', 'skipped', 'todo', 'disabled'),
  };
};
