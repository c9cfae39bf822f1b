import { availableParallelism } from 'node:os';

/** Its native code reads these once, when it loads. */
export const setUpLanceDb = (): void => {
  // Without it every query logs a warning.
  process.env['LANCEDB_LOG'] ??= 'error';
  // Lance 8 has one thread for computing on up to three cores. Who writes a full-text index holds one and waits for another, so that all
  // of them stood still for good (lancedb#3568): there are more than tables indexed at once, times the writers of each.
  const cores = availableParallelism();
  // One: searches go before index work.
  process.env['LANCE_FTS_NUM_SHARDS'] ??= '1';
  process.env['LANCE_CPU_THREADS'] ??= String(Math.max(16, 4 * cores));
};
