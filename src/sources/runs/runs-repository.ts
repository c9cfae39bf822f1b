import { idsBefore, newestFirst, toPage } from '../../platform/database/page.js';
import { fromRow, selectOf, toJsonColumn } from '../../platform/database/rows.js';
import { columnsOf } from '../../platform/database/sql.js';
import { toJson } from '../../platform/database/text.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { newId, SourceRunId, type SourceId } from '../../shared/ids.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Scope } from '../../shared/scope.js';
import { RunRecord, type Finding, type RunCounts, type RunState } from '../schema.js';

const COLUMNS = selectOf(RunRecord);

/** The number of runs that are kept for each source; older ones are removed. */
const KEPT_RUNS = 100;

/** The runs of a source; at most one of them has not ended. */
export const createRuns = (tx: Transaction, scope: Scope) => ({
  ...createBeginning(tx, scope),
  ...createNotes(tx, scope),
});

const createBeginning = (tx: Transaction, { tenantId }: Scope) => {
  const { sourceRun } = tx.models;
  return {
    listRuns: async (sourceId: SourceId, page: PageRequest): Promise<Page<RunRecord>> => {
      const where = { tenantId, sourceId, ...idsBefore(page) };
      const rows = await sourceRun.findMany({ where, select: COLUMNS, ...newestFirst(page) });
      return toPage(
        rows.map((row) => fromRow(RunRecord, row)),
        page,
      );
    },
    // With its model API, Prisma would load all runs of these sources to return the newest of each.
    /** The newest run of each of these sources. */
    lastRuns: async (ids: readonly SourceId[]): Promise<Map<string, RunRecord>> => {
      const rows = await tx.$queryRaw<{ sourceId: string }[]>`
        SELECT of.id AS "sourceId", r.* FROM unnest(${[...ids]}::uuid[]) AS of (id) CROSS JOIN LATERAL (
          SELECT ${columnsOf(RunRecord, 'r')} FROM source_runs r WHERE r.tenant_id = ${tenantId}::uuid AND r.source_id = of.id
          ORDER BY r.id DESC LIMIT 1
        ) AS r`;
      return new Map(rows.map((row) => [row.sourceId, RunRecord.parse(row)]));
    },
    /** The run that has not ended; null if there is none. */
    openRun: async (sourceId: SourceId): Promise<RunRecord | null> => {
      const row = await sourceRun.findFirst({
        where: { tenantId, sourceId, endedAt: null },
        select: COLUMNS,
        orderBy: { id: 'desc' },
      });
      return row && fromRow(RunRecord, row);
    },
    startRun: async (sourceId: SourceId): Promise<RunRecord> => {
      const data = { tenantId, id: newId(SourceRunId), sourceId };
      const run = await sourceRun.create({ data, select: COLUMNS });
      const oldestKept = await sourceRun.findFirst({
        where: { tenantId, sourceId },
        select: { id: true },
        orderBy: { id: 'desc' },
        skip: KEPT_RUNS - 1,
      });
      if (oldestKept !== null) {
        await sourceRun.deleteMany({ where: { tenantId, sourceId, id: { lt: oldestKept.id } } });
      }
      return fromRow(RunRecord, run);
    },
  };
};

/** `cursor`: where the next listing may begin if this run applies everything. */
export type ListingEnd = { isPartial: boolean; cursor: string | null };

const createNotes = (tx: Transaction, { tenantId }: Scope) => ({
  isOpen: async (id: SourceRunId): Promise<boolean> =>
    (await tx.models.sourceRun.count({ where: { tenantId, id, endedAt: null } })) > 0,
  /** False if the run has ended. */
  noteListing: async (
    id: SourceRunId,
    { listed, findings, end }: { listed: number; findings: Finding[]; end: ListingEnd | null },
  ): Promise<boolean> => {
    const ended = end && { ...end, listedAt: await tx.$now() };
    const { count } = await tx.models.sourceRun.updateMany({
      where: { tenantId, id, endedAt: null },
      data: { ...ended, listed, findings: toJsonColumn(findings) },
    });
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
  /** Sets the state of a run. `running` and `waiting` runs continue; the other states end it. */
  setRun: async (
    id: SourceRunId,
    { state, reason }: { state: RunState; reason: string | null },
  ): Promise<void> => {
    const isEnd = state !== 'running' && state !== 'waiting';
    const endedAt = isEnd ? await tx.$now() : null;
    await tx.models.sourceRun.updateMany({
      where: { tenantId, id, endedAt: null },
      data: { state, reason, endedAt },
    });
  },
  /** Stores where the listing of this run ended, so that the next run can list from there. */
  keepCursor: async (id: SourceId, run: SourceRunId): Promise<void> => {
    await tx.$executeRaw`
      UPDATE sources s SET cursor = r.cursor FROM source_runs r
      WHERE s.tenant_id = ${tenantId}::uuid AND s.id = ${id}::uuid AND r.tenant_id = s.tenant_id AND r.id = ${run}::uuid`;
  },
  /** False unless this run is waiting for a confirmation. */
  confirmRun: async (sourceId: SourceId, id: SourceRunId): Promise<boolean> => {
    const { count } = await tx.models.sourceRun.updateMany({
      where: { tenantId, sourceId, id, state: 'waiting' },
      data: { isConfirmed: true, state: 'running', reason: null },
    });
    return count > 0;
  },
});
