import {
  repositories,
  type Database,
  type ScopedRepositories,
} from '../../src/compose/repositories.js';
import { z } from 'zod';
import { createDatabase } from '../../src/platform/database/create-database.js';
import { createTestIngestion, type TestParts } from './ingestion.js';

/** A worker process that ends itself as kill -9 does when it reaches a stage; run by start-dying-worker.ts. */
const Argument = z.object({
  url: z.string(),
  migrationUrl: z.string(),
  migrationsFolder: z.string(),
  folder: z.string(),
  queueName: z.string(),
  stage: z.enum(['parse', 'chunk', 'upsert', 'verify', 'ready']),
});
const argument = Argument.parse(JSON.parse(process.argv[2] ?? ''));

const dieAt = (stage: typeof argument.stage): void => {
  if (stage === argument.stage) process.kill(process.pid, 'SIGKILL');
};

const withDeath = (tx: ScopedRepositories): ScopedRepositories => ({
  ...tx,
  chunks: {
    ...tx.chunks,
    replace: async (document, chunks, lease) => {
      const isReplaced = await tx.chunks.replace(document, chunks, lease);
      dieAt('chunk');
      return isReplaced;
    },
  },
  documents: {
    ...tx.documents,
    finish: async (id, outcome, lease) => {
      const isFinished = await tx.documents.finish(id, outcome, lease);
      dieAt('ready');
      return isFinished;
    },
  },
});

let batches = 0;
const wrap = ({ database, parsers, vectors }: TestParts): Partial<TestParts> => ({
  database: {
    ...database,
    withScope: (scope, work) => database.withScope(scope, (tx) => work(withDeath(tx))),
  } satisfies Database,
  parsers: {
    parse: async (request) => {
      const parsed = await parsers.parse(request);
      dieAt('parse');
      return parsed;
    },
  },
  vectors: {
    ...vectors,
    writerFor: (scope) => {
      const writer = vectors.writerFor(scope);
      return {
        ...writer,
        upsertChunks: async (points, turn) => {
          await writer.upsertChunks(points, turn);
          batches += 1;
          if (batches === 2) dieAt('upsert');
          // As a store that does not look: what follows is counted.
          return 0;
        },
        countChunks: async (document) => {
          if (batches > 0) dieAt('verify');
          return writer.countChunks(document);
        },
      };
    },
  },
});

const database = await createDatabase({
  repositories,
  ...argument,
  poolSize: 4,
});
const { start } = await createTestIngestion({
  database,
  databaseUrl: argument.url,
  folder: argument.folder,
  queueName: argument.queueName,
  wrap,
});
await start();
