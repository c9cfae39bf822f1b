import { z } from 'zod';
import { MAX_TRIES } from './ingestion-task.js';
import { translating } from '../platform/database/translate-error.js';
import { MADE_DUE } from './task-sql.js';
import type { Transaction } from '../platform/database/transaction.js';

// As exact as the creation of a task is kept.
const Begun = z.object({ startedAt: z.date() });
const Left = z.object({ left: z.int() });

/** Has the index of everything checked; ids, states and numbers of all tenants only. */
export const createReindexingRepository = (client: Transaction) => ({
  /** Makes due again whatever is indexed. Returns the time, by the database's clock. */
  begin: (): Promise<Date> =>
    translating(async () => {
      const rows = await client.$queryRaw<unknown[]>`
        WITH requeued AS (
          UPDATE ingestion_tasks SET ${MADE_DUE}
          WHERE state = 'done' AND action = 'index'
        )
        SELECT now()::timestamptz(3) AS "startedAt"`;
      return Begun.parse(rows[0]).startedAt;
    }),
  /**
   * Of what was there at that time, how much is yet to be indexed. What has failed is not, nor a memory that fails again and again:
   * that is tried for ever.
   */
  left: (since: Date): Promise<number> =>
    translating(async () => {
      const rows = await client.$queryRaw<unknown[]>`
        SELECT count(*)::int AS "left" FROM ingestion_tasks
        WHERE action = 'index' AND state IN ('due', 'queued', 'running')
          AND created_at <= ${since} AND failures < ${MAX_TRIES}`;
      return Left.parse(rows[0]).left;
    }),
});

export type ReindexingRepository = ReturnType<typeof createReindexingRepository>;
