import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose } from '../src/compose/index.js';
import { createSilentLogger } from './fakes/silent-logger.js';
import { createEmptyDatabase, dropDatabase, queryAsOwner } from './support/database.js';
import { eventually } from './support/eventually.js';
import { entryOf } from './support/program.js';
import { toAnswer } from './support/serve-api.js';

const OPERATOR_KEY = 'operator-key-of-at-least-32-characters';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let variables: Record<string, string>;

beforeEach(async () => {
  database = await createEmptyDatabase();
  variables = {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '2',
    BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'kr-migrate-')),
    PORT: '0',
    METRICS_PORT: '0',
  };
});

afterEach(async () => {
  await dropDatabase(database);
  await rm(variables['DATA_DIR'] ?? '', { recursive: true, force: true });
});

const migrate = (changed: Record<string, string> = {}) => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...variables, ...changed };
  return promisify(execFile)(process.execPath, [entryOf('workers/migrate')], { env });
};

const asOwner = () => ({ DATABASE_MIGRATION_URL: database.migrationUrl });

/** A server that does not know the owner's password. */
const startServer = async () => {
  const application = await compose(parseConfig(variables, TOOLS), {
    logger: createSilentLogger(),
  });
  try {
    const { url } = await application.serve();
    return await eventually(
      async () => toAnswer(await fetch(`${url}/readyz`), 'GET'),
      ({ status }) => status === 200,
    );
  } finally {
    await application.close();
  }
};

describe('npm run migrate', () => {
  it('applies all migrations, and finds nothing to do the second time', async () => {
    const first = await migrate(asOwner());
    const second = await migrate(asOwner());

    expect(first.stdout).toMatch(/^Applied \d+_\w+\n(?:Applied \d+_\w+\n)+$/);
    expect(second).toEqual({ stdout: 'The database is up to date.\n', stderr: '' });
  }, 60_000);

  it('says in one sentence which variables it needs', async () => {
    await expect(migrate()).rejects.toMatchObject({
      code: 1,
      stderr:
        'DATABASE_MIGRATION_URL: required here, for this is work of the owner of the database.\n',
    });
  }, 60_000);
});

describe('a server that migrates by itself', () => {
  it("no longer has the owner's password afterwards", async () => {
    const config = parseConfig({ ...variables, ...asOwner() }, TOOLS);

    const application = await compose(config, { logger: createSilentLogger() });

    expect(config.database.urls).toEqual({ url: database.url, migrationUrl: null });
    await application.close();
  }, 60_000);
});

describe("a server without the owner's password", () => {
  it('serves a database that has been migrated', async () => {
    await migrate(asOwner());

    expect(await startServer()).toMatchObject({ status: 200 });
  }, 60_000);

  it('refuses an empty database and names the command to run', async () => {
    await expect(startServer()).rejects.toMatchObject({
      name: 'DatabaseRefusal',
      message: expect.stringMatching(
        /^The database lacks migration "\d+_\w+": run "npm run migrate"/,
      ),
    });
  });

  it('refuses a database that lacks the newest migration', async () => {
    await migrate(asOwner());
    await queryAsOwner(
      database,
      `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
    );

    await expect(startServer()).rejects.toThrow('The database lacks migration');
  }, 60_000);

  it('refuses a database if it may not read the list of migrations', async () => {
    await migrate(asOwner());
    await queryAsOwner(database, 'REVOKE SELECT ON _prisma_migrations FROM knowledge_router_app');

    await expect(startServer()).rejects.toThrow('The database lacks migration');
  }, 60_000);

  it('refuses a schema that is newer than the code', async () => {
    await migrate(asOwner());
    await queryAsOwner(
      database,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('later', '', '29990101000000_later', now())`,
    );

    await expect(startServer()).rejects.toThrow('"29990101000000_later", which this version does');
  }, 60_000);
});
