import { availableParallelism } from 'node:os';

/** Its native code reads these once, when it loads. */
export const setUpLanceDb = (): void => {
  // Without it every query logs a warning.
  process.env['LANCEDB_LOG'] ??= 'error';
  // Lance 8 has only one compute thread on up to three cores. Writing a full-text index occupies one and waits for another, so everything
  // could deadlock (lancedb#3568): there must be more than tables indexed at once, times the writers of each.
  const cores = availableParallelism();
  // One, because searches have priority over index work.
  process.env['LANCE_FTS_NUM_SHARDS'] ??= '1';
  process.env['LANCE_CPU_THREADS'] ??= String(Math.max(16, 4 * cores));
};
