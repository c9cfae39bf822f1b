import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Named by test:shipped; the rest of the tests know nothing of what it starts. */
const NAME =
  'DATABASE_URL|DATABASE_MIGRATION_URL|KR_TEST_SUPERUSER_URL|REDIS_URL|KR_TEST_S3_FOLDER';
/** Matches reading them from the environment: a test that sets them for its own processes starts everything itself. */
const OF_DEPLOYMENT = new RegExp(
  `process\\.env\\['(?:${NAME})|\\{[^}]*\\b(?:${NAME})\\b[^}]*\\} = process\\.env`,
);

/** Suites about what differs on servers: the owner of the database, and where jobs, limits and files are kept. */
const DIFFERS = [
  'backup',
  'ingestion',
  'maintenance',
  'platform',
  'tasks',
  'workspace',
  'documents/applications',
  'documents/batch',
  'documents/file-routes',
  'documents/upload',
  'sign-in/login',
  'sign-in/password-guard',
  'webhooks/delivery-loop',
  'workflow/chat',
  '[^/]+\\.test\\.ts$',
];
const SUBJECT = new RegExp(`/test/(?:${DIFFERS.join('|')})`);
/** Suites for which it makes no difference where data is kept, or that start PostgreSQL, Redis or a vector store themselves. */
const APART =
  /\/test\/(?:examples|typed-clients|limits-across-processes|platform\/vectors|ingestion\/(?:busy|slow))/;

/** Opens jobs, vectors and files on a test's database. */
const INGESTION = '/test/support/ingestion.ts';

/** True for a test of the whole system, or of ingestion, that goes over what the deployment consists of, and not over a client's way to it. */
export const runsOnDeployment = (file: string): boolean => {
  if (!SUBJECT.test(file) || APART.test(file)) return false;
  const files = [...importedBy(file)];
  const isWide = file.endsWith('.e2e.test.ts') || files.some((path) => path.endsWith(INGESTION));
  return isWide && files.some(readsDeployment);
};

/** Tells whether a file reads from the environment where the deployment is. */
const readsDeployment = (path: string): boolean => OF_DEPLOYMENT.test(readFileSync(path, 'utf8'));

/** Itself, and what it imports from the tests, directly and by others. */
const importedBy = (file: string): Set<string> => {
  const files = new Set([file]);
  // Iterating a set also visits items that are added meanwhile.
  for (const path of files) {
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const imported = join(dirname(path), name.replace(/\.js$/, '.ts'));
      if (imported.includes('/test/') && existsSync(imported)) files.add(imported);
    }
  }
  return files;
};
