import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { chooseVectorStore, vectorStoreProblems } from '../../../src/platform/vectors/index.js';
import { lancedb } from '../../../src/platform/vectors/lancedb/index.js';
import type { OpenVectorStore, VectorStore } from '../../../src/platform/vectors/vector-store.js';

const variables = {
  SHELF_URL: z.url().optional().describe('The address of the shelf.'),
  SHELF_KEY: z.string().optional().describe('Its key.'),
};
type Variables = z.infer<z.ZodObject<typeof variables>>;
/** Beside those of the stores that are there. */
type Environment = Variables & Parameters<typeof chooseVectorStore>[0];

// What a file of src/platform/vectors holds; the one line in its index.ts is the list that the functions are given here.
const shelf = {
  name: 'shelf',
  variables,
  problems: ({ SHELF_URL, SHELF_KEY }: Variables) =>
    SHELF_KEY !== undefined && SHELF_URL === undefined
      ? ['SHELF_URL: required with SHELF_KEY']
      : [],
  isChosen: ({ SHELF_URL }: Variables) => SHELF_URL !== undefined,
  open: async ({ SHELF_URL }: Variables, { fingerprint }: OpenVectorStore) =>
    ({ name: `shelf at ${SHELF_URL ?? ''} for ${fingerprint}` }) as VectorStore,
};
const STORES = [shelf, lancedb];
const options = { fingerprint: 'f1' } as OpenVectorStore;

describe('an added vector store', () => {
  it('is chosen and opened by its own settings', async () => {
    const environment: Environment = { SHELF_URL: 'http://shelf' };

    const chosen = chooseVectorStore(environment, STORES);

    expect(chosen.name).toBe('shelf');
    expect(await chosen.open(options)).toEqual({ name: 'shelf at http://shelf for f1' });
  });

  it('reports which of its settings are wrong', () => {
    const environment: Environment = { SHELF_KEY: 'secret' };

    expect(vectorStoreProblems(environment, STORES)).toEqual([
      'SHELF_URL: required with SHELF_KEY',
    ]);
  });

  it('is replaced by the store that needs no settings if it is not selected', () => {
    expect(chooseVectorStore({}, STORES).name).toBe('lancedb');
  });
});
