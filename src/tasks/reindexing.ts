import { z } from 'zod';
import { sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { MAX_TRIES } from './task.js';

/** As if it had never been tried. */
const MADE_DUE = sql`state = 'due', due_at = now(), failures = 0, lost_leases = 0`;

// As exact as the creation of a task is kept.
const Begun = z.object({ startedAt: z.date() });
const Left = z.object({ left: z.int() });

/** What is indexed under other settings than today's. */
export const createIndexProgress = (client: Transaction) => ({
  /** Makes every done task of another fingerprint due again; returns how many. */
  requeueForFingerprint: (fingerprint: string): Promise<number> =>
    client.$executeRaw`
      UPDATE ingestion_tasks SET ${MADE_DUE}
      WHERE state = 'done' AND action = 'index' AND fingerprint <> ${fingerprint}`,
  /** How far a re-index has come; null when nothing was indexed under another fingerprint. */
  reindexing: async (fingerprint: string): Promise<{ done: number; total: number } | null> => {
    const [progress] = await client.$queryRaw<{ done: number; total: number }[]>`
      SELECT count(*) FILTER (WHERE fingerprint = ${fingerprint})::int AS done, count(*)::int AS total
      FROM ingestion_tasks
      WHERE action = 'index' AND state <> 'failed' AND fingerprint IS NOT NULL`;
    return progress && progress.done < progress.total ? progress : null;
  },
});

export type ReindexingRepository = ReturnType<typeof createReindexingRepository>;

/** Has the index of everything checked; ids, states and numbers of all tenants only. */
export const createReindexingRepository = (client: Transaction) => ({
  /** Makes due again whatever is indexed. Returns the time, by the database's clock. */
  begin: async (): Promise<Date> => {
    const rows = await client.$queryRaw<unknown[]>`
      WITH requeued AS (
        UPDATE ingestion_tasks SET ${MADE_DUE}
        WHERE state = 'done' AND action = 'index'
      )
      SELECT now()::timestamptz(3) AS "startedAt"`;
    return Begun.parse(rows[0]).startedAt;
  },
  /**
   * Of what was there at that time, how much is yet to be indexed. What has failed is not, nor a memory that fails again and again:
   * that is tried for ever.
   */
  left: async (since: Date): Promise<number> => {
    const rows = await client.$queryRaw<unknown[]>`
      SELECT count(*)::int AS "left" FROM ingestion_tasks
      WHERE action = 'index' AND state IN ('due', 'queued', 'running')
        AND created_at <= ${since} AND failures < ${MAX_TRIES}`;
    return Left.parse(rows[0]).left;
  },
});
