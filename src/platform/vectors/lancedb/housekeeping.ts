import { createLimit } from '../../../shared/async.js';
import { listTables, type Table } from './connection.js';
import { createIndexTimes, type Growth } from './index-times.js';
import type { RunningSearches } from './running-searches.js';
import { isStaleTable } from './table-layout.js';
import type { Tables } from './tables.js';

const PAUSE_MS = 300;
/** After this long without a write, even the last rows are indexed, so that a search returns the same before and after a restart. */
export const SETTLED_MS = 10_000;

type Deps = {
  tables: Pick<Tables, 'read' | 'optimize' | 'database'>;
  searches: Pick<RunningSearches, 'quiet'>;
  fingerprint: string;
  cleanupGraceMs: number;
  settledMs: number;
};

/**
 * Indexing, compaction and removal of old versions: one table at a time, while no search runs. The state survives a restart, because it is
 * derived from a table's unindexed rows and its versions.
 */
export const createHousekeeping = (deps: Deps) => {
  const { tables, searches, fingerprint, cleanupGraceMs, settledMs } = deps;
  const grown = new Map<string, Growth>();
  const times = createIndexTimes();
  const stopping = new AbortController();

  const optimize = createOptimize(tables, times, grown);
  const runs = createRuns(optimize);

  const inTurn = createTurns(() => searches.quiet(stopping.signal));
  const optimizeInTurn = (name: string) =>
    inTurn(async () => (grown.has(name) ? runs.join(name) : undefined));
  const optimizeAfter = createPausedOptimize({ grown, times, optimize: optimizeInTurn });
  const pauses = [
    optimizeAfter(PAUSE_MS, times.isWorthwhile),
    optimizeAfter(settledMs, () => true),
  ];

  return {
    onWritten: async (name: string, rows: readonly Growth[]): Promise<void> => {
      if (stopping.signal.aborted) return;
      const growth = addUp([grown.get(name) ?? NOTHING, { ...NOTHING, writes: 1 }, ...rows]);
      grown.set(name, growth);
      for (const pause of pauses) pause.begin();
      // Cleaning up after a deletion can wait for the next pause.
      if (rows.length === 0 || !times.isDue(name, growth)) return;
      // For readers in other processes, which do not know of this write.
      if (!times.isIndexed(name)) await runs.join(name);
      else if (times.isUrgent(growth)) void runs.join(name);
      else void optimizeInTurn(name);
    },
    /** Resolves once a search finds everything written here before. */
    untilSearchable: async (name: string): Promise<void> => {
      if (times.hidesRows(name)) await runs.join(name);
      const growth = grown.get(name);
      if (growth !== undefined && times.hidesRows(name, growth)) await runs.join(name);
    },
    optimizeAll: async (): Promise<void> => {
      for (const name of await listTables(await tables.database())) {
        if (isStaleTable(name, fingerprint)) continue;
        await inTurn(async () => {
          const isDone = await tables.read(name, (table) => isOptimized(table, cleanupGraceMs));
          if (isDone === false || grown.has(name)) await optimize(name);
        });
      }
    },
    /** Waits for running work and starts no more. */
    stop: async (): Promise<void> => {
      stopping.abort();
      grown.clear();
      await Promise.all([...pauses.map((pause) => pause.stop()), runs.allEnded()]);
    },
  };
};

type Paused = {
  grown: ReadonlyMap<string, Growth>;
  times: Pick<ReturnType<typeof createIndexTimes>, 'restInPauseMs'>;
  optimize: (name: string) => Promise<unknown>;
};

/** During a pause, indexes some of the tables that have grown; tables indexed a moment ago wait for another pause. */
const createPausedOptimize =
  ({ grown, times, optimize }: Paused) =>
  (pauseMs: number, isWanted: (name: string, growth: Growth) => boolean) => {
    const wanted = () => [...grown].filter(([...one]) => isWanted(...one)).map(([name]) => name);
    const pause = createPause(pauseMs, async () => {
      for (const name of wanted()) {
        if (times.restInPauseMs(name) === 0) await optimize(name);
      }
      const rests = wanted().map(times.restInPauseMs);
      if (rests.length > 0) pause.begin(Math.min(...rests));
    });
    return pause;
  };

const createOptimize =
  (
    tables: Pick<Tables, 'read' | 'optimize'>,
    times: ReturnType<typeof createIndexTimes>,
    grown: Map<string, Growth>,
  ) =>
  async (name: string): Promise<void> => {
    times.begin(name, grown.get(name));
    grown.delete(name);
    try {
      // All rows are indexed afterwards; asking the index itself would read it.
      const rows = (await tables.read(name, (table) => table.countRows())) ?? 0;
      times.set(name, { rows, tookMs: await tables.optimize(name) });
    } finally {
      times.end(name);
    }
  };

/** Runs one at a time, each once no search is running; null if the store closes first. */
const createTurns = (quiet: () => Promise<void>) => {
  const oneAtATime = createLimit(1);
  return <Result>(work: () => Promise<Result>): Promise<Result | null> =>
    oneAtATime(async () => {
      const isQuiet = await quiet().then(
        () => true,
        () => false,
      );
      return isQuiet ? work() : null;
    });
};

const NOTHING: Growth = { writes: 0, rows: 0, repeats: 0 };

const addUp = (growths: readonly Growth[]): Growth =>
  growths.reduce((sum, { writes, rows, repeats }) => ({
    writes: sum.writes + writes,
    rows: sum.rows + rows,
    repeats: sum.repeats + repeats,
  }));

/** True if all rows are indexed, and all older versions are young enough that someone may still read them. */
const isOptimized = async (table: Table, cleanupGraceMs: number): Promise<boolean> => {
  const stats = await table.indexStats('terms_idx');
  if ((stats?.numUnindexedRows ?? 0) > 0) return false;
  const versions = await table.listVersions();
  const latest = Math.max(...versions.map(({ version }) => version));
  const oldMs = Date.now() - cleanupGraceMs;
  return versions.every(
    ({ version, timestamp }) => version === latest || timestamp.getTime() >= oldMs,
  );
};

/** Runs `work` for a name, once at a time: concurrent callers share the run that has begun. It never fails. */
const createRuns = (work: (name: string) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  return {
    join: (name: string): Promise<void> => {
      // A failure is made up for after a later write, or by the next `optimizeAll`.
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

/** Runs the work after a while without activity. */
const createPause = (pauseMs: number, work: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  return {
    begin: (leastMs = 0): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          running = running.then(work);
        },
        Math.max(pauseMs, leastMs),
      );
      timer.unref();
    },
    stop: (): Promise<void> => {
      clearTimeout(timer);
      return running;
    },
  };
};
