import type { z } from 'zod';
import { variablesOf } from '../../shared/variable-types.js';
import { lancedb } from './lancedb/index.js';
import { qdrant } from './qdrant/index.js';
import type { OpenVectorStore, VectorStore } from './vector-store.js';

/** The first that the environment selects is opened; the last needs no settings and always matches. */
const STORES = [qdrant, lancedb] as const;

/** The environment variables of all stores. */
export const vectorStoreVariables = variablesOf(STORES);

type Variables = z.infer<z.ZodObject<typeof vectorStoreVariables>>;

type Declared<Env> = {
  name: string;
  problems: (env: Env) => string[];
  isChosen: (env: Env) => boolean;
  open: (env: Env, options: OpenVectorStore) => Promise<VectorStore>;
};

/** Problems of the variables in combination: a sentence each, which names the variable. */
export const vectorStoreProblems = <Env extends Variables>(
  env: Env,
  stores: readonly Declared<Env>[] = STORES,
): string[] => stores.flatMap((store) => store.problems(env));

/** The store that the environment selects, not opened yet. */
export const chooseVectorStore = <Env extends Variables>(
  env: Env,
  stores: readonly Declared<Env>[] = STORES,
) => {
  const store = stores.find((candidate) => candidate.isChosen(env)) ?? lancedb;
  return {
    name: store.name,
    open: (options: OpenVectorStore): Promise<VectorStore> => store.open(env, options),
  };
};
