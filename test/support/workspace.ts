import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileStore } from '../../src/platform/files/file-store.js';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { createWorkspace } from '../../src/workspace/index.js';
import type { WorkspaceLimits } from '../../src/workspace/schema.js';
import { createTestDatabase } from './database.js';
import { openS3Backend } from './s3-backend.js';
import { hasS3Server, HOW_TO_GET_S3 } from './s3-server.js';

type Backend = { store: FileStore; folder: string; close: () => Promise<void> };

const openFolder = async (): Promise<Backend> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-files-'));
  const store = createFolderFileStore({ root: folder });
  return { store, folder, close: () => rm(folder, { recursive: true, force: true }) };
};

/** Each kind of file store that there is here, by its name. */
export const fileBackends: [string, () => Promise<Backend>][] = [['a folder', openFolder]];
if (hasS3Server()) fileBackends.push(['S3', openS3Backend]);
else process.stderr.write(`No versitygw: files in S3 are not tested. ${HOW_TO_GET_S3}\n`);

const LIMITS: WorkspaceLimits = { files: 5, bytes: 1000, bytesPerFile: 600 };

/** Workspaces over a database and a file store of their own, small enough to be filled. */
export const openTestWorkspace = async (openBackend: () => Promise<Backend> = openFolder) => {
  const test = await createTestDatabase();
  const backend = await openBackend();
  const { database } = test;
  const open = (
    overrides: { limits?: Partial<WorkspaceLimits>; files?: FileStore } = {},
  ): ReturnType<typeof createWorkspace> =>
    createWorkspace({
      database,
      files: overrides.files ?? backend.store,
      limits: { ...LIMITS, ...overrides.limits },
    });
  return {
    test,
    database,
    files: backend.store,
    open,
    ...open(),
    /** The keys of all files that the tenant has in the store. */
    storedKeys: async (tenantId: string): Promise<string[]> => {
      const names = await readdir(join(backend.folder, tenantId)).catch(() => []);
      return names.sort();
    },
    close: async () => {
      await backend.store.close();
      await backend.close();
      await test.destroy();
    },
  };
};

export type TestWorkspace = Awaited<ReturnType<typeof openTestWorkspace>>;
