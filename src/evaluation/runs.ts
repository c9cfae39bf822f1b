import { isReadable, loadReadableCitations } from '../conversations/index.js';
import { AppError, notFound, orNotFound } from '../shared/errors.js';
import { EvaluationRunId, newId, type GoldenQuestionId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';
import { pairRuns, summarise, type Judged } from './compare.js';
import type { Database, ScopedRepositories } from './database.js';
import { inTenant } from './golden-questions.js';
import type { EvaluationRunRecord, ResultRecord } from './runs-repository.js';

type Deps = { database: Pick<Database, 'withScope'> };

type NewRun = { name: string | null; questionIds?: readonly GoldenQuestionId[] | undefined };

/** A result as shown to its reader. `answer` is null unless the reader may see everything that it rests on. */
export type ShownResult = Omit<ResultRecord, 'sources'> & { question: string | null };

const MAX_ASKED = 1000;
const MAX_OPEN = 2;

/** Starts, watches, stops and compares runs of golden questions. */
export const createRuns = ({ database }: Deps) => ({
  ...createComparison({ database }),
  /** Fixes what a run asks: each question in its current version, and the user who asks it. A worker then asks the questions. */
  start: (scope: UserScope, { name, questionIds }: NewRun): Promise<EvaluationRunRecord> =>
    inTenant(database, scope, async (tx) => {
      if ((await tx.evaluationRuns.countOpen()) >= MAX_OPEN) {
        throw new AppError('conflict', `At most ${MAX_OPEN} runs of a tenant are open at a time.`);
      }
      const golden = await tx.goldenQuestions.active(MAX_ASKED, questionIds);
      if (golden.length === 0) {
        throw new AppError('conflict', 'There is no active golden question to ask.');
      }
      const id = newId(EvaluationRunId);
      const asked = golden.map((one, position) => ({
        position,
        questionId: one.id,
        version: one.version,
        askedAs: one.askedAs ?? scope.userId,
      }));
      await tx.evaluationRuns.create({ id, name, asked });
      await note(tx, scope, { action: 'start', id });
      return orNotFound(await tx.evaluationRuns.find(id));
    }),
  list: (scope: UserScope, page: PageRequest): Promise<Page<EvaluationRunRecord>> =>
    inTenant(database, scope, (tx) => tx.evaluationRuns.list(page)),
  get: (scope: UserScope, id: EvaluationRunId): Promise<EvaluationRunRecord> =>
    inTenant(database, scope, async (tx) => orNotFound(await tx.evaluationRuns.find(id))),
  results: (scope: UserScope, id: EvaluationRunId, page: PageRequest): Promise<Page<ShownResult>> =>
    inTenant(database, scope, async (tx) => {
      orNotFound(await tx.evaluationRuns.find(id));
      const { items, nextAfter } = await tx.evaluationRuns.results(id, page);
      return { items: await toShown(tx, scope, items), nextAfter };
    }),
  /** Stops a run. Questions that were already asked keep their verdict. */
  stop: (scope: UserScope, id: EvaluationRunId): Promise<EvaluationRunRecord> =>
    inTenant(database, scope, async (tx) => {
      orNotFound(await tx.evaluationRuns.find(id));
      if (await tx.evaluationRuns.end(id, { state: 'stopped' })) {
        await note(tx, scope, { action: 'stop', id });
      }
      return orNotFound(await tx.evaluationRuns.find(id));
    }),
  delete: (scope: UserScope, id: EvaluationRunId): Promise<void> =>
    inTenant(database, scope, async (tx) => {
      if (!(await tx.evaluationRuns.delete(id))) throw notFound();
      await note(tx, scope, { action: 'delete', id });
    }),
});

type JudgedQuestion = Judged & { questionId: GoldenQuestionId };

type Compared = {
  before: EvaluationRunId;
  after: EvaluationRunId;
  /** A run under the settings of `before`, used to measure the noise; if unset, the newest such run. */
  noise?: EvaluationRunId | undefined;
};

const createComparison = ({ database }: Deps) => ({
  /**
   * Compares two runs question by question, changed verdicts first. The noise floor is the number of verdicts that change between `before`
   * and another run under the same settings; null if there is no such run.
   */
  compare: (scope: UserScope, { before, after, noise }: Compared) =>
    inTenant(database, scope, async (tx) => {
      const runs = tx.evaluationRuns;
      const base = orNotFound(await runs.find(before));
      orNotFound(await runs.find(after));
      const [judged, other] = [await judgedOf(tx, before), await judgedOf(tx, after)];
      const pairs = pairRuns(judged, other);
      const twin = await findTwin(tx, { base, after, noise });
      const texts = await textsOf(tx, other);
      return {
        ...summarise(pairs),
        noise:
          twin === null
            ? null
            : { runId: twin, ...summarise(pairRuns(judged, await judgedOf(tx, twin))) },
        items: pairs.map((pair) => ({ ...pair, question: texts.get(pair.questionId) ?? null })),
      };
    }),
});

const findTwin = async (
  tx: ScopedRepositories,
  { base, after, noise }: { base: EvaluationRunRecord } & Pick<Compared, 'after' | 'noise'>,
): Promise<EvaluationRunId | null> => {
  const { settingsHash } = base;
  if (noise === undefined) {
    return settingsHash === null ? null : tx.evaluationRuns.twin(settingsHash, [base.id, after]);
  }
  const named = orNotFound(await tx.evaluationRuns.find(noise));
  if (named.settingsHash === null || named.settingsHash !== settingsHash) {
    throw new AppError('conflict', 'The run for the noise was made under other settings.');
  }
  return named.id;
};

const judgedOf = async (tx: ScopedRepositories, id: EvaluationRunId): Promise<JudgedQuestion[]> =>
  (await tx.evaluationRuns.verdicts(id)).map(({ verdict, ...question }) => ({
    ...question,
    verdict: verdict === 'failed' ? null : verdict,
  }));

const textsOf = async (
  tx: ScopedRepositories,
  asked: readonly { questionId: GoldenQuestionId; version: number }[],
): Promise<ReadonlyMap<string, string>> => {
  const contents = await tx.goldenQuestions.contents(asked);
  return new Map(
    asked.flatMap(({ questionId, version }) => {
      const text = contents.get(`${questionId}/${version}`)?.question;
      return text === undefined ? [] : [[questionId, text] as const];
    }),
  );
};

/**
 * Checks a stored answer against the rights of the person who looks at it: if they may not read one of its sources, the whole answer is
 * hidden.
 */
const toShown = async (
  tx: ScopedRepositories,
  { userId }: UserScope,
  results: readonly ResultRecord[],
): Promise<ShownResult[]> => {
  const texts = await textsOf(tx, results);
  const readable = await loadReadableCitations(
    tx,
    results.flatMap(({ sources }) => sources),
  );
  return results.map(({ sources, answer, ...result }) => {
    const isOfDocuments = sources.every(({ chunkId }) => chunkId !== null);
    const isOwn = result.askedAs === userId;
    const isShown = (isOwn || isOfDocuments) && isReadable(sources, readable);
    return {
      ...result,
      question: texts.get(result.questionId) ?? null,
      answer: isShown ? answer : null,
    };
  });
};

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, id }: { action: 'start' | 'stop' | 'delete'; id: EvaluationRunId },
): Promise<void> => tx.audit.append({ actorId, action: `evaluation.${action}`, subjectId: id });
