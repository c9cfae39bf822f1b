import type { DependencyState } from './dependencies.js';
import type { Make } from './metric-factories.js';
import { createSharedGauges, type SharedReads } from './shared-gauges.js';
import type { PoolUse } from './telemetry.js';

export type GaugeReads = SharedReads & {
  /** The dependencies of this process. */
  readDependencies?: () => Promise<readonly DependencyState[]>;
  /** The connection pools of this process. */
  readPools?: () => readonly PoolUse[];
  /** The disk with the data folder: its free space, and the minimum below which files are refused. */
  readDisk?: () => Promise<{ freeBytes: number; floorBytes: number }>;
  /** When the last backup ended; null if there was none. */
  readLastBackup?: () => Promise<Date | null>;
};

/** Values read at each scrape; a value that cannot be read is left out. */
export const createGauges = (make: Make, options: GaugeReads) => {
  const readShared = createSharedGauges(make, options);
  const connections = make.gauge(
    'kr_db_connections',
    'Connections to PostgreSQL',
    ...(['pool', 'state'] as const),
  );
  const most = make.gauge('kr_db_connections_max', 'Connections a pool may hold', 'pool');
  const pending = make.gauge('kr_db_connections_pending', 'Waiting for a connection', 'pool');
  const free = make.gauge('kr_disk_free_bytes', 'Free space on the disk of the data folder');
  const backup = make.gauge(
    'kr_last_backup_timestamp_seconds',
    'When the last backup ended; 0: none was made',
  );
  const floor = make.gauge('kr_disk_floor_bytes', 'Free space below which files are refused');
  const dependencies = make.gauge(
    'kr_dependency_up',
    '1 while a dependency answers, 0 while it is down',
    'dependency',
  );
  return async (): Promise<void> => {
    for (const { name, isUp } of (await options.readDependencies?.()) ?? []) {
      dependencies.set({ dependency: name }, isUp ? 1 : 0);
    }
    const disk = await options.readDisk?.().catch(() => null);
    if (disk) free.set(disk.freeBytes);
    if (disk) floor.set(disk.floorBytes);
    const lastBackup = await options.readLastBackup?.().catch(() => undefined);
    // A gauge without labels starts at 0, which would mean that no backup was made.
    if (lastBackup === undefined) backup.remove();
    else backup.set((lastBackup?.getTime() ?? 0) / 1000);
    for (const { pool, used, idle, ...use } of options.readPools?.() ?? []) {
      connections.set({ pool, state: 'used' }, used);
      connections.set({ pool, state: 'idle' }, idle);
      most.set({ pool }, use.max);
      pending.set({ pool }, use.pending);
    }
    await readShared();
  };
};
