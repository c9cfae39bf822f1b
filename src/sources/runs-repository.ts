import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { newId, SourceRunId, type SourceId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Scope } from '../shared/scope.js';
import { RunRecord, type Finding, type RunCounts, type RunState } from './schema.js';

const COLUMNS = sql`r.id, r.state, r.reason, r.is_confirmed AS "isConfirmed", r.listed, r.counts, r.findings, r.started_at AS "startedAt",
  r.listed_at AS "listedAt", r.ended_at AS "endedAt"`;

/** What is kept of a source; older runs go. */
const KEPT_RUNS = 100;

/** The runs of a source: at most one of them has not ended. */
export const createRuns = (tx: Transaction, scope: Scope) => ({
  ...createBeginning(tx, scope),
  ...createNotes(tx, scope),
});

const createBeginning = (tx: Transaction, { tenantId }: Scope) => {
  const select = async (sourceId: SourceId, which: Sql): Promise<RunRecord[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM source_runs r
      WHERE r.tenant_id = ${tenantId}::uuid AND r.source_id = ${sourceId}::uuid ${which}`;
    return RunRecord.array().parse(rows);
  };
  return {
    listRuns: async (sourceId: SourceId, page: PageRequest): Promise<Page<RunRecord>> => {
      const which = sql`${olderThan(sql`r.id`, page)} ORDER BY r.id DESC LIMIT ${beyond(page)}`;
      return toPage(await select(sourceId, which), page);
    },
    /** The newest run of each of these sources. */
    lastRuns: async (ids: readonly SourceId[]): Promise<Map<string, RunRecord>> => {
      const rows = await tx.$queryRaw<{ sourceId: string }[]>`
        SELECT of.id AS "sourceId", r.* FROM unnest(${[...ids]}::uuid[]) AS of (id) CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM source_runs r WHERE r.tenant_id = ${tenantId}::uuid AND r.source_id = of.id
          ORDER BY r.id DESC LIMIT 1
        ) AS r`;
      return new Map(rows.map((row) => [row.sourceId, RunRecord.parse(row)]));
    },
    /** The run that has not ended, or null. */
    openRun: async (sourceId: SourceId): Promise<RunRecord | null> =>
      (await select(sourceId, sql`AND r.ended_at IS NULL ORDER BY r.id DESC LIMIT 1`))[0] ?? null,
    startRun: async (sourceId: SourceId): Promise<RunRecord> => {
      const id = newId(SourceRunId);
      await tx.$executeRaw`
        INSERT INTO source_runs (tenant_id, id, source_id) VALUES (${tenantId}::uuid, ${id}::uuid, ${sourceId}::uuid)`;
      await tx.$executeRaw`
        DELETE FROM source_runs WHERE tenant_id = ${tenantId}::uuid AND source_id = ${sourceId}::uuid AND id < (
          SELECT id FROM source_runs WHERE tenant_id = ${tenantId}::uuid AND source_id = ${sourceId}::uuid
          ORDER BY id DESC OFFSET ${KEPT_RUNS - 1} LIMIT 1)`;
      const [run] = await select(sourceId, sql`AND r.id = ${id}::uuid`);
      return RunRecord.parse(run);
    },
  };
};

const createNotes = (tx: Transaction, { tenantId }: Scope) => ({
  isOpen: async (id: SourceRunId): Promise<boolean> => {
    const rows = await tx.$queryRaw<unknown[]>`
        SELECT FROM source_runs WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND ended_at IS NULL`;
    return rows.length > 0;
  },
  /** False where the run is over. */
  noteListing: async (
    id: SourceRunId,
    { listed, findings, isEnded }: { listed: number; findings: Finding[]; isEnded: boolean },
  ): Promise<boolean> => {
    const listedAt = isEnded ? sql`now()` : sql`NULL`;
    const count = await tx.$executeRaw`
        UPDATE source_runs SET listed = ${listed}, findings = ${toJson(findings)}::jsonb, listed_at = ${listedAt}
        WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND ended_at IS NULL`;
    return count > 0;
  },
  /** Adds to the counts of a run. */
  count: async (id: SourceRunId, more: Partial<RunCounts>): Promise<void> => {
    await tx.$executeRaw`
      UPDATE source_runs SET counts = (
        SELECT coalesce(jsonb_object_agg(name, total), '{}') FROM (
          SELECT name, sum(value::int) AS total
          FROM (SELECT * FROM jsonb_each_text(counts) UNION ALL SELECT * FROM jsonb_each_text(${toJson(more)}::jsonb)) AS counted (name, value)
          GROUP BY name
        ) AS sums
      ) WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
  },
  /** `running` and `waiting` go on; the other states are an end. */
  setRun: async (
    id: SourceRunId,
    { state, reason }: { state: RunState; reason: string | null },
  ): Promise<void> => {
    const isEnd = state !== 'running' && state !== 'waiting';
    await tx.$executeRaw`
        UPDATE source_runs SET state = ${state}, reason = ${reason}, ended_at = ${isEnd ? sql`now()` : sql`NULL`}
        WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid AND ended_at IS NULL`;
  },
  /** False unless this run waits for it. */
  confirmRun: async (sourceId: SourceId, id: SourceRunId): Promise<boolean> => {
    const count = await tx.$executeRaw`
        UPDATE source_runs SET is_confirmed = true, state = 'running', reason = NULL
        WHERE tenant_id = ${tenantId}::uuid AND source_id = ${sourceId}::uuid AND id = ${id}::uuid AND state = 'waiting'`;
    return count > 0;
  },
});
