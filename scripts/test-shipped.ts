import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findPostgresServers, startPostgresServer } from '../test/support/postgres-server.js';
import { hasRedisServer, startRedisServer } from '../test/support/redis-server.js';

/**
 * The whole-system tests on what the reference deployment consists of: a PostgreSQL of this machine with the roles of
 * docker/create-roles.sh, whose owner is no superuser, and Redis. Arguments go to Jest.
 */
const main = async (): Promise<number> => {
  const installed = (await findPostgresServers()).at(-1);
  if (installed === undefined || !hasRedisServer()) {
    process.stderr.write('This needs a PostgreSQL and a redis-server on this machine.\n');
    return 1;
  }
  const server = await startPostgresServer(installed.binaries);
  try {
    const urls = await server.createRoles();
    // Each test file has a database of its own, which an installation's owner need not make.
    await server.query('ALTER ROLE kr_owner CREATEDB');
    const redis = await startRedisServer();
    try {
      process.stdout.write(`PostgreSQL ${installed.version}, Redis, and the roles that ship.\n`);
      return await runJest({
        DATABASE_URL: urls.url,
        DATABASE_MIGRATION_URL: urls.migrationUrl,
        KR_TEST_SUPERUSER_URL: server.superUrlOf('knowledge_router'),
        REDIS_URL: redis.url,
      });
    } finally {
      await redis.kill();
    }
  } finally {
    await server.close();
  }
};

const runJest = async (variables: Record<string, string>): Promise<number> => {
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
  const given = process.argv.slice(2);
  const args = [...jest, ...(given.length > 0 ? given : ['\\.e2e\\.test\\.ts$'])];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};

process.exitCode = await main();
