import { createKeyedLock } from '../shared/async.js';
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
  const inProcess = createKeyedLock();
  return (tenantId, signal, write) =>
    inProcess(tenantId, async () => {
      signal.throwIfAborted();
      await database.withLock({ key: `vectors:${tenantId}`, signal }, write);
    });
};
