import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Named by test:shipped; the rest of the tests know nothing of what it starts. */
const OF_DEPLOYMENT =
  /\b(?:DATABASE_URL|DATABASE_MIGRATION_URL|KR_TEST_SUPERUSER_URL|REDIS_URL|KR_TEST_S3_FOLDER|S3_)/;

/** Suites about programs that speak to the product: what it keeps its data in makes no difference to them. */
const OF_CLIENTS = /\/test\/(?:clients\/|console\/|packages\/|typed-clients)/;

/** True for a test that goes over what the deployment consists of, and not over a client's way to it. */
export const runsOnDeployment = (file: string): boolean =>
  !OF_CLIENTS.test(file) && readsDeployment(file);

/** Tells whether a test file, or a file of the tests that it imports, reads from the environment where the deployment is. */
const readsDeployment = (file: string): boolean =>
  [...importedBy(file)].some((path) => {
    const text = readFileSync(path, 'utf8');
    return text.includes('process.env') && OF_DEPLOYMENT.test(text);
  });

/** Itself, and what it imports from the tests, directly and by others. */
const importedBy = (file: string): Set<string> => {
  const files = new Set([file]);
  // A set hands out what is added while it is walked.
  for (const path of files) {
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const imported = join(dirname(path), name.replace(/\.js$/, '.ts'));
      if (imported.includes('/test/') && existsSync(imported)) files.add(imported);
    }
  }
  return files;
};
