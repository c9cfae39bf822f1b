import { sql, type Sql } from '../platform/database/sql.js';
import type { Lease } from './ingestion-task.js';

/**
 * A WITH item: one row while the task is ours, none otherwise, so a write that joins it is refused by its own statement. The task's
 * row stays share-locked until the commit, so that nobody can take the lease between this check and the writes after it.
 */
export const held = ({ taskId, epoch }: Lease): Sql => sql`
  held AS (
    SELECT FROM ingestion_tasks
    WHERE id = ${taskId}::uuid AND epoch = ${epoch} AND state = 'running' FOR SHARE
  )`;
