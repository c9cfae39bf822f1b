import { z } from 'zod';
import { idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import { fromRow, selectOf, toJsonColumn } from '../platform/database/rows.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { withoutUndefined } from '../shared/changes.js';
import { orNotFound } from '../shared/errors.js';
import { DocumentId, ExecutionId, GoldenQuestionId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import { requireUser, type Scope } from '../shared/scope.js';

export type GoldenQuestionRepository = ReturnType<typeof createGoldenQuestionRepository>;

const MAX_LISTED = 20;

const fact = z.string().trim().min(1).max(300);

/** Everything that is expected of an answer and that code can check. */
export const Expectations = z
  .strictObject({
    refusal: z
      .boolean()
      .default(false)
      .describe('No document answers the question, so the right response is to say so.'),
    documents: z
      .array(
        z.strictObject({
          documentId: DocumentId,
          pages: z
            .array(z.int().min(1).max(100_000))
            .max(MAX_LISTED)
            .optional()
            .describe('One of these must be cited; if omitted, any page.'),
        }),
      )
      .max(MAX_LISTED)
      .default([])
      .describe('All of these must be cited.'),
    facts: z
      .array(fact)
      .max(MAX_LISTED)
      .default([])
      .describe('Texts that the answer must contain; ` | ` separates alternatives.'),
    absent: z
      .array(fact)
      .max(MAX_LISTED)
      .default([])
      .describe('Texts that the answer must not contain.'),
    hidden: z
      .array(DocumentId)
      .max(MAX_LISTED)
      .default([])
      .describe('Documents that may neither be found nor cited: each that is counts as a leak.'),
  })
  .meta({ id: 'GoldenQuestionExpectations' });
export type Expectations = z.infer<typeof Expectations>;

/** A run asks only the active questions. */
export const GoldenQuestionStatus = z.enum(['active', 'draft', 'retired']);
export type GoldenQuestionStatus = z.infer<typeof GoldenQuestionStatus>;

/** The part of a golden question that is versioned. */
const Content = z.object({
  question: z.string(),
  language: z.string().nullable(),
  askedAs: UserId.nullable().describe('A test user; null: whoever starts the run.'),
  expectations: Expectations,
});
export type GoldenContent = z.infer<typeof Content>;

export const GoldenVersionRecord = Content.extend({
  version: z.int(),
  changedBy: UserId,
  createdAt: z.date(),
});
export type GoldenVersionRecord = z.infer<typeof GoldenVersionRecord>;

const Head = z.object({
  id: GoldenQuestionId,
  status: GoldenQuestionStatus,
  originExecutionId: ExecutionId.nullable().describe('The turn that it was made from.'),
  createdBy: UserId,
  createdAt: z.date(),
  updatedAt: z.date(),
});

export const GoldenQuestionRecord = Head.extend({ version: z.int() }).extend(Content.shape);
export type GoldenQuestionRecord = z.infer<typeof GoldenQuestionRecord>;

type NewGoldenQuestion = Pick<GoldenQuestionRecord, 'id' | 'status' | 'originExecutionId'> &
  GoldenContent;

export type GoldenFilter = { status?: GoldenQuestionStatus | undefined };

/** The golden questions of a tenant; the routes decide which people may run them. */
export const createGoldenQuestionRepository = (tx: Transaction, scope: Scope) => ({
  ...createReads(tx, scope),
  ...createVersionReads(tx, scope),
  ...createWrites(tx, scope),
});

const find = async (
  tx: Transaction,
  scope: Scope,
  id: GoldenQuestionId,
): Promise<GoldenQuestionRecord | null> => {
  const where = { tenantId: scope.tenantId, id };
  const row = await tx.models.goldenQuestion.findFirst({ where, select: HEAD });
  return row && ((await withContent(tx, scope, [row]))[0] ?? null);
};

const withContent = async (
  tx: Transaction,
  { tenantId }: Scope,
  rows: readonly HeadRow[],
): Promise<GoldenQuestionRecord[]> => {
  if (rows.length === 0) return [];
  const current = rows.map(({ id, version }) => ({ questionId: id, version }));
  const versions = await tx.models.goldenQuestionVersion.findMany({
    where: { tenantId, OR: current },
    select: { ...VERSION, questionId: true },
  });
  const contents = new Map(versions.map((one) => [one.questionId, one]));
  return rows.map((row) => {
    const { question, language, askedAs, expectations } = orNotFound(contents.get(row.id));
    return fromRow(GoldenQuestionRecord, { ...row, question, language, askedAs, expectations });
  });
};

const createReads = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  const { goldenQuestion } = tx.models;
  return {
    find: (id: GoldenQuestionId) => find(tx, scope, id),
    /** Newest first. */
    list: async ({
      status,
      ...page
    }: GoldenFilter & PageRequest): Promise<Page<GoldenQuestionRecord>> => {
      const rows = await goldenQuestion.findMany({
        where: { tenantId, ...withoutUndefined({ status }), ...idsBefore(page) },
        select: HEAD,
        ...newestFirst(page),
      });
      return toPage(await withContent(tx, scope, rows), page);
    },
    /** Lists active questions, oldest first, up to a limit; if ids are given, only those questions. */
    active: async (limit: number, ids?: readonly GoldenQuestionId[]) => {
      const which = withoutUndefined({ id: ids && { in: [...ids] } });
      const rows = await goldenQuestion.findMany({
        where: { tenantId, status: 'active', ...which },
        select: HEAD,
        orderBy: { id: 'asc' },
        take: limit,
      });
      return withContent(tx, scope, rows);
    },
    /** True if the user has a conversation, a document or a memory. */
    hasLeftSomething: async (userId: UserId): Promise<boolean> => {
      const { session, document, memory } = tx.models;
      const where = { tenantId, userId };
      const counts = [
        await session.count({ where, take: 1 }),
        await memory.count({ where, take: 1 }),
        await document.count({ where: { tenantId, ownerId: userId }, take: 1 }),
      ];
      return counts.some((count) => count > 0);
    },
    /** Counts the tenant's questions; other transactions of the tenant that add one wait until this one ends. */
    countForAdding: async (): Promise<number> => {
      await tx.$lock(`golden-questions/${tenantId}`);
      return goldenQuestion.count({ where: { tenantId } });
    },
  };
};

const createVersionReads = (tx: Transaction, { tenantId }: Scope) => {
  const { goldenQuestionVersion } = tx.models;
  return {
    /** Newest first. */
    versions: async (id: GoldenQuestionId): Promise<GoldenVersionRecord[]> => {
      const rows = await goldenQuestionVersion.findMany({
        where: { tenantId, questionId: id },
        select: VERSION,
        orderBy: { version: 'desc' },
        take: MAX_VERSIONS,
      });
      return rows.map((row) => fromRow(GoldenVersionRecord, row));
    },
    /** Returns the content of the versions that a run asked, by `id/version`. */
    contents: async (wanted: readonly { questionId: GoldenQuestionId; version: number }[]) => {
      if (wanted.length === 0) return new Map<string, GoldenContent>();
      const rows = await goldenQuestionVersion.findMany({
        where: { tenantId, OR: wanted.map(({ questionId, version }) => ({ questionId, version })) },
        select: { ...VERSION, questionId: true },
      });
      return new Map(
        rows.map(({ questionId, ...row }) => [`${questionId}/${row.version}`, Content.parse(row)]),
      );
    },
  };
};

const createWrites = (tx: Transaction, scope: Scope) => {
  const { tenantId } = scope;
  const { goldenQuestion } = tx.models;
  return {
    /** Adds questions, each in its first version. */
    create: async (questions: readonly NewGoldenQuestion[]): Promise<void> => {
      const createdBy = requireUser(scope).userId;
      await goldenQuestion.createMany({
        data: questions.map(({ id, status, originExecutionId }) => ({
          tenantId,
          id,
          status,
          originExecutionId,
          createdBy,
        })),
      });
      const versions = questions.map(({ id, ...content }) => ({ id, version: 1, content }));
      await addVersions(tx, scope, versions);
    },
    /** Saves a new version; earlier versions stay for the runs that asked them. */
    change: async (id: GoldenQuestionId, content: GoldenContent): Promise<void> => {
      await tx.$lock(`golden-question/${id}`);
      const { version } = orNotFound(await find(tx, scope, id));
      await addVersions(tx, scope, [{ id, version: version + 1, content }]);
      await goldenQuestion.updateMany({
        where: { tenantId, id },
        data: { version: version + 1, updatedAt: await tx.$now() },
      });
    },
    setStatus: async (id: GoldenQuestionId, status: GoldenQuestionStatus): Promise<void> => {
      const data = { status, updatedAt: await tx.$now() };
      await goldenQuestion.updateMany({ where: { tenantId, id }, data });
    },
    /** Deletes a question with all its versions; the results of runs stay, without the words of the question. */
    delete: async (id: GoldenQuestionId): Promise<boolean> => {
      const { count } = await goldenQuestion.deleteMany({ where: { tenantId, id } });
      return count > 0;
    },
  };
};

type NewVersion = { id: GoldenQuestionId; version: number; content: GoldenContent };

const addVersions = async (
  tx: Transaction,
  scope: Scope,
  versions: readonly NewVersion[],
): Promise<void> => {
  await tx.models.goldenQuestionVersion.createMany({
    data: versions.map(({ id, version, content }) => ({
      tenantId: scope.tenantId,
      questionId: id,
      version,
      question: toStorableText(content.question),
      language: content.language,
      askedAs: content.askedAs,
      expectations: toJsonColumn(content.expectations),
      changedBy: requireUser(scope).userId,
    })),
  });
};

const MAX_VERSIONS = 100;

const HEAD = selectOf(Head.extend({ version: z.int() }));

type HeadRow = Parameters<typeof fromRow<typeof Head>>[1] & { id: string; version: number };

const VERSION = selectOf(GoldenVersionRecord);
