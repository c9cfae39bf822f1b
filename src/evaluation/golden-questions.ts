import { withoutUndefined, type Changes } from '../shared/changes.js';
import { AppError, fieldsRefused, notFound, orNotFound } from '../shared/errors.js';
import { GoldenQuestionId, newId, type ExecutionId } from '../shared/ids.js';
import { eachItem, type PageRequest } from '../shared/page.js';
import { filterOfKey, type UserScope } from '../shared/scope.js';
import { isTestUser } from './askers.js';
import type { Database, ScopedRepositories } from './database.js';
import {
  Expectations,
  type GoldenContent,
  type GoldenFilter,
  type GoldenQuestionRecord,
  type GoldenQuestionStatus,
} from './golden-questions-repository.js';
import { readLines, toLine, type RefusedLine } from './json-lines.js';

type Deps = { database: Pick<Database, 'withScope'> };

export type NewGolden = GoldenContent & { status: GoldenQuestionStatus };

const MAX_QUESTIONS = 5000;

/** Golden questions are what administrators ask again and again. They have versions. */
export const createGoldenQuestions = ({ database }: Deps) => ({
  ...createChanges({ database }),
  list: (scope: UserScope, filter: GoldenFilter & PageRequest) =>
    inTenant(database, scope, (tx) => tx.goldenQuestions.list(filter)),
  get: (scope: UserScope, id: GoldenQuestionId) =>
    inTenant(database, scope, async (tx) => orNotFound(await tx.goldenQuestions.find(id))),
  /** Newest first. */
  versions: (scope: UserScope, id: GoldenQuestionId) =>
    inTenant(database, scope, async (tx) => {
      orNotFound(await tx.goldenQuestions.find(id));
      return tx.goldenQuestions.versions(id);
    }),
  /** Exports one line of JSON per question, newest first. */
  exportLines: (scope: UserScope): Promise<string> =>
    inTenant(database, scope, async (tx) => {
      const lines: string[] = [];
      for await (const golden of eachItem((page) => tx.goldenQuestions.list(page))) {
        lines.push(`${toLine(golden)}\n`);
      }
      return lines.join('');
    }),
  /** Imports the lines that can be read. Other lines are listed with a reason, and do not stop the import. */
  importLines: (
    scope: UserScope,
    text: string,
  ): Promise<{ created: number; refused: RefusedLine[] }> =>
    inTenant(database, scope, async (tx) => {
      const { golden, refused } = readLines(text);
      await requireRoom(tx, golden.length);
      const mayAsk = await testUsersAmong(
        tx,
        golden.map(({ content }) => content.askedAs),
      );
      const added: NewGolden[] = [];
      for (const { line, content } of golden) {
        const reason = refusalOf(content, mayAsk);
        if (reason === null) added.push(content);
        else refused.push({ line, message: reason.message });
      }
      await tx.goldenQuestions.create(
        added.map((content) => ({
          id: newId(GoldenQuestionId),
          originExecutionId: null,
          ...content,
        })),
      );
      if (added.length > 0) await note(tx, scope, { action: 'import', id: scope.tenantId });
      return {
        created: added.length,
        refused: refused.sort((one, other) => one.line - other.line),
      };
    }),
});

const createChanges = ({ database }: Deps) => ({
  create: (scope: UserScope, content: NewGolden): Promise<GoldenQuestionRecord> =>
    inTenant(database, scope, (tx) => add(tx, scope, { ...content, originExecutionId: null })),
  /**
   * Creates a golden question from a chat turn: the caller's own, or one whose asker shares it with administrators through feedback. The
   * documents that the answer cited are expected; if the answer was rated bad, the question becomes a draft without expectations.
   */
  createFromExecution: (scope: UserScope, id: ExecutionId): Promise<GoldenQuestionRecord> =>
    inTenant(database, scope, async (tx) => {
      const found = orNotFound(await tx.executions.find(id));
      const isOwn = found.execution.userId === scope.userId;
      if (!isOwn && found.feedback?.shareWithAdmin !== true) throw notFound();
      if (found.question === null) {
        throw new AppError('conflict', 'No word of this turn was kept, so there is no question.');
      }
      const expectations = await expectationsOf(tx, found);
      return add(tx, scope, {
        question: found.question,
        language: found.execution.language,
        askedAs: null,
        expectations,
        status: hasExpectation(expectations) ? 'active' : 'draft',
        originExecutionId: id,
      });
    }),
  /** Changing the question or its expectations creates a new version; changing the status does not. */
  update: (
    scope: UserScope,
    id: GoldenQuestionId,
    { status, ...changes }: Changes<NewGolden>,
  ): Promise<GoldenQuestionRecord> =>
    inTenant(database, scope, async (tx) => {
      const before = orNotFound(await tx.goldenQuestions.find(id));
      const { question, language, askedAs, expectations } = before;
      const content = { question, language, askedAs, expectations, ...withoutUndefined(changes) };
      await requireUsable(tx, { ...content, status: status ?? before.status });
      if (Object.keys(withoutUndefined(changes)).length > 0) {
        await tx.goldenQuestions.change(id, content);
      }
      if (status !== undefined) await tx.goldenQuestions.setStatus(id, status);
      await note(tx, scope, { action: 'update', id });
      return orNotFound(await tx.goldenQuestions.find(id));
    }),
  delete: (scope: UserScope, id: GoldenQuestionId): Promise<void> =>
    inTenant(database, scope, async (tx) => {
      if (!(await tx.goldenQuestions.delete(id))) throw notFound();
      await note(tx, scope, { action: 'delete', id });
    }),
});

/** Evaluation concerns the whole tenant, so an API key that sees only some documents cannot use it. */
export const inTenant = async <Result>(
  database: Deps['database'],
  scope: UserScope,
  work: (tx: ScopedRepositories) => Promise<Result>,
): Promise<Result> => {
  if (filterOfKey(scope) !== null) {
    throw new AppError('forbidden', 'A key that sees some documents alone evaluates nothing.');
  }
  return database.withScope(scope, work);
};

const add = async (
  tx: ScopedRepositories,
  scope: UserScope,
  content: NewGolden & Pick<GoldenQuestionRecord, 'originExecutionId'>,
): Promise<GoldenQuestionRecord> => {
  await requireRoom(tx, 1);
  await requireUsable(tx, content);
  const id = newId(GoldenQuestionId);
  await tx.goldenQuestions.create([{ id, ...content }]);
  await note(tx, scope, { action: 'create', id });
  return orNotFound(await tx.goldenQuestions.find(id));
};

const requireRoom = async (tx: ScopedRepositories, more: number): Promise<void> => {
  if ((await tx.goldenQuestions.countForAdding()) + more > MAX_QUESTIONS) {
    throw new AppError(
      'quota_exceeded',
      `A tenant can have at most ${MAX_QUESTIONS} golden questions.`,
    );
  }
};

const requireUsable = async (tx: ScopedRepositories, content: NewGolden): Promise<void> => {
  const reason = refusalOf(content, await testUsersAmong(tx, [content.askedAs]));
  if (reason !== null) throw fieldsRefused([reason]);
};

/** Returns the test users among these users, looking each of them up once. */
const testUsersAmong = async (
  tx: ScopedRepositories,
  given: readonly NewGolden['askedAs'][],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const id of new Set(given)) if (id !== null && (await isTestUser(tx, id))) found.add(id);
  return found;
};

const refusalOf = (
  { askedAs, expectations, status }: NewGolden,
  mayAsk: ReadonlySet<string>,
): { path: string; message: string } | null => {
  if (askedAs !== null && !mayAsk.has(askedAs)) {
    const message =
      'must be a test user: a member who never had a password or key, and whom nobody has used';
    return { path: 'askedAs', message };
  }
  const { refusal, documents, facts } = expectations;
  if (refusal && documents.length + facts.length > 0) {
    return { path: 'expectations', message: 'cannot expect a refusal and an answer' };
  }
  if (status === 'active' && !hasExpectation(expectations)) {
    return { path: 'expectations', message: 'must expect something, or the question is a draft' };
  }
  return null;
};

const hasExpectation = ({ refusal, ...lists }: Expectations): boolean =>
  refusal || Object.values(lists).some((list) => list.length > 0);

type Found = NonNullable<Awaited<ReturnType<ScopedRepositories['executions']['find']>>>;

const expectationsOf = async (
  tx: ScopedRepositories,
  { execution, feedback, citations }: Found,
): Promise<Expectations> => {
  if (feedback?.rating === 'down') return Expectations.parse({});
  if (execution.responseType === 'not_found') return Expectations.parse({ refusal: true });
  const chunkIds = citations.flatMap(({ chunkId }) => chunkId ?? []);
  const places = await tx.evaluationRuns.ownersOf(chunkIds);
  const cited = citations.flatMap(({ documentId }) => documentId ?? []);
  const documents = [...new Set(cited)].map((documentId) => {
    const pages = places.flatMap((place) =>
      place.documentId === documentId && place.pageStart !== null ? [place.pageStart] : [],
    );
    return pages.length === 0 ? { documentId } : { documentId, pages: [...new Set(pages)] };
  });
  return Expectations.parse({ documents: documents.slice(0, 20) });
};

const note = (
  tx: Pick<ScopedRepositories, 'audit'>,
  { userId: actorId }: UserScope,
  { action, id }: { action: 'create' | 'update' | 'delete' | 'import'; id: string },
): Promise<void> =>
  tx.audit.append({ actorId, action: `golden_question.${action}`, subjectId: id });
