import { listTables } from './connection.js';
import { isStaleTable } from './table-layout.js';
import type { Tables } from './tables.js';

const PAUSE_MS = 300;

type Deps = {
  tables: Pick<Tables, 'read' | 'optimize' | 'database'>;
  fingerprint: string;
  cleanupGraceMs: number;
};

/** Indexing, compaction and the removal of old versions, per table. */
export const createHousekeeping = ({ tables, fingerprint, cleanupGraceMs }: Deps) => {
  const grown = new Map<string, { writes: number; rows: number }>();
  const times = createIndexTimes();
  // Of tables whose last versions were too young for the cleanup that followed: a later one takes their files.
  const writtenAtMs = new Map<string, number>();
  const isCleanable = (name: string, atMs = performance.now()): boolean =>
    atMs - (writtenAtMs.get(name) ?? Infinity) > cleanupGraceMs;

  const optimize = async (name: string): Promise<void> => {
    grown.delete(name);
    const startedAtMs = performance.now();
    // All of them are indexed afterwards; asking the index itself would read it.
    const rows = (await tables.read(name, (table) => table.countRows())) ?? 0;
    const tookMs = await tables.optimize(name);
    if (isCleanable(name, startedAtMs)) writtenAtMs.delete(name);
    times.set(name, { rows, tookMs });
  };

  const runs = createRuns(optimize);
  const optimizeGrown = async (): Promise<void> => {
    for (const name of [...grown.keys()]) {
      if (grown.has(name) && times.restInPauseMs(name) === 0) await runs.join(name);
    }
    const rests = [...grown.keys()].map(times.restInPauseMs);
    if (rests.length > 0) pause.begin(Math.max(PAUSE_MS, Math.min(...rests)));
  };

  const pause = createPause(optimizeGrown);
  let isStopped = false;

  return {
    onWritten: async (name: string, rows: number): Promise<void> => {
      if (isStopped) return;
      const before = grown.get(name) ?? { writes: 0, rows: 0 };
      const growth = { writes: before.writes + 1, rows: before.rows + rows };
      grown.set(name, growth);
      writtenAtMs.set(name, performance.now());
      pause.begin();
      // What a deletion leaves behind can wait for the pause.
      if (rows === 0 || !times.isDue(name, growth)) return;
      const run = runs.join(name);
      // While nothing of a table was ever indexed LanceDB 0.31 finds no row by a term that it repeats.
      if (!times.isIndexed(name)) await run;
    },
    optimizeAll: async (): Promise<void> => {
      for (const name of await listTables(await tables.database())) {
        if (isStaleTable(name, fingerprint)) continue;
        const stats = await tables.read(name, (table) => table.indexStats('terms_idx'));
        const unindexed = stats?.numUnindexedRows ?? 0;
        if (grown.has(name) || unindexed > 0 || isCleanable(name)) await optimize(name);
      }
    },
    /** Waits for what has begun and begins nothing more. */
    stop: async (): Promise<void> => {
      isStopped = true;
      grown.clear();
      await Promise.all([pause.stop(), runs.allEnded()]);
    },
  };
};

/**
 * LanceDB scores rows that are not yet in its full-text index against the statistics of those that are: with half of 240
 * paragraphs outside nDCG@10 fell from .960 to .944, with all of them to .856. So a growing table is indexed at each
 * quarter of growth, and once more when writing pauses.
 */
const MAX_UNINDEXED_SHARE = 0.25;
/**
 * Indexing costs 100 ms of CPU and more, which those who write could use; while a table is small a quarter is a file or two. So a
 * growing table rests for 19 times what it took last, unless MAX_WRITES came meanwhile.
 */
const MAX_GROWING_SHARE = 0.05;
/** Large files come with a pause after each, but in a pause nobody writes: nine times. */
const MAX_PAUSED_SHARE = 0.1;

/** Each write leaves a fragment behind; 200 of them slow an upsert from 9 to 31 ms. */
const MAX_WRITES = 100;
const MAX_REMEMBERED = 1_000;

type Indexed = { rows: number; tookMs: number; atMs: number };

/** When each table was indexed last, and when it is to be again. */
const createIndexTimes = () => {
  const indexed = new Map<string, Indexed>();
  const restMs = (name: string, maxShare: number): number => {
    const last = indexed.get(name);
    if (last === undefined) return 0;
    return Math.max(0, last.atMs + last.tookMs * (1 / maxShare - 1) - performance.now());
  };
  return {
    isIndexed: (name: string): boolean => indexed.has(name),
    restInPauseMs: (name: string): number => restMs(name, MAX_PAUSED_SHARE),
    set: (name: string, { rows, tookMs }: { rows: number; tookMs: number }): void => {
      if (indexed.size >= MAX_REMEMBERED) indexed.clear();
      indexed.set(name, { rows, tookMs, atMs: performance.now() });
    },
    isDue: (name: string, { writes, rows }: { writes: number; rows: number }): boolean => {
      const last = indexed.get(name);
      if (last === undefined || writes >= MAX_WRITES) return true;
      return rows > last.rows * MAX_UNINDEXED_SHARE && restMs(name, MAX_GROWING_SHARE) === 0;
    },
  };
};

/** Runs `work` for a name, once at a time: who asks meanwhile waits for the run that has begun. It never fails. */
const createRuns = (work: (name: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  return {
    join: (name: string): Promise<void> => {
      // What fails here is made up for after a later write, or by the next `optimizeAll`.
      const run =
        running.get(name) ??
        work(name)
          .catch(() => undefined)
          .finally(() => running.delete(name));
      running.set(name, run);
      return run;
    },
    allEnded: async (): Promise<void> => {
      await Promise.all(running.values());
    },
  };
};

/** Does the work once nothing has happened for a while. */
const createPause = (work: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  return {
    begin: (pauseMs = PAUSE_MS): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(work);
      }, pauseMs);
      timer.unref();
    },
    stop: (): Promise<void> => {
      clearTimeout(timer);
      return running;
    },
  };
};
