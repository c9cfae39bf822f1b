import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { renderExamination } from '../src/maintenance/index.js';
import { compose } from '../src/compose/index.js';
import { examine } from '../src/doctor/examine.js';
import { recordBackup } from '../src/platform/files/last-backup.js';
import { startOpenAiServer } from './fakes/openai-server/index.js';
import { createSilentLogger } from './fakes/silent-logger.js';
import {
  createEmptyDatabase,
  createTestDatabase,
  dropDatabase,
  queryAsOwner,
} from './support/database.js';
import { entryOf } from './support/program.js';

const OPERATOR_KEY = 'operator-key-of-at-least-32-characters';
const DAY_MS = 86_400_000;

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kr-doctor-'));
});

afterAll(async () => {
  await test.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** An installation whose last backup ended so long ago. */
const installation = async (name: string, backupAgeMs: number) => {
  const dataDir = join(folder, name);
  const finishedAt = new Date(Date.now() - backupAgeMs);
  await recordBackup(dataDir, { finishedAt, unreadableFiles: 0 });
  return {
    DATABASE_URL: test.url,
    BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
    DATA_DIR: dataDir,
    // Nobody listens there.
    PORT: '1',
    METRICS_PORT: '0',
    MIN_FREE_DISK_MB: '0',
  };
};

const examined = (variables: Record<string, string>) =>
  examine(parseConfig(variables, TOOLS), new AbortController().signal);

const wrongPassword = () => {
  const url = new URL(test.url);
  url.password = 'not-the-password';
  return url.href;
};

const run = async (variables: Record<string, string>, ...args: string[]) => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...variables };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const command = [entryOf('workers/doctor'), ...args];
    const child = execFile(process.execPath, command, { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
};

describe('npm run doctor', () => {
  it('reports nothing to do for a healthy installation, and exits with 0', async () => {
    const well = await installation('well', 0);

    const { code, stdout, stderr } = await run(well);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /ok +database +PostgreSQL \d+.* is neither owner nor superuser \(\d+ ms\)/,
    );
    expect(stdout).toMatch(/ok +files +folder: a file can be written/);
    expect(stdout).toMatch(/ok +clock +-?0\.\d s ahead of the database's/);
    expect(stdout).toContain('? ');
    expect(stdout.trimEnd()).toMatch(/Nothing to do\.$/);
  }, 120_000);

  it('shows settings without secrets and, with --json, everything as data', async () => {
    const ill = { ...(await installation('secret', 0)), DATABASE_URL: wrongPassword() };

    const { code, stdout } = await run(ill, '--json');

    const { settings, advice } = JSON.parse(stdout) as {
      settings: { name: string; value: string; isSet: boolean }[];
      advice: string[];
    };
    expect(code).toBe(1);
    expect(advice.length).toBeGreaterThan(0);
    expect(stdout).not.toContain('not-the-password');
    expect(stdout).not.toContain(OPERATOR_KEY);
    expect(settings).toContainEqual({ name: 'BOOTSTRAP_OPERATOR_KEY', value: '***', isSet: true });
    expect(settings).toContainEqual({ name: 'CHUNK_TOKENS', value: '400', isSet: false });
  }, 120_000);
});

describe('the diagnosis of an installation', () => {
  it('names each part that is broken, and checks the others nevertheless', async () => {
    const ill = {
      ...(await installation('ill', 3 * DAY_MS)),
      DATABASE_URL: wrongPassword(),
      REDIS_URL: 'redis://127.0.0.1:1',
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
      OPENAI_MODEL: 'some',
    };

    const examination = await examined(ill);

    const states = Object.fromEntries(examination.findings.map(({ part, state }) => [part, state]));
    expect(states).toEqual({
      server: 'unknown',
      database: 'broken',
      pool: 'broken',
      clock: 'broken',
      queue: 'broken',
      tasks: 'broken',
      documents: 'broken',
      sources: 'broken',
      vectors: 'ok',
      files: 'ok',
      model: 'broken',
      disk: 'ok',
      backup: 'attention',
    });
    expect(examination.findings.find(({ part }) => part === 'database')?.says).toMatch(
      /^DATABASE_URL: PostgreSQL refuses the login/,
    );
    expect(examination.advice).toEqual([
      expect.stringMatching(/or correct DATABASE_URL/),
      expect.stringMatching(/^Mend the database first/),
      expect.stringMatching(/^Start Redis at 127\.0\.0\.1:1, or correct REDIS_URL/),
      expect.stringMatching(/^Start the model at 127\.0\.0\.1:1, or correct OPENAI_BASE_URL/),
      expect.stringMatching(/^Make a backup/),
    ]);
    expect(renderExamination(examination)).toMatch(/To do\n {2}1\. .*\n {2}2\. /);
  }, 120_000);

  it('suggests a wrong address if a model server lists no models', async () => {
    const server = await startOpenAiServer({ chat: () => 'Fine.' });
    const { findings } = await examined({
      ...(await installation('address', 0)),
      OPENAI_BASE_URL: `${server.baseUrl}/chat/completions`,
      OPENAI_MODEL: 'some',
    });
    await server.close();

    expect(findings.find(({ part }) => part === 'model')?.says).toMatch(
      /answers 404 when asked for its models: .* the address is wrong$/,
    );
  }, 120_000);

  it('does not migrate, and says how to do it', async () => {
    const empty = await createEmptyDatabase();
    const unmigrated = { ...(await installation('unmigrated', 0)), DATABASE_URL: empty.url };

    const examination = await examined({
      ...unmigrated,
      DATABASE_MIGRATION_URL: empty.migrationUrl,
    });
    const again = await examined(unmigrated);
    await dropDatabase(empty);

    for (const { findings } of [examination, again]) {
      const database = findings.find(({ part }) => part === 'database');
      expect(database).toMatchObject({
        state: 'broken',
        says: expect.stringContaining('npm run migrate'),
      });
    }
  }, 120_000);

  it('says why documents have failed, the most frequent reason first', async () => {
    const { tenantId } = await test.tenant();
    const tasks = ['document_empty', 'parser_timeout', 'document_empty'].map(
      (errorCode) =>
        `(gen_random_uuid(), '${tenantId}', 'document', gen_random_uuid(), 1, 'index', 'failed', '${errorCode}')`,
    );
    await queryAsOwner(
      test,
      `INSERT INTO ingestion_tasks (id, tenant_id, subject_kind, subject_id, version, action, state, error_code)
       VALUES ${tasks.join(', ')}`,
    );

    const { findings } = await examined(await installation('failed', 0));

    await queryAsOwner(test, 'DELETE FROM ingestion_tasks');
    expect(findings.find(({ part }) => part === 'documents')).toMatchObject({
      state: 'ok',
      says: '0 ready, 0 on their way, 3 failed: 2 document_empty, 1 parser_timeout (GET /v1/stuck-documents has them by tenant)',
    });
  }, 120_000);

  it('checks an embedded installation next to its running server, and after the server has ended', async () => {
    const embedded = { ...(await installation('embedded', 0)), DATABASE_URL: '' };
    const variables = { ...embedded, PORT: '0' };
    const server = await compose(parseConfig(variables, TOOLS), {
      logger: createSilentLogger(),
      durability: 'off',
    });
    const { url } = await server.serve();
    const beside = await examined({ ...variables, PORT: new URL(url).port });
    await server.close();
    const alone = await examined(embedded);

    expect([beside.advice, alone.advice]).toEqual([[], []]);
    const stateOf = ({ findings }: typeof alone, name: string) =>
      findings.find(({ part }) => part === name)?.state;
    expect(beside.findings.find(({ part }) => part === 'server')).toMatchObject({ state: 'ok' });
    expect(stateOf(alone, 'server')).toBe('unknown');
    expect([stateOf(beside, 'database'), stateOf(alone, 'database')]).toEqual(['ok', 'ok']);
  }, 120_000);

  it('creates no embedded database if there is none', async () => {
    const embedded = { ...(await installation('no-database', 0)), DATABASE_URL: '' };

    const { advice } = await examined(embedded);

    expect(advice[0]).toMatch(/^There is no database in .* yet: start the server/);
  }, 120_000);
});
