import { z } from 'zod';

const Test = z.looseObject({ status: z.string() });
const FileResult = z.looseObject({
  name: z.string(),
  /** `failed` as well where the file did not load: it then lists no test. */
  status: z.string(),
  assertionResults: z.array(Test),
});

/** What Jest writes with `--json`, as far as it is read here. */
export const Report = z.looseObject({ testResults: z.array(FileResult) });
export type Report = z.infer<typeof Report>;

/** Paths of the files of which a test failed, or that did not load. */
export const failedFiles = ({ testResults }: Report): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** The report with what the files of a second run gave in place of what they gave before. */
export const withSecondRun = (report: Report, again: Report): Report => {
  const second = new Map(again.testResults.map((result) => [result.name, result]));
  const testResults = report.testResults.map((result) => second.get(result.name) ?? result);
  return { ...report, testResults };
};

/** Counts the tests of reports. A file that did not load counts as a failed test; `leftOut` are those that were skipped or are to be written. */
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
