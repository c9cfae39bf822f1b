import { z } from 'zod';
import { Verdict as StatementVerdict } from '../citations/statement.js';
import { idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import { fromRow, selectOf, toJsonColumn } from '../platform/database/rows.js';
import { sql } from '../platform/database/sql.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import {
  ChunkId,
  DocumentId,
  EvaluationRunId,
  ExecutionId,
  GoldenQuestionId,
  MemoryId,
  UserId,
} from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { requireUser, type Scope } from '../shared/scope.js';

export type EvaluationRunRepository = ReturnType<typeof createEvaluationRunRepository>;

/** `stopped`: somebody ended the run before all questions were asked. */
const RunState = z.enum(['waiting', 'running', 'done', 'stopped', 'failed']);
type RunState = z.infer<typeof RunState>;

/** `failed`: the turn ended without an answer, for example because a model was unavailable. */
export const ResultVerdict = z.enum(['right', 'closest', 'wrong', 'refused', 'failed']);
export type ResultVerdict = z.infer<typeof ResultVerdict>;

/** The settings under which a run was made: names of models, versions and numbers, never a secret. */
const RunSettings = z.record(z.string(), z.unknown());
export type RunSettings = z.infer<typeof RunSettings>;

const Run = z.object({
  id: EvaluationRunId,
  name: z.string().nullable(),
  startedBy: UserId,
  state: RunState,
  reason: z.string().nullable().describe('Why it failed.'),
  settings: RunSettings.describe(
    'Of the moment it began: version, models, fingerprint of the index, search, policy of the tenant.',
  ),
  settingsHash: z.string().nullable().describe('Equal for runs with the same settings.'),
  total: z.int().describe('How many questions it asks.'),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  endedAt: z.date().nullable(),
});

const count = z.int();

const Figures = z.object({
  answered: count.describe('How many questions have been asked so far.'),
  right: count,
  closest: count,
  wrong: count,
  refused: count,
  failed: count,
  leaks: count.describe('Passages that the user may not read; must be 0.'),
  ranked: count.describe('Questions that expect a document: what hits are counted of.'),
  hitsAt1: count,
  hitsAt5: count,
  hitsAt10: count,
  medianMs: z.number().nullable(),
  promptTokens: z.coerce.number(),
  completionTokens: z.coerce.number(),
  costUsd: z.number().nullable().describe('Null if the price of a call is unknown.'),
});
type Figures = z.infer<typeof Figures>;

export const EvaluationRunRecord = Run.extend({ figures: Figures });
export type EvaluationRunRecord = z.infer<typeof EvaluationRunRecord>;

/** Codes, ids and figures of an answer, but none of its text. */
export const ResultOutcome = z.object({
  responseType: z.string().nullable(),
  missingFacts: z.array(z.int()).describe('Positions in the list of facts.'),
  saidAbsent: z.array(z.int()).describe('Positions in the list of texts that must not appear.'),
  missingDocuments: z.array(DocumentId),
  citedDocuments: z.array(DocumentId),
  hitRank: z.int().nullable().describe('Of the first passage of an expected document.'),
  isRanked: z.boolean(),
  leaks: z.array(DocumentId).describe('Documents that were found or cited and may not be read.'),
  statements: z.partialRecord(StatementVerdict, z.int()).meta({ id: 'StatementCounts' }),
  ms: z.number(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  costUsd: z.number().nullable(),
  errorCode: z.string().nullable(),
});
export type ResultOutcome = z.infer<typeof ResultOutcome>;

/** The passages that an answer rests on; an entry without an id stands for something that only its asker can see. */
const RestsOn = z.array(z.object({ chunkId: ChunkId.nullable(), memoryId: MemoryId.nullable() }));

const Asked = z.object({
  position: z.int(),
  questionId: GoldenQuestionId,
  version: z.int(),
  askedAs: UserId,
});
export type Asked = z.infer<typeof Asked>;

export const ResultRecord = Asked.extend({
  verdict: ResultVerdict.nullable(),
  executionId: ExecutionId.nullable(),
  outcome: ResultOutcome.nullable(),
  answer: z.string().nullable(),
  sources: RestsOn,
  answeredAt: z.date().nullable(),
});
export type ResultRecord = z.infer<typeof ResultRecord>;

type Answered = Pick<ResultRecord, 'verdict' | 'executionId' | 'outcome' | 'answer' | 'sources'>;

/** The documents of passages, with the data that determines who may read them. */
const PassageOwner = z.object({
  chunkId: ChunkId,
  documentId: DocumentId,
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  ownerId: UserId,
  audience: z.string(),
});
export type PassageOwner = z.infer<typeof PassageOwner>;

type NewRun = { id: EvaluationRunId; name: string | null; asked: readonly Asked[] };

const RUN = selectOf(Run);

const RESULT = selectOf(ResultRecord);

/** The evaluation runs of the tenant. A run that has ended is never changed again. */
export const createEvaluationRunRepository = (tx: Transaction, scope: Scope) => ({
  ...createRunReads(tx, scope),
  ...createRunChanges(tx, scope),
  ...createResults(tx, scope),
  ...createResultReads(tx, scope),
});

const createRunReads = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  const { evaluationRun } = tx.models;
  const withFigures = async (rows: readonly RunRow[]): Promise<EvaluationRunRecord[]> => {
    const figures = await figuresOf(
      tx,
      scope,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...fromRow(Run, row),
      figures: figures.get(row.id) ?? NO_FIGURES,
    }));
  };
  return {
    find: async (id: EvaluationRunId): Promise<EvaluationRunRecord | null> => {
      const row = await evaluationRun.findFirst({ where: { tenantId, id }, select: RUN });
      return row && ((await withFigures([row]))[0] ?? null);
    },
    list: async (page: PageRequest): Promise<Page<EvaluationRunRecord>> => {
      const rows = await evaluationRun.findMany({
        where: { tenantId, ...idsBefore(page) },
        select: RUN,
        ...newestFirst(page),
      });
      return toPage(await withFigures(rows), page);
    },
    /** Finds the newest finished run under the same settings, other than these. */
    twin: async (
      settingsHash: string,
      others: readonly EvaluationRunId[],
    ): Promise<EvaluationRunId | null> => {
      const row = await evaluationRun.findFirst({
        where: { tenantId, settingsHash, state: 'done', id: { notIn: [...others] } },
        select: { id: true },
        orderBy: { id: 'desc' },
      });
      return row && EvaluationRunId.parse(row.id);
    },
    /** Counts runs that have not ended. */
    countOpen: async (): Promise<number> => {
      await tx.$lock(`evaluation-runs/${tenantId}`);
      return evaluationRun.count({ where: { tenantId, state: { in: [...OPEN] } } });
    },
  };
};

const OPEN: readonly RunState[] = ['waiting', 'running'];

type RunRow = Parameters<typeof fromRow<typeof Run>>[1] & { id: string };

const createRunChanges = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  const { evaluationRun } = tx.models;
  const open = (id: EvaluationRunId) => ({ tenantId, id, state: { in: [...OPEN] } });
  return {
    /** Creates a run with a row for every question, and the task that a worker picks up. */
    create: async ({ id, name, asked }: NewRun): Promise<void> => {
      const startedBy = requireUser(scope).userId;
      await evaluationRun.create({
        data: {
          tenantId,
          id,
          name: name && toStorableText(name),
          startedBy,
          total: asked.length,
        },
      });
      await tx.models.evaluationResult.createMany({
        data: asked.map((one) => ({ tenantId, runId: id, ...one })),
      });
      await tx.models.evaluationTask.create({
        data: { tenantId, runId: id, dueAt: await tx.$now() },
      });
    },
    begin: async (
      id: EvaluationRunId,
      { settings, settingsHash }: { settings: RunSettings; settingsHash: string },
    ): Promise<void> => {
      await evaluationRun.updateMany({
        where: { tenantId, id, state: 'waiting' },
        data: {
          state: 'running',
          settings: toJsonColumn(settings),
          settingsHash,
          startedAt: await tx.$now(),
        },
      });
    },
    /** False if the run has already ended. */
    end: async (
      id: EvaluationRunId,
      { state, reason = null }: { state: 'done' | 'stopped' | 'failed'; reason?: string | null },
    ): Promise<boolean> => {
      const { count: ended } = await evaluationRun.updateMany({
        where: open(id),
        data: { state, reason, endedAt: await tx.$now() },
      });
      return ended > 0;
    },
    delete: async (id: EvaluationRunId): Promise<boolean> => {
      const { count: deleted } = await evaluationRun.deleteMany({ where: { tenantId, id } });
      return deleted > 0;
    },
  };
};

const createResults = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  const { evaluationResult } = tx.models;
  return {
    /** Lists the questions that are still to be asked, in order. */
    unanswered: async (runId: EvaluationRunId, limit: number): Promise<Asked[]> => {
      const rows = await evaluationResult.findMany({
        where: { tenantId, runId, verdict: null },
        select: { position: true, questionId: true, version: true, askedAs: true },
        orderBy: { position: 'asc' },
        take: limit,
      });
      return Asked.array().parse(rows);
    },
    /** Saves the verdict of a question; a question that already has a verdict keeps it. */
    answer: async (
      runId: EvaluationRunId,
      position: number,
      { verdict, executionId, outcome, answer, sources }: Answered,
    ): Promise<void> => {
      await evaluationResult.updateMany({
        where: { tenantId, runId, position, verdict: null, run: { state: 'running' } },
        data: {
          verdict,
          executionId,
          outcome: toJsonColumn(outcome ?? {}),
          answer: answer && toStorableText(answer),
          sources: toJsonColumn(sources),
          answeredAt: await tx.$now(),
        },
      });
    },
  };
};

const createResultReads = (tx: Transaction, { tenantId }: Scope) => {
  const { evaluationResult } = tx.models;
  return {
    results: async (
      runId: EvaluationRunId,
      { limit, after }: PageRequest,
    ): Promise<Page<ResultRecord>> => {
      const rows = await evaluationResult.findMany({
        where: { tenantId, runId, position: { gt: after === undefined ? -1 : Number(after) } },
        select: RESULT,
        orderBy: { position: 'asc' },
        take: limit + 1,
      });
      const items = rows.slice(0, limit).map((row) => fromRow(ResultRecord, row));
      return { items, nextAfter: rows.length > limit ? String(items.at(-1)?.position) : null };
    },
    /** All verdicts of a run. */
    verdicts: async (runId: EvaluationRunId) => {
      const rows = await evaluationResult.findMany({
        where: { tenantId, runId },
        select: { questionId: true, version: true, verdict: true },
        orderBy: { position: 'asc' },
      });
      return ResultRecord.pick({ questionId: true, version: true, verdict: true })
        .array()
        .parse(rows);
    },
    /** Returns passages without checking rights: the check whether an asker was shown too much must not use the rule that it checks. */
    ownersOf: async (ids: readonly ChunkId[]): Promise<PassageOwner[]> => {
      if (ids.length === 0) return [];
      const rows = await tx.$queryRaw<unknown[]>`
        SELECT c.id AS "chunkId", c.document_id AS "documentId", c.page_start AS "pageStart", c.page_end AS "pageEnd",
          d.owner_id AS "ownerId", d.visibility AS audience
        FROM chunks c JOIN documents d ON d.tenant_id = c.tenant_id AND d.id = c.document_id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ANY(${[...ids]}::uuid[])`;
      return PassageOwner.array().parse(rows);
    },
  };
};

const NO_FIGURES: Figures = {
  answered: 0,
  right: 0,
  closest: 0,
  wrong: 0,
  refused: 0,
  failed: 0,
  leaks: 0,
  ranked: 0,
  hitsAt1: 0,
  hitsAt5: 0,
  hitsAt10: 0,
  medianMs: null,
  promptTokens: 0,
  completionTokens: 0,
  costUsd: 0,
};

const FiguresRow = Figures.extend({ runId: z.string() });

/** Sums up the figures of each run that has results. */
const figuresOf = async (
  tx: Transaction,
  { tenantId }: Scope,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, Figures>> => {
  if (runIds.length === 0) return new Map();
  const number = (field: string) => sql`(outcome ->> ${field}::text)::float8`;
  const of = (verdict: ResultVerdict) => sql`(count(*) FILTER (WHERE verdict = ${verdict}))::int`;
  const hits = (most: number) =>
    sql`(count(*) FILTER (WHERE ${number('hitRank')} <= ${most}))::int`;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT run_id AS "runId", count(*)::int AS answered, ${of('right')} AS right, ${of('closest')} AS closest,
      ${of('wrong')} AS wrong, ${of('refused')} AS refused, ${of('failed')} AS failed,
      coalesce(sum(jsonb_array_length(outcome -> 'leaks')), 0)::int AS leaks,
      (count(*) FILTER (WHERE outcome -> 'isRanked' = 'true'))::int AS ranked,
      ${hits(1)} AS "hitsAt1", ${hits(5)} AS "hitsAt5", ${hits(10)} AS "hitsAt10",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY ${number('ms')}) AS "medianMs",
      coalesce(sum(${number('promptTokens')}), 0) AS "promptTokens",
      coalesce(sum(${number('completionTokens')}), 0) AS "completionTokens",
      CASE WHEN bool_and(outcome -> 'costUsd' <> 'null') THEN sum(${number('costUsd')}) END AS "costUsd"
    FROM evaluation_results
    WHERE tenant_id = ${tenantId}::uuid AND run_id = ANY(${[...runIds]}::uuid[]) AND verdict IS NOT NULL
    GROUP BY run_id`;
  return new Map(
    FiguresRow.array()
      .parse(rows)
      .map(({ runId, ...figures }) => [runId, figures]),
  );
};
