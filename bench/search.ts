import { join } from 'node:path';
import { connect, MatchQuery } from '@lancedb/lancedb';
import pg from 'pg';
import { chunksVisibleTo } from '../src/platform/vectors/scope-filter.js';
import { createLanceDbVectorStore } from '../src/platform/vectors/lancedb/store.js';
import { toSql } from '../src/platform/vectors/lancedb/sql-filter.js';
import { READ_FIELDS, toTableName } from '../src/platform/vectors/lancedb/table-layout.js';
import { analyzeQuery } from '../src/language/analyzer.js';
import type { UserScope } from '../src/shared/scope.js';
import type { Database } from '../src/compose/repositories.js';
import type { VectorStore } from '../src/platform/vectors/vector-store.js';
import { inFolder } from './in-folder.js';
import { CANDIDATES_PER_LEG, createBenchFeatures } from './bench-features.js';
import { fillWithProse } from './corpus/fill.js';
import { createProse } from './corpus/prose.js';
import { cpuMs, median, percentile, reportRatio } from './measure.js';
import { openBenchDatabase } from './open-database.js';

const ROUNDS = 9;
const GUARD_ROUNDS = 3;
const BLOCKS = 5;
const QUERIES_PER_BLOCK = 20;
const TOP_K = 5;
/** The search reads back so many for five passages. */
const READ_BACK = 20;
const FINGERPRINT = 'test';

/** Answers one question; the number of passages it found. */
type Search = (question: string) => Promise<number>;
type Times = { p50: number; cpu: number };

/** A search against the vector store's own client and one bare transaction under row security. */
export const measureSearch = async (): Promise<void> => {
  report(await measureRounds(ROUNDS));
};

/** CPU of a search against the bare one's, in less time. */
export const searchRatios = async () => {
  const rounds = await measureRounds(GUARD_ROUNDS);
  return { search: median(rounds.map(([bare, ours]) => ours.cpu / bare.cpu)) };
};

const measureRounds = (count: number): Promise<[Times, Times][]> =>
  inFolder(async (folder) => {
    const { database, url, settle, close } = await openBenchDatabase(folder);
    const directory = join(folder, 'vectors');
    const vectors = createLanceDbVectorStore({
      directory,
      dimensions: null,
      fingerprint: FINGERPRINT,
    });
    try {
      const scope = await fillWithProse({ database, vectors });
      await settle();
      const bare = await createBareSearch({ directory, url, scope });
      const ours = createOurSearch({ database, vectors, folder }, scope);
      try {
        await measureRound([bare.search, ours]);
        const rounds: [Times, Times][] = [];
        for (let round = 0; round < count; round += 1) {
          rounds.push(await measureRound([bare.search, ours]));
        }
        return rounds;
      } finally {
        await bare.close();
      }
    } finally {
      await vectors.close();
      await close();
    }
  });

type Stores = { database: Database; vectors: VectorStore };

const createOurSearch = (stores: Stores & { folder: string }, scope: UserScope): Search => {
  const { searchChunks } = createBenchFeatures({ ...stores, fingerprint: FINGERPRINT });
  return async (question) => {
    const { signal } = new AbortController();
    const { results } = await searchChunks(scope, { queries: [question], topK: TOP_K, signal });
    return results.length;
  };
};

type Bare = { directory: string; url: string; scope: UserScope };

const SELECT_CHUNKS = `SELECT id, document_id, version, chunk_index, content, chapter, page_start, page_end, char_start,
  char_end, token_count, language, content_hash FROM chunks WHERE id = ANY($1::uuid[])`;

const createBareSearch = async ({ directory, url, scope }: Bare) => {
  const { tenantId } = scope;
  const connection = await connect(directory, { readConsistencyInterval: 0 });
  const table = await connection.openTable(
    toTableName({ kind: 'chunks', tenantId, fingerprint: FINGERPRINT }),
  );
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  const filter = toSql(chunksVisibleTo(scope, {}));

  const findIds = async (terms: readonly string[]): Promise<string[]> => {
    const rows = (await table
      .query()
      .fullTextSearch(new MatchQuery(terms.join(' '), 'terms'))
      .where(filter)
      .select([...READ_FIELDS.chunks, '_score'])
      .limit(CANDIDATES_PER_LEG)
      .toArray()) as { id: string }[];
    return rows.map(({ id }) => id);
  };
  const readBack = async (ids: readonly string[]): Promise<number> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId]);
      const { rows } = await client.query(SELECT_CHUNKS, [ids]);
      await client.query('COMMIT');
      return rows.length;
    } finally {
      client.release();
    }
  };
  const search: Search = async (question) => {
    const ids = await findIds(analyzeQuery(question, { languages: ['en'] }));
    return readBack(ids.slice(0, READ_BACK));
  };
  return {
    search,
    close: async () => {
      await pool.end();
      table.close();
      connection.close();
    },
  };
};

/** Short blocks in turn, and each goes first as often as the other: what else the machine does meets both alike. */
const measureRound = async (searches: readonly [Search, Search]): Promise<[Times, Times]> => {
  const measured = searches.map((search) => ({ search, times: new Array<number>(), cpu: 0 }));
  for (let block = 0; block < BLOCKS; block += 1) {
    for (const one of block % 2 === 0 ? measured : [...measured].reverse()) {
      const prose = createProse(10_000 + block);
      const cpuBefore = cpuMs();
      for (let query = 0; query < QUERIES_PER_BLOCK; query += 1) {
        const startedAt = performance.now();
        const found = await one.search(prose.question());
        one.times.push(performance.now() - startedAt);
        if (found === 0) throw new Error('A search of the bench found nothing.');
      }
      one.cpu += cpuMs() - cpuBefore;
    }
  }
  const [bare, ours] = measured.map(({ times, cpu }) => ({
    p50: percentile(times, 50),
    cpu: cpu / times.length,
  }));
  if (bare === undefined || ours === undefined) throw new Error('Both searches are measured.');
  return [bare, ours];
};

const report = (rounds: readonly [Times, Times][]): void => {
  const rows = [
    { goal: 'search, p50', of: 'p50', ambitious: '1.10', must: '1.25' },
    { goal: 'search, CPU', of: 'cpu', ambitious: '1.2', must: '1.5' },
  ] as const;
  for (const { of, ...row } of rows) {
    const bare = median(rounds.map(([times]) => times[of]));
    const ours = median(rounds.map(([, times]) => times[of]));
    reportRatio({
      ...row,
      ratio: median(rounds.map(([bareTimes, ourTimes]) => ourTimes[of] / bareTimes[of])),
      detail: `${ours.toFixed(2)} ms against ${bare.toFixed(2)} ms`,
    });
  }
};
