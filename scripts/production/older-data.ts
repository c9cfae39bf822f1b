import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { eventually } from '../../test/support/eventually.js';
import type { startShippedPostgres } from '../../test/support/postgres-server.js';
import { askHandbook } from './ask.js';
import { ROOT, type Image } from './image.js';
import {
  migrate,
  PATIENCE_MS,
  startApi,
  startWorker,
  stop,
  untilReady,
  USER,
} from './processes.js';

/** Made by version 0.1.0, whose index was another: two documents, of which one is the handbook. */
const FOLDER = join(ROOT, 'test/fixtures/data-folder-0.1.0.tar.gz');
const DATABASE = 'knowledge_router';

const run = promisify(execFile);

type Servers = { postgres: Awaited<ReturnType<typeof startShippedPostgres>>; dataDir: string };

/** Starts the image on the data of an older version, and asks from the first ready second until the index has been built anew. */
export const useOlderData = async (image: Image, { postgres, dataDir }: Servers): Promise<void> => {
  await mkdir(dataDir);
  await run('tar', ['-xzf', FOLDER, '-C', dataDir, '--strip-components=1']);
  await run('chown', ['-R', `${USER}:${USER}`, dataDir]);
  const sql = await readFile(join(dataDir, 'database.sql'), 'utf8');
  const key = (await readFile(join(dataDir, 'admin.key'), 'utf8')).trim();
  await postgres.dropRoles();
  const { url, migrationUrl } = await postgres.createRoles();
  await postgres.query(`SET ROLE kr_owner; ${sql}`, DATABASE);
  const variables = {
    DATABASE_URL: url,
    BOOTSTRAP_OPERATOR_KEY: 'operator-key-of-the-older-data-folder',
    REQUESTS_PER_MINUTE_PER_KEY: '100000',
    REQUESTS_PER_MINUTE_PER_TENANT: '100000',
  };
  await migrate(image, { dataDir, variables, migrationUrl });
  const api = await untilReady(await startApi(image, { dataDir, variables }));
  // No worker is there yet: the answer can come from the older index alone.
  if (await isBuiltAnew(api.url)) throw new Error('The older index counts as today’s.');
  await askHandbook(api.url, key);
  const worker = await startWorker(image, { dataDir, variables });
  let asked = 1;
  const askOnce = async () => {
    const isLast = await isBuiltAnew(api.url);
    await askHandbook(api.url, key);
    asked += 1;
    return isLast;
  };
  await eventually(askOnce, Boolean, PATIENCE_MS);
  await Promise.all([stop(worker), stop(api.process)]);
  process.stdout.write(`On data of version 0.1.0: ${asked} questions, each with a citation.\n`);
};

const Ready = z.object({ reindexing: z.looseObject({}).nullable() });

const isBuiltAnew = async (url: string): Promise<boolean> =>
  Ready.parse(await (await fetch(`${url}/readyz`)).json()).reindexing === null;
