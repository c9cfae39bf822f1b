import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '@knowledge-router/client';
import { createOutput } from '../../packages/cli/src/output.js';
import type { HashFile } from '../../packages/cli/src/sync/hash.js';
import { toExitCode } from '../../packages/cli/src/sync/summary.js';
import type { SyncOptions } from '../../packages/cli/src/sync/run.js';
import { syncFolder } from '../../packages/cli/src/sync/sync.js';
import { createFakeDocumentsApi } from '../fakes/documents-api.js';
import { createTextSink } from './text-sink.js';

export const MANIFEST = 'POST /v1/documents/manifest';
export const UPLOAD = 'POST /v1/documents';
export const LIST = 'GET /v1/documents';
export const BULK = 'POST /v1/documents/bulk';

const OPTIONS: Omit<SyncOptions, 'folder'> = {
  source: 'notes',
  include: [],
  exclude: [],
  collectionIds: [],
  isDryRun: false,
  deletes: false,
  maxDelete: { share: 0.25 },
  retriesFailed: false,
  overwrites: false,
  waits: true,
};

export type SyncedFolder = Awaited<ReturnType<typeof createSyncedFolder>>;

/** A folder and the API in memory that it is synced with. */
export const createSyncedFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-sync-'));
  const root = join(folder, 'files');
  await mkdir(root);
  const api = createFakeDocumentsApi();
  return {
    folder,
    root,
    api,
    close: () => rm(folder, { recursive: true, force: true }),
    write: async (path: string, text: string): Promise<void> => {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    },
    sync: async (
      options: Partial<SyncOptions> = {},
      parts: { hash?: HashFile; cacheFolder?: string } = {},
    ) => {
      const [stdout, stderr] = [createTextSink(), createTextSink()];
      const { signal } = new AbortController();
      const client = createClient(
        { url: 'http://api.example', apiKey: 'kr_key', fetch: api.fetch },
        { random: () => 0, sleep: async () => undefined },
      );
      const summary = await syncFolder(
        {
          client,
          url: 'http://api.example',
          signal,
          sleep: async () => undefined,
          cacheFolder: parts.cacheFolder ?? join(folder, 'cache'),
          // Hashes of files that were written this moment would not be kept.
          now: () => Date.now() + 60_000,
          output: createOutput({ stdout, stderr }, { isJson: false, hasColor: false }),
          ...(parts.hash && { hash: parts.hash }),
        },
        { folder: root, ...OPTIONS, ...options },
      );
      const exitCode = toExitCode(summary);
      const asked = api.takeAsked();
      return { summary, exitCode, printed: stdout.text(), noted: stderr.text(), asked };
    },
  };
};
