import { createHash } from 'node:crypto';
import { isContentReader } from '../documents/index.js';
import { isAppError } from '../shared/errors.js';
import type { ChunkId, DocumentId, MemoryId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { SystemScope, UserScope } from '../shared/scope.js';
import { ChatOptions, type UnstoredAnswer, type Workflow } from '../workflow/index.js';
import { isTestUser, mayAskAsSelf } from './askers.js';
import type { Database, ScopedRepositories } from './database.js';
import type { GoldenContent } from './golden-questions-repository.js';
import type {
  Asked,
  EvaluationRunRecord,
  PassageOwner,
  ResultOutcome,
  ResultRecord,
  RunSettings,
} from './runs-repository.js';
import {
  factsAgainst,
  hitRank,
  missingDocuments,
  outcomeOf,
  toFactTest,
  verdictOf,
} from './score.js';
import type { EvaluationLease } from './tasks-repository.js';

export type AskDeps = {
  database: Pick<Database, 'withScope'>;
  /** Runs a chat turn without storing any of its words. */
  runUnstored: Workflow['runUnstored'];
  personScope: (person: { tenantId: string; userId: string }) => Promise<UserScope>;
  /** What the installation uses to answer: versions, models, the index. */
  installation: RunSettings;
};

/** When the run is due again; null means never. */
type Looked = { dueInMs: number | null };

/** After this many questions, a run of another tenant may continue. */
const ASKED_AT_ONCE = 5;
const ENDED: Looked = { dueInMs: null };

type Work = { system: SystemScope; run: EvaluationRunRecord; signal: AbortSignal };

/** Asks the next questions of a run. After an interruption, it continues with the first question that has no verdict. */
export const createAskQuestions = (deps: AskDeps) => {
  const { database } = deps;
  const askOne = createAskOne(deps);
  return async ({ tenantId, runId }: EvaluationLease, signal: AbortSignal): Promise<Looked> => {
    const system = makeSystemScope(tenantId);
    const inTenant = <Result>(work: (tx: ScopedRepositories) => Promise<Result>) =>
      database.withScope(system, work);
    const run = await inTenant((tx) => tx.evaluationRuns.find(runId));
    if (run === null) return ENDED;
    if (run.endedAt !== null) return ENDED;
    if (run.state === 'waiting') {
      const settings = await settingsOf(deps, system);
      await inTenant((tx) => tx.evaluationRuns.begin(runId, settings));
    }
    const next = await inTenant((tx) => tx.evaluationRuns.unanswered(runId, ASKED_AT_ONCE));
    for (const asked of next) {
      signal.throwIfAborted();
      const answered = await askOne({ system, run, signal }, asked);
      if (answered.outcome?.errorCode === 'quota_exceeded') {
        const end = { state: 'failed', reason: 'quota_exceeded' } as const;
        await inTenant((tx) => tx.evaluationRuns.end(runId, end));
        return ENDED;
      }
      await inTenant((tx) => tx.evaluationRuns.answer(runId, asked.position, answered));
    }
    if (next.length === ASKED_AT_ONCE) return { dueInMs: 0 };
    await inTenant((tx) => tx.evaluationRuns.end(runId, { state: 'done' }));
    return ENDED;
  };
};

const settingsOf = async ({ database, installation }: AskDeps, system: SystemScope) => {
  const { policy } = await database.withScope(system, (tx) => tx.settings.get());
  const settings = { ...installation, policy };
  const settingsHash = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  return { settings, settingsHash: settingsHash.slice(0, 16) };
};

type Answered = Pick<ResultRecord, 'verdict' | 'executionId' | 'outcome' | 'answer' | 'sources'>;

const createAskOne =
  (deps: AskDeps) =>
  async (work: Work, asked: Asked): Promise<Answered> => {
    const { system, run, signal } = work;
    const { questionId, version, askedAs } = asked;
    const { content, isAllowed } = await deps.database.withScope(system, async (tx) => ({
      content: (await tx.goldenQuestions.contents([{ questionId, version }])).get(
        `${questionId}/${version}`,
      ),
      isAllowed: await (askedAs === run.startedBy ? mayAskAsSelf : isTestUser)(tx, askedAs),
    }));
    if (content === undefined) return failed('not_found');
    if (!isAllowed) return failed('account_inactive');
    const asker = await deps.personScope({ tenantId: system.tenantId, userId: askedAs });
    const { language } = content;
    const options = ChatOptions.safeParse(language === null ? {} : { language });
    const input = { message: content.question, options: options.data ?? {} };
    try {
      const answer = await deps.runUnstored({ scope: asker, input, told: [], signal });
      const seen = await deps.database.withScope(system, (tx) => seenBy(tx, answer));
      return judge(content, { answer, asker, ...seen });
    } catch (error) {
      signal.throwIfAborted();
      return failed(isAppError(error) ? error.code : 'internal_error');
    }
  };

const failed = (errorCode: string): Answered => ({
  verdict: 'failed',
  executionId: null,
  outcome: { ...NOTHING, errorCode },
  answer: null,
  sources: [],
});

const NOTHING: ResultOutcome = {
  responseType: null,
  missingFacts: [],
  saidAbsent: [],
  missingDocuments: [],
  citedDocuments: [],
  hitRank: null,
  isRanked: false,
  leaks: [],
  statements: {},
  ms: 0,
  promptTokens: 0,
  completionTokens: 0,
  costUsd: 0,
  errorCode: null,
};

type Source = { chunkId: ChunkId | null; memoryId: MemoryId | null };

/** The passages that the turn found, in order, and those that its answer rests on. */
type Seen = { found: readonly PassageOwner[]; cited: readonly PassageOwner[]; sources: Source[] };

const seenBy = async (tx: ScopedRepositories, answer: UnstoredAnswer): Promise<Seen> => {
  const receipt = (await tx.executions.find(answer.executionId))?.execution.receipt ?? null;
  const candidates = receipt?.candidates.map(({ chunkId }) => chunkId) ?? [];
  const read = receipt?.sources.map(({ chunkId, memoryId }) => ({ chunkId, memoryId })) ?? [];
  const cited = answer.citations.map(({ chunkId = null, memoryId = null }) => ({
    chunkId,
    memoryId,
  }));
  // Without a receipt, nobody knows what the answer rests on, so only the person who asked may see it.
  const unknown = receipt === null ? [{ chunkId: null, memoryId: null }] : [];
  const sources = [...cited, ...read, ...unknown];
  const ids = [...candidates, ...sources.flatMap(({ chunkId }) => chunkId ?? [])];
  const owners = await tx.evaluationRuns.ownersOf([...new Set(ids)]);
  const byId = new Map(owners.map((owner) => [owner.chunkId, owner]));
  const of = (chunks: readonly (ChunkId | null)[]) =>
    chunks.flatMap((id) => (id === null ? [] : (byId.get(id) ?? [])));
  const [ranked, inAnswer] = [of(candidates), of(sources.map(({ chunkId }) => chunkId))];
  return { found: [...ranked, ...inAnswer], cited: of(cited.map((one) => one.chunkId)), sources };
};

const judge = (
  { expectations }: GoldenContent,
  { answer, asker, found, cited, sources }: Seen & { answer: UnstoredAnswer; asker: UserScope },
): Answered => {
  const expected = {
    isRefusal: expectations.refusal,
    facts: expectations.facts.map(toFactTest),
    absent: expectations.absent.map(toFactTest),
    documents: expectations.documents.map(({ documentId, pages }) => ({
      document: documentId,
      pages,
    })),
  };
  const places = answer.citations.flatMap(({ documentId, pageStart, pageEnd }) =>
    documentId === undefined ? [] : [{ document: documentId, pageStart, pageEnd }],
  );
  const reply = { responseType: answer.responseType, answer: answer.answer, cited: places };
  const isRanked = expected.documents.length > 0;
  const leaks = leaksIn([...found, ...cited], { asker, hidden: expectations.hidden });
  const { usage, timings } = answer;
  return {
    verdict: verdictOf(expected, outcomeOf(expected, reply)),
    executionId: answer.executionId,
    answer: answer.answer,
    sources,
    outcome: {
      responseType: answer.responseType,
      missingFacts: factsAgainst(expected.facts, reply, { wanted: true }),
      saidAbsent: factsAgainst(expected.absent, reply, { wanted: false }),
      missingDocuments: missingDocuments(expected, reply).flatMap(
        (index) => expectations.documents[index]?.documentId ?? [],
      ),
      citedDocuments: distinct(answer.citations.flatMap(({ documentId }) => documentId ?? [])),
      hitRank: isRanked ? hitRank(found.map(toPlace), expected) : null,
      isRanked,
      leaks,
      statements: countVerdicts(answer.statements),
      ms: timings.totalMs,
      promptTokens: usage.promptTokens,
      completionTokens: usage.completionTokens,
      costUsd: usage.costUsd,
      errorCode: null,
    },
  };
};

const toPlace = ({ documentId, pageStart, pageEnd }: PassageOwner) => ({
  document: documentId,
  pageStart,
  pageEnd,
});

/**
 * Finds documents that were shown to the asker, who may not read them. The check looks at each row with code that search does not use, and
 * a question can also list documents that nobody may be shown.
 */
const leaksIn = (
  seen: readonly PassageOwner[],
  { asker, hidden }: { asker: UserScope; hidden: readonly DocumentId[] },
): DocumentId[] =>
  distinct(
    seen
      .filter((owner) => hidden.includes(owner.documentId) || !isContentReader(asker, owner))
      .map(({ documentId }) => documentId),
  );

const distinct = (ids: readonly DocumentId[]): DocumentId[] => [...new Set(ids)];

const countVerdicts = (statements: UnstoredAnswer['statements']): ResultOutcome['statements'] => {
  const counts: ResultOutcome['statements'] = {};
  for (const { verdict } of statements) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
};
