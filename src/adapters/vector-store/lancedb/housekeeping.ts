import { listTables } from './list-tables.js';
import { isStaleTable } from './table-layout.js';
import type { Tables } from './tables.js';

/**
 * LanceDB scores rows that are not yet in its full-text index against the statistics of those that are: with half of 240
 * paragraphs outside nDCG@10 fell from .960 to .944, with all of them to .856. So a growing table is indexed at each
 * quarter of growth, and once more when writing pauses.
 */
const MAX_UNINDEXED_SHARE = 0.25;
/** Indexing costs 100 ms and more, and while a table is small a quarter is a file or two: it waits for nine times what it took last. */
const MAX_TIME_SHARE = 0.1;
const PAUSE_MS = 300;
/** Each write leaves a fragment behind; 200 of them slow an upsert from 9 to 31 ms. */
const MAX_WRITES = 50;
const MAX_REMEMBERED = 1_000;

type Growth = { writes: number; rows: number };
type Indexed = { rows: number; tookMs: number; atMs: number };

const isDue = ({ writes, rows }: Growth, last: Indexed | undefined): boolean => {
  if (last === undefined || writes >= MAX_WRITES) return true;
  const waitMs = last.tookMs * (1 / MAX_TIME_SHARE - 1);
  return rows > last.rows * MAX_UNINDEXED_SHARE && performance.now() - last.atMs >= waitMs;
};

/** Indexing and compaction per table. */
export const createHousekeeping = (deps: { tables: Tables; fingerprint: string }) => {
  const { tables, fingerprint } = deps;
  const grown = new Map<string, Growth>();
  const indexed = new Map<string, Indexed>();
  let timer: NodeJS.Timeout | undefined;
  let sweep: Promise<void> = Promise.resolve();

  const readStats = (name: string) => tables.read(name, (table) => table.indexStats('terms_idx'));

  const optimize = async (name: string): Promise<void> => {
    grown.delete(name);
    const startedAtMs = performance.now();
    await tables.optimize(name);
    const rows = (await readStats(name))?.numIndexedRows ?? 0;
    const atMs = performance.now();
    if (indexed.size >= MAX_REMEMBERED) indexed.clear();
    indexed.set(name, { rows, tookMs: atMs - startedAtMs, atMs });
  };

  // The writes themselves have succeeded: what fails here is made up for by the next round.
  const optimizeGrown = async (): Promise<void> => {
    for (const name of [...grown.keys()]) await optimize(name).catch(() => undefined);
  };

  const sweepAfterPause = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      sweep = sweep.then(optimizeGrown);
    }, PAUSE_MS);
    timer.unref();
  };

  return {
    onWritten: async (name: string, rows: number): Promise<void> => {
      const before = grown.get(name) ?? { writes: 0, rows: 0 };
      const growth = { writes: before.writes + 1, rows: before.rows + rows };
      grown.set(name, growth);
      sweepAfterPause();
      if (!isDue(growth, indexed.get(name))) return;
      await optimize(name).catch(() => undefined);
    },
    optimizeAll: async (): Promise<void> => {
      const names = await listTables(await tables.database());
      for (const name of names.filter((name) => !isStaleTable(name, fingerprint))) {
        const unindexed = (await readStats(name))?.numUnindexedRows ?? 0;
        if (grown.has(name) || unindexed > 0) await optimize(name);
      }
    },
    /** Waits for what has begun and begins nothing more. */
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      grown.clear();
      await sweep;
    },
  };
};
