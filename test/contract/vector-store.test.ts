import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLanceDbVectorStore } from '../../src/platform/vectors/lancedb/store.js';
import { createQdrantVectorStore } from '../../src/platform/vectors/qdrant/store.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import { startQdrantDouble } from '../fakes/qdrant-double/server.js';
import { DIMENSIONS, type Backend } from './vector-store/fixture.js';
import { earlier } from './vector-store/earlier.js';
import { listing } from './vector-store/listing.js';
import { scoping } from './vector-store/scoping.js';
import { oddQueries, searching } from './vector-store/searching.js';
import { writing } from './vector-store/writing.js';

const { QDRANT_URL: serverUrl, QDRANT_API_KEY: apiKey, QDRANT_OPENAPI: openApi } = process.env;
// Read by LanceDB's native code when it loads.
process.env['LANCEDB_LOG'] ??= 'error';

const startLanceDb = async (): Promise<Backend> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'vectors-'));
  return {
    open: (options) => createLanceDbVectorStore({ fingerprint: 'current', ...options, directory }),
    close: () => rm(directory, { recursive: true, force: true }),
  };
};

const startDouble = async (): Promise<Backend> => {
  const double = await startQdrantDouble({ openApi });
  return {
    open: (options) =>
      createQdrantVectorStore({ fingerprint: 'current', ...options, url: double.url }),
    close: async () => {
      await double.close();
      expect(double.violations).toEqual([]);
    },
  };
};

const startServer = async (url: string): Promise<Backend> => {
  const run = randomUUID().slice(0, 8);
  return {
    open: ({ fingerprint = 'current', ...options }) => {
      const store = createQdrantVectorStore({
        ...options,
        fingerprint: `${run}${fingerprint}`,
        url,
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      const earlier: VectorStore['earlier'] = (name) =>
        store.earlier({ ...name, fingerprint: `${run}${name.fingerprint}` });
      return { ...store, earlier };
    },
    close: async () => undefined,
  };
};

const backends: [string, () => Promise<Backend>][] = [
  ['LanceDB', startLanceDb],
  ['Qdrant (wire-level double)', startDouble],
  ...(serverUrl === undefined
    ? []
    : [['Qdrant (server)', () => startServer(serverUrl)] as [string, () => Promise<Backend>]]),
];

describe.each(backends)('VectorStore on %s', (_, start) => {
  let backend: Backend;
  let store: VectorStore;
  const context = () => ({ backend, store });

  beforeAll(async () => {
    backend = await start();
    store = backend.open({ dimensions: DIMENSIONS });
    await store.check();
  });

  afterAll(async () => {
    await store.close();
    await backend.close();
  });

  describe.each([
    ['writing', writing],
    ['listing', listing],
    ['searching', { ...searching, ...oddQueries }],
    ['scoping', scoping],
    ['earlier indexes', earlier],
  ])('%s', (_chapter, cases) => {
    it.each(Object.entries(cases))('%s', (_sentence, prove) => prove(context));
  });

  it('can be closed twice, and a new store finds what the first one wrote', async () => {
    const first = backend.open({ dimensions: null, fingerprint: 'lexical' });
    await first.check();
    await first.close();
    await first.close();

    const second = backend.open({ dimensions: null, fingerprint: 'lexical' });

    await expect(second.check()).resolves.toBeUndefined();
    await second.close();
  });
});
