import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryResultRow } from 'pg';
import { createSlot } from '../../chaos/slot.js';
import { stopServer } from '../../src/platform/database/embedded/cluster.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start-embedded-postgres.js';
import { createEmptyDatabase, dropDatabase, queryAsOwner } from './database.js';
import { freePort } from './redis-server.js';

const LIMITS = {
  REQUESTS_PER_MINUTE_PER_KEY: '1000000',
  REQUESTS_PER_MINUTE_PER_TENANT: '1000000',
  MAX_PARALLEL_CHATS_PER_USER: '50',
  MAX_STREAMS_PER_USER: '100',
  MAX_USER_SESSIONS: '1000',
  CHUNK_TOKENS: '60',
};
const OPERATOR_KEY = 'drill-'.repeat(8);

export type Place = Awaited<ReturnType<typeof createPlace>>;

/** Room for an installation: embedded, or on the servers that the variables of this machine name. */
export const createPlace = async (program: string, dataDir: string) => {
  const { PATH = '', HOME = '', DATABASE_URL, REDIS_URL, JEST_WORKER_ID = '0' } = process.env;
  const s3Folder = process.env['KR_TEST_S3_FOLDER'];
  const ofS3 = Object.entries(process.env).filter(([name]) => name.startsWith('S3_'));
  const prefix = `drill-${randomBytes(6).toString('hex')}`;
  const filesFolder = s3Folder ? join(s3Folder, prefix) : join(dataDir, 'files');
  const outside = DATABASE_URL ? await createEmptyDatabase() : null;
  const variables = {
    ...Object.fromEntries(ofS3),
    ...(s3Folder && { S3_PREFIX: prefix }),
    PATH,
    HOME,
    LANCEDB_LOG: 'error',
    DATA_DIR: dataDir,
    ...LIMITS,
    ...(outside && {
      DATABASE_URL: outside.url,
      DATABASE_MIGRATION_URL: outside.migrationUrl,
      BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
    }),
    ...(REDIS_URL && { REDIS_URL: `${REDIS_URL.replace(/\/\d*$/, '')}/${JEST_WORKER_ID}` }),
  };
  return {
    program,
    dataDir,
    filesFolder,
    variables,
    operatorKey: async (): Promise<string> =>
      outside
        ? OPERATOR_KEY
        : (await readFile(join(dataDir, 'secrets', 'operator-key'), 'utf8')).trim(),
    /** Queries as a role that sees all rows; shares the embedded database with any process that uses it. */
    sql: async <Row extends QueryResultRow>(text: string): Promise<Row[]> => {
      if (outside) return queryAsOwner<Row>(outside, text);
      const embedded = await startEmbeddedPostgres({ dataDir });
      try {
        return await queryAsOwner<Row>(embedded, text);
      } finally {
        await embedded.close();
      }
    },
    /** With all it has. */
    destroy: async (): Promise<void> => {
      if (outside) await dropDatabase(outside);
      await stopServer(join(dataDir, 'postgres'));
      for (const used of [dataDir, filesFolder]) await rm(used, { recursive: true, force: true });
    },
  };
};

/** A server as a process, whose waits are scaled down; it ingests, too. */
export const startServer = async ({ program, dataDir, variables }: Place) => {
  const port = await freePort();
  const slot = createSlot({
    name: 'server',
    member: join(program, 'dist', 'chaos', 'member.js'),
    argument: { role: 'api', without: null, queuedFile: `${dataDir}.queued` },
    variables: { ...variables, PORT: String(port), METRICS_PORT: '0' },
    logFile: `${dataDir}.log`,
  });
  slot.fill();
  await slot.begun();
  return {
    url: `http://127.0.0.1:${port}`,
    end: (signal: 'SIGTERM' | 'SIGKILL') => slot.vacate(signal),
  };
};

/** `npm run backup` and its like, without the compiling. */
export const startBackupCommand = ({ program, variables }: Place, args: readonly string[]) => {
  const child = spawn(process.execPath, [join(program, 'dist', 'workers', 'backup.js'), ...args], {
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return {
    process: child,
    ended,
    /** Resolves as soon as it has printed this, or has ended. */
    said: async (text: string): Promise<void> => {
      while (!output.includes(text) && child.exitCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
  };
};
