import type { TenantId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';

export type VectorLock = (
  tenantId: TenantId,
  signal: AbortSignal,
  write: () => Promise<void>,
) => Promise<void>;

type Deps = {
  database: Pick<Database, 'withLock'>;
  kind: VectorStore['name'];
};

/**
 * LanceDB has no unique ids: two writers of the same new id insert it twice. So one writer at a time per tenant's table, here by
 * a queue in memory and between processes by PostgreSQL. Qdrant overwrites by id and needs none of it.
 */
export const createVectorLock = ({ database, kind }: Deps): VectorLock => {
  if (kind === 'qdrant') return (_tenantId, _signal, write) => write();
  const inProcess = createMutex();
  return (tenantId, signal, write) =>
    inProcess(tenantId, async () => {
      signal.throwIfAborted();
      await database.withLock({ key: `vectors:${tenantId}`, signal }, write);
    });
};

/** Runs work of equal keys one after the other, in the order of asking. */
const createMutex = () => {
  const tails = new Map<string, Promise<void>>();
  return async (key: string, work: () => Promise<void>): Promise<void> => {
    const before = tails.get(key) ?? Promise.resolve();
    const current = before.then(work);
    const tail = current.catch(() => undefined);
    tails.set(key, tail);
    try {
      await current;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
};
