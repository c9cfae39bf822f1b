import { join } from 'node:path';
import { createLanceDbVectorStore } from '../src/platform/vectors/lancedb/store.js';
import type { VectorStore } from '../src/platform/vectors/vector-store.js';
import { inFolder } from './in-folder.js';
import { createBenchFeatures } from './bench-features.js';
import { fillWithProse } from './corpus/fill.js';
import { createProse } from './corpus/prose.js';
import { createRandom } from './corpus/random.js';
import { createSlowEmbedder, MS_PER_BATCH } from './corpus/slow-embedder.js';
import { median, percentile, reportRatio } from './measure.js';
import { openBenchDatabase } from './open-database.js';

const ROUNDS = 7;
const QUERIES_PER_ROUND = 40;
const TOP_K = 5;
const DIMENSIONS = 384;
const FINGERPRINT = 'test';

/** Asks one question. */
type Search = (question: string) => Promise<void>;

/** A search with an embedder that takes 20 ms, beside the same search without one: what else it takes should overlap. */
export const measureEmbeddedSearch = (): Promise<void> =>
  inFolder(async (folder) => {
    const { database, settle, close } = await openBenchDatabase(folder);
    const directory = join(folder, 'vectors');
    const store = { directory, dimensions: DIMENSIONS, fingerprint: FINGERPRINT };
    const vectors = withVectors(createLanceDbVectorStore(store));
    try {
      const scope = await fillWithProse({ database, vectors });
      await settle();
      const searches = [null, createSlowEmbedder(DIMENSIONS)].map((embedder): Search => {
        const parts = { database, vectors, folder, fingerprint: FINGERPRINT, embedder };
        const { searchChunks } = createBenchFeatures(parts);
        return async (question) => {
          const { signal } = new AbortController();
          const asked = { queries: [question], topK: TOP_K, signal };
          const { legs } = await searchChunks(scope, asked);
          const isWhole = legs.lexical === 'active' && legs.dense === (embedder ? 'active' : 'off');
          if (!isWhole) throw new Error('A ranking of the bench took no part.');
        };
      });
      report(await measureRounds(searches));
    } finally {
      await vectors.close();
      await close();
    }
  });

/** The same store, whose passages get vectors. */
const withVectors = (vectors: VectorStore): VectorStore => {
  const random = createRandom(1);
  const toVector = () => Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  return {
    ...vectors,
    writerFor: (scope) => {
      const writer = vectors.writerFor(scope);
      return {
        ...writer,
        upsertChunks: (points, turn) =>
          writer.upsertChunks(
            points.map((point) => ({ ...point, vector: toVector() })),
            turn,
          ),
      };
    },
  };
};

/** Returns the p50 of each search in each round; the first round warms up. */
const measureRounds = async (searches: readonly Search[]): Promise<number[][]> => {
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const p50s: number[] = [];
    for (const search of searches) p50s.push(await measureRound(search, round));
    rounds.push(p50s);
  }
  return rounds.slice(1);
};

const measureRound = async (search: Search, round: number): Promise<number> => {
  const prose = createProse(10_000 + round);
  const times: number[] = [];
  for (let query = 0; query < QUERIES_PER_ROUND; query += 1) {
    const startedAt = performance.now();
    await search(prose.question());
    times.push(performance.now() - startedAt);
  }
  return percentile(times, 50);
};

const report = (rounds: readonly number[][]): void => {
  const medianOf = (at: number): number => median(rounds.map((p50s) => p50s[at] ?? Number.NaN));
  const [alone, both] = [medianOf(0), medianOf(1)];
  reportRatio({
    goal: `search, p50 less the embedder's ${String(MS_PER_BATCH)} ms`,
    ambitious: '1.00',
    must: '1.25',
    ratio: (both - MS_PER_BATCH) / alone,
    detail: `${both.toFixed(2)} ms with an embedder, ${alone.toFixed(2)} ms without`,
  });
};
