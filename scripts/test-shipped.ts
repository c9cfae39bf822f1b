import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startShippedPostgres } from '../test/support/postgres-server.js';
import { hasRedisServer, startRedisServer } from '../test/support/redis-server.js';
import { hasS3Server, HOW_TO_GET_S3, startS3Server } from '../test/support/s3-server.js';
import { runsOnDeployment } from './shipped-tests.js';

const TESTS = join(import.meta.dirname, '../test');

/**
 * The whole-system tests on what the reference deployment consists of: a PostgreSQL of this machine with the roles of
 * docker/create-roles.sh, whose owner is no superuser, and Redis; with files in S3, as several machines need it. Those that start
 * everything themselves, and so would do the same as in `npm run test:all`, are left out, and so are those of clients. Arguments go to Jest;
 * if they contain paths, only those run.
 */
const main = async (): Promise<number> => {
  if (!hasRedisServer() || !hasS3Server()) {
    process.stderr.write(
      `This needs a redis-server and a versitygw on this machine. ${HOW_TO_GET_S3}\n`,
    );
    return 1;
  }
  const closers: (() => Promise<void>)[] = [];
  try {
    const server = await startShippedPostgres();
    closers.push(() => server.close());
    // Each test file has a database of its own, which an installation's owner need not make.
    await server.query('ALTER ROLE kr_owner CREATEDB');
    const redis = await startRedisServer();
    closers.push(() => redis.kill());
    const s3 = await startS3Server();
    closers.push(() => s3.close());
    process.stdout.write(`PostgreSQL ${server.version}, Redis, S3, and the roles that ship.\n`);
    return await runJest({
      ...s3.variables,
      KR_TEST_S3_FOLDER: s3.folder,
      DATABASE_URL: server.url,
      DATABASE_MIGRATION_URL: server.migrationUrl,
      KR_TEST_SUPERUSER_URL: server.superUrlOf('knowledge_router'),
      REDIS_URL: redis.url,
    });
  } finally {
    for (const close of closers.reverse()) await close();
  }
};

const runJest = async (variables: Record<string, string>): Promise<number> => {
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
  const given = process.argv.slice(2);
  const hasPaths = given.some((word) => !word.startsWith('-'));
  const args = [...jest, ...given, ...(hasPaths ? [] : ['--runTestsByPath', ...findTests()])];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};

const findTests = (): string[] =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(TESTS, name))
    .filter(runsOnDeployment);

process.exitCode = await main();
