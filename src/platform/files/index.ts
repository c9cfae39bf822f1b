import type { z } from 'zod';
import { variablesOf } from '../../shared/variable-types.js';
import type { FileStore, OpenFileStore } from './file-store.js';
import { withDiskFloor } from './disk-floor.js';
import { folder } from './folder-file-store.js';
import { s3 } from './s3-file-store.js';

/** The first that the environment selects is opened; the last needs no settings and always matches. */
const STORES = [s3, folder] as const;

/** The environment variables of all stores. */
export const fileStoreVariables = variablesOf(STORES);

type Floor = { minFreeBytes: number };
type Variables = z.infer<z.ZodObject<typeof fileStoreVariables>>;

/** Problems of the variables in combination: a sentence each, which names the variable. */
export const fileStoreProblems = (env: Variables): string[] =>
  STORES.flatMap((store) => store.problems(env));

/** The store that the environment selects, not opened yet. */
export const chooseFileStore = (env: Variables) => {
  const store = STORES.find((candidate) => candidate.isChosen(env)) ?? folder;
  return {
    name: store.name,
    open: async ({ dataDir, proxy, minFreeBytes }: OpenFileStore & Floor): Promise<FileStore> =>
      withDiskFloor(await store.open(env, { dataDir, proxy }), { folder: dataDir, minFreeBytes }),
  };
};
