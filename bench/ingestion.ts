import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose, type Application } from '../src/compose/index.js';
import type { DocumentId } from '../src/shared/ids.js';
import { makeUserScope } from '../src/shared/make-scope.js';
import { permissionsOfRole } from '../src/shared/permissions.js';
import type { UserScope } from '../src/shared/scope.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import {
  CORPUS_TYPES,
  writeCorpus,
  type CorpusFile,
  type CorpusType,
} from './corpus/write-corpus.js';
import { inFolder } from './in-folder.js';
import { createSlowEmbedder } from './corpus/slow-embedder.js';
import { CONCURRENCY, runConcurrently } from './corpus/run-concurrently.js';
import { median, reportRatio } from './measure.js';
import { treeCpuMs } from './process-tree.js';

const ROUNDS = 7;
const POLL_MS = 20;
/** The store indexes the last files after they are ready; that must not slow the naive loop that comes next. */
const SETTLE_MS = 6_000;
const DIMENSIONS = 64;
const GUARD = { rounds: 3, share: 7, settleMs: 1_500 };

/** Ingests all files; they are searchable when it resolves. */
type Ingest = (files: readonly CorpusFile[]) => Promise<void>;
type Seconds = { naive: number; full: number };
type Round = Record<CorpusType, Seconds>;

/** The durable pipeline, from upload to ready, against a loop without database, lease or child process. */
export const measureIngestion = async (): Promise<void> => {
  await withBoth(async (files, both) => {
    // Not counted: the compilers of the parser children and of this process see every file before.
    await measureRound(files, both);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(files, both));
    report(files, rounds);
  });
};

/** CPU of ingestion in all its processes against the naive loop's, with a part of the files, in less time. */
export const ingestionRatios = () =>
  withBoth(async (files, { naive, full }) => {
    const some = files.filter((_file, index) => index % GUARD.share === 0);
    const ratios: number[] = [];
    for (let round = 0; round <= GUARD.rounds; round += 1) {
      const ofNaive = await cpuOf(() => naive(some));
      // What the store does right after the last file is part of the price, and must not meet the naive loop that comes next.
      const ofFull = await cpuOf(async () => {
        await full(some);
        await delay(GUARD.settleMs);
      });
      // The first round is left out: the compilers see every file in it.
      if (round > 0) ratios.push(ofFull / ofNaive);
    }
    return { ingestion: median(ratios) };
  });

const cpuOf = async (work: () => Promise<void>): Promise<number> => {
  const before = await treeCpuMs();
  await work();
  return (await treeCpuMs()) - before;
};

type Both = { naive: Ingest; full: Ingest };

const withBoth = <Result>(
  measure: (files: readonly CorpusFile[], both: Both) => Promise<Result>,
): Promise<Result> =>
  inFolder(async (folder) => {
    const files = await writeCorpus(join(folder, 'corpus'));
    const application = await openApplication(folder);
    try {
      await application.startWorker();
      const { createNaiveIngestion } = await import('./corpus/naive-ingestion.js');
      const naive = createNaiveIngestion({
        folder: join(folder, 'naive'),
        embedder: createSlowEmbedder(DIMENSIONS),
      });
      return await measure(files, { naive, full: createFullIngestion(application) });
    } finally {
      await application.close();
    }
  });

const openApplication = (folder: string): Promise<Application> => {
  const config = parseConfig(
    {
      DATA_DIR: join(folder, 'data'),
      INGESTION_CONCURRENCY: String(CONCURRENCY),
      METRICS_PORT: '0',
      // Gives the index its vector column; the embedder itself is replaced.
      EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1',
      EMBEDDINGS_MODEL: 'slow',
      EMBEDDINGS_DIMENSIONS: String(DIMENSIONS),
    },
    TOOLS,
  );
  // Lines are made and redacted as in production, and thrown away.
  const destination = { write: () => undefined };
  return compose(config, {
    embedder: createSlowEmbedder(DIMENSIONS),
    logger: createLogger({ level: 'info', format: 'json', destination }),
  });
};

/** Each run in a tenant of its own, as each run of the naive loop has a table of its own. */
const createFullIngestion = ({ features }: Application): Ingest => {
  let runs = 0;
  const createScope = async (): Promise<UserScope> => {
    runs += 1;
    const admin = { email: 'bench@example.test' };
    const created = await features.tenants.create({
      slug: `bench-${runs}`,
      name: 'Bench',
      admin,
    });
    return makeUserScope({
      tenantId: created.tenant.id,
      userId: created.admin.id,
      role: 'admin',
      groups: [],
      permissions: permissionsOfRole.admin,
    });
  };
  return async (files) => {
    const scope = await createScope();
    const ids = await runConcurrently(files, async ({ path, filename }) => {
      const upload = { source: createReadStream(path), filename, visibility: 'tenant' };
      const { document } = await features.uploadDocument(scope, { ...upload, metadata: {} });
      return document.id;
    });
    await untilReady(features, scope, ids);
  };
};

type Features = Application['features'];

/** Polls the last document, and lists all only when that has ended: listing all the time would take CPU time from ingestion. */
const untilReady = async (
  features: Features,
  scope: UserScope,
  ids: readonly DocumentId[],
): Promise<void> => {
  const last = ids.at(-1);
  if (last === undefined) return;
  for (;;) {
    const { status } = await features.readDocuments.get(scope, last);
    const isEnded = status === 'ready' || status === 'failed';
    if (isEnded && (await areAllReady(features, scope, ids.length))) return;
    await delay(POLL_MS);
  }
};

const areAllReady = async (
  features: Features,
  scope: UserScope,
  limit: number,
): Promise<boolean> => {
  const { items } = await features.readDocuments.list(scope, { limit });
  const failed = items.find(({ status }) => status === 'failed');
  if (failed) throw new Error(`A file of the bench failed: ${failed.errorCode ?? ''}`);
  return items.every(({ status }) => status === 'ready');
};

const timed = async (work: Promise<void>): Promise<number> => {
  const startedAt = performance.now();
  await work;
  return (performance.now() - startedAt) / 1000;
};

const measureRound = async (
  files: readonly CorpusFile[],
  { naive, full }: Both,
): Promise<Round> => {
  const measure = async (type: CorpusType): Promise<Seconds> => {
    const ofType = files.filter((file) => file.type === type);
    const seconds = { naive: await timed(naive(ofType)), full: await timed(full(ofType)) };
    await delay(SETTLE_MS);
    return seconds;
  };
  return {
    pdf: await measure('pdf'),
    docx: await measure('docx'),
    text: await measure('text'),
  };
};

const toTotal = (round: Round): Seconds => ({
  naive: CORPUS_TYPES.reduce((sum, type) => sum + round[type].naive, 0),
  full: CORPUS_TYPES.reduce((sum, type) => sum + round[type].full, 0),
});

const report = (files: readonly CorpusFile[], rounds: readonly Round[]): void => {
  const line = (goal: string, count: number, measured: readonly Seconds[]): void => {
    const perSecond = (of: keyof Seconds) =>
      (count / median(measured.map((seconds) => seconds[of]))).toFixed(1);
    reportRatio({
      goal,
      ratio: median(measured.map(({ naive, full }) => naive / full)),
      ambitious: '0.8',
      must: '0.6',
      detail: `${perSecond('full')} against ${perSecond('naive')} documents/s`,
    });
  };
  line('ingestion, all', files.length, rounds.map(toTotal));
  for (const type of CORPUS_TYPES) {
    const count = files.filter((file) => file.type === type).length;
    line(
      `   ${type}`,
      count,
      rounds.map((round) => round[type]),
    );
  }
};
