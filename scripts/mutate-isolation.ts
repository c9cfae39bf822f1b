// npm run test:isolation [-- WORDS]: takes one filter away at a time, in a copy of the sources, and lets the isolation canary walk, or runs
// the tests of what lies above it. Fails where they do not notice, or where it finds something with all filters in place. With WORDS only the filters whose name holds them.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.js';
import { migrateDatabase } from '../src/platform/database/migrations.js';
import { MUTATIONS, type Mutation } from './isolation/mutations.js';

const ROOT = join(import.meta.dirname, '..');
const MIGRATIONS = join(ROOT, 'prisma/migrations');
const COPIED = [
  'src',
  'config',
  'workers',
  'examples',
  'test',
  'scripts/isolation',
  'prisma/migrations',
  'demo/samples',
];

const Report = z.object({
  result: z.string(),
  leaks: z.array(z.string()),
  blind: z.array(z.string()),
});

const main = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-mutants-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    durability: 'off',
  });
  try {
    await migrateDatabase({ ...postgres, migrationsFolder: MIGRATIONS });
    const copy = join(folder, 'copy');
    for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true });
    for (const file of ['package.json', 'tsconfig.json', 'jest.config.js']) {
      await cp(join(ROOT, file), join(copy, file));
    }
    await linkPackages(copy);
    process.exitCode = (await runAll(copy, postgres)) ? 0 : 1;
  } finally {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
};

type Urls = { url: string; migrationUrl: string };

const runAll = async (copy: string, urls: Urls): Promise<boolean> => {
  const wanted = process.argv[2] ?? '';
  const mutations = MUTATIONS.filter(({ filter }) => filter.includes(wanted));
  let isWell = true;
  for (const isOn of [true, false]) {
    if (!isOn) await switchRowSecurityOff(urls);
    const found = [...(await walk(copy, urls)), ...(isOn ? await failuresOf(copy, mutations) : [])];
    tell(found.length === 0, `all filters in place, row security ${isOn ? 'on' : 'off'}`, found);
    isWell &&= found.length === 0;
    for (const mutation of mutations.filter((one) => isOn !== (one.behindRowSecurity ?? false))) {
      const leaks = await without(copy, mutation, () => look(copy, urls, mutation));
      tell(leaks.length > 0, `without ${mutation.filter}`, leaks);
      isWell &&= leaks.length > 0;
    }
  }
  return isWell;
};

const tell = (isWell: boolean, what: string, leaks: readonly string[]): void => {
  const seen = leaks.length === 0 ? 'nothing got through' : `${leaks.length}, first ${leaks[0]}`;
  process.stdout.write(`${isWell ? 'ok  ' : 'FAIL'}  ${what}: ${seen}\n`);
};

const without = async (
  copy: string,
  { file, from, to }: Mutation,
  look: () => Promise<string[]>,
): Promise<string[]> => {
  const path = join(copy, file);
  const source = await readFile(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`Not there once, in ${file}: ${from}`);
  await writeFile(
    path,
    source.replace(from, () => to),
  );
  try {
    return await look();
  } finally {
    await writeFile(path, source);
  }
};

const look = (copy: string, urls: Urls, { test }: Mutation): Promise<string[]> =>
  test === undefined ? walk(copy, urls) : runTest(copy, test);

/** The tests that are to notice have to be green before anything is taken away. */
const failuresOf = async (copy: string, mutations: readonly Mutation[]): Promise<string[]> => {
  const failures: string[] = [];
  for (const test of new Set(mutations.flatMap(({ test = [] }) => test))) {
    failures.push(...(await runTest(copy, test)));
  }
  return failures;
};

/** One by one and without the cache: what is compiled of a changed source belongs to the copy alone. */
const linkPackages = async (copy: string): Promise<void> => {
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  await mkdir(to);
  const names = (await readdir(from)).filter((name) => name !== '.cache');
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));
};

const JestReport = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Titles of the tests of a file that fail. */
const runTest = async (copy: string, test: string): Promise<string[]> => {
  const report = join(copy, 'report.json');
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const options = ['--rootDir', copy, '-w', '1', '--testTimeout', '120000'];
  await promisify(execFile)(
    process.execPath,
    ['--experimental-vm-modules', jest, ...options, '--json', '--outputFile', report, test],
    { cwd: copy, maxBuffer: 50_000_000 },
  ).catch(() => undefined);
  const { testResults } = JestReport.parse(JSON.parse(await readFile(report, 'utf8')));
  await rm(report);
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  // A file that does not load proves nothing.
  if (results.length === 0) throw new Error(testResults.map(({ message }) => message).join('\n'));
  return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
};

/** Lists what the canary found beside the missing wall itself. */
const walk = async (copy: string, { url }: Urls): Promise<string[]> => {
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [tsx, join(copy, 'scripts/isolation/walk.ts'), url, MIGRATIONS],
    { cwd: copy, maxBuffer: 10_000_000 },
  );
  const { leaks, blind } = Report.parse(JSON.parse(stdout));
  return [...leaks, ...blind.map((path) => `blind: ${path}`)].filter(
    (leak) => !/^(row security|no tenant):/.test(leak),
  );
};

const switchRowSecurityOff = async ({ migrationUrl }: Urls): Promise<void> => {
  const client = new pg.Client({ connectionString: migrationUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity`,
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
  await client.end();
};

await main();
