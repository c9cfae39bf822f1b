import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.js';
import { createBullMqQueue } from '../src/platform/queue/bullmq-queue.js';
import { compose } from '../src/compose/index.js';
import { newId, TaskId, TenantId } from '../src/shared/ids.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import { inFolder } from './in-folder.js';
import { createProse } from './corpus/prose.js';
import { cpuMs, median, percentile, reportRatio } from './measure.js';

const ROUNDS = 7;
const UPLOADS_PER_ROUND = 60;
const WARM_UP = 100;
const GUARD = { rounds: 5, uploads: 60, warmUp: 100 };
const SENTENCES = 20;

const silent = createLogger({
  level: 'info',
  format: 'json',
  destination: { write: () => undefined },
});

/** Durable and answered when it resolves. */
type Accept = (text: string) => Promise<void>;
type Side = { accept: Accept; close(): Promise<void> };

/** An upload over HTTP until its 202, against what it cannot do without: a synced file, a row, a job. */
export const measureUpload = async (): Promise<void> => {
  report(await measureRounds({ rounds: ROUNDS, uploads: UPLOADS_PER_ROUND, warmUp: WARM_UP }));
};

/** CPU of an upload, with the client that sends it, against the bare one's, in less time. */
export const uploadRatios = async () => {
  const rounds = await measureRounds(GUARD);
  return { upload: median(rounds.map(([ours, bare]) => ours.cpu / bare.cpu)) };
};

type Effort = { rounds: number; uploads: number; warmUp: number };

const measureRounds = ({ rounds, uploads, warmUp }: Effort): Promise<[Work, Work][]> =>
  inFolder(async (folder) => {
    const embedded = await startEmbeddedPostgres({ dataDir: join(folder, 'data') });
    const [ours, bare] = [await openApi(join(folder, 'data')), await openBare(folder, embedded)];
    try {
      for (const { accept } of [ours, bare]) await measureUploads(accept, warmUp);
      const measured: [Work, Work][] = [];
      for (let round = 0; round < rounds; round += 1) {
        const oursNow = await measureUploads(ours.accept, uploads);
        measured.push([oursNow, await measureUploads(bare.accept, uploads)]);
      }
      return measured;
    } finally {
      for (const side of [ours, bare]) await side.close();
      await embedded.close();
    }
  });

type Work = { p95: number; cpu: number };

const measureUploads = async (accept: Accept, count: number): Promise<Work> => {
  const times: number[] = [];
  const cpuBefore = cpuMs();
  for (let upload = 0; upload < count; upload += 1) {
    const text = `${createProse(upload).paragraph(SENTENCES)} ${randomUUID()}`;
    const startedAt = performance.now();
    await accept(text);
    times.push(performance.now() - startedAt);
  }
  return { p95: percentile(times, 95), cpu: (cpuMs() - cpuBefore) / count };
};

/** The whole application without its worker: what ingestion costs is measured elsewhere. */
const openApi = async (folder: string): Promise<Side> => {
  const application = await compose(
    parseConfig(
      {
        DATA_DIR: folder,
        PORT: '0',
        METRICS_PORT: '0',
        INGESTION_WORKER: 'separate',
        REQUESTS_PER_MINUTE_PER_KEY: '1000000',
        REQUESTS_PER_MINUTE_PER_USER: '1000000',
        REQUESTS_PER_MINUTE_PER_TENANT: '1000000',
      },
      TOOLS,
    ),
    { logger: silent },
  );
  const { url } = await application.serve();
  const keys: unknown = JSON.parse(await readFile(join(folder, 'bootstrap.json'), 'utf8'));
  const { adminKey } = z.object({ adminKey: z.string() }).parse(keys);
  return {
    accept: async (text) => {
      const form = new FormData();
      form.set('file', new Blob([text]), 'prose.txt');
      const headers = { authorization: `Bearer ${adminKey}` };
      const response = await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form });
      const answer = await response.text();
      if (response.status !== 202) throw new Error(`An upload was answered with ${answer}`);
    },
    close: () => application.close(),
  };
};

type Urls = { url: string; migrationUrl: string };

const openBare = async (folder: string, { url, migrationUrl }: Urls): Promise<Side> => {
  const files = join(folder, 'bare');
  await mkdir(files);
  // A pool would not wait for its connections to end, and the server that is stopped next would end them with an error.
  const client = new pg.Client({ connectionString: migrationUrl });
  await client.connect();
  await client.query('CREATE TABLE bare_uploads (id uuid PRIMARY KEY, name text, bytes integer)');
  const queue = createBullMqQueue(
    { backend: 'postgres', url },
    { logger: silent, queueName: 'bare' },
  );
  const job = {
    schema: 1,
    tenantId: newId(TenantId),
    subjectKind: 'document',
    version: 1,
  } as const;
  return {
    accept: async (text) => {
      const id = newId(TaskId);
      const file = await open(join(files, id), 'wx');
      await file.write(text);
      await file.sync();
      await file.close();
      const row = [id, 'prose.txt', text.length];
      await client.query('INSERT INTO bare_uploads VALUES ($1, $2, $3)', row);
      await queue.add([{ id, payload: { ...job, taskId: id, subjectId: id } }]);
    },
    close: async () => {
      await queue.close();
      await client.end();
    },
  };
};

const report = (rounds: readonly [Work, Work][]): void => {
  const line = (goal: string, of: keyof Work, bounds: { ambitious: string; must: string }) => {
    const ours = median(rounds.map(([work]) => work[of]));
    const bare = median(rounds.map(([, work]) => work[of]));
    reportRatio({
      goal,
      ...bounds,
      ratio: median(rounds.map(([own, other]) => own[of] / other[of])),
      detail: `${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms`,
    });
  };
  line('upload until 202, p95', 'p95', { ambitious: '1.5', must: '3' });
  line('   CPU with its client', 'cpu', { ambitious: '–', must: '–' });
};
