import { z } from 'zod';
import { StoredCitation } from '../citations/citation.js';
import { StoredStatement } from '../citations/statement.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { fromRow, selectOf } from '../platform/database/rows.js';
import { columnsOf, emptySql, joinSql, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { MessageId, SessionId, type ExecutionId, type TenantId } from '../shared/ids.js';
import type { PageRequest } from '../shared/page.js';
import { requireUser, type Scope } from '../shared/scope.js';
import { alternativesOf, Branching, toBranch, type Stretch } from './branches.js';
import { AnswerOutcome } from './execution.js';
import { Feedback, MessageRecord, PastMessage, StoredMessage } from './schema.js';

/** The citations of a message aliased `m` (a dozen at most), read in the same statement. */
export const CITATIONS = sql`coalesce((
  SELECT jsonb_agg(cited ORDER BY cited.number) FROM (
    SELECT ${columnsOf(StoredCitation, 'c')} FROM citations c WHERE c.tenant_id = m.tenant_id AND c.message_id = m.id
  ) cited), '[]') AS citations`;

/** The statements of a message aliased `m`; empty for a message from before statements were stored. */
export const STATEMENTS = sql`coalesce((
  SELECT jsonb_agg(said ORDER BY said.number) FROM (
    SELECT ${columnsOf(StoredStatement, 'st')} FROM statements st WHERE st.tenant_id = m.tenant_id AND st.message_id = m.id
  ) said), '[]') AS statements`;

const FEEDBACK = sql`(
  SELECT jsonb_build_object('rating', f.rating, 'comment', f.comment, 'shareWithAdmin', f.share_with_admin)
  FROM feedback f WHERE f.tenant_id = m.tenant_id AND f.message_id = m.id) AS feedback`;

/** How the answer aliased `m` was produced; null for a question, and for an answer that is pending or failed. */
const OUTCOME = sql`(
  SELECT jsonb_build_object('status', e.status, 'responseType', e.response_type, 'generatedBy', e.generated_by,
    'notice', e.notice, 'degraded', e.degraded, 'corrections', coalesce(e.receipt -> 'corrections', '[]'),
    'toolCalls', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', tc.call_id, 'name', tc.name, 'ok', tc.ok,
        'durationMs', tc.duration_ms, 'cached', tc.cached) ORDER BY tc.position)
      FROM tool_calls tc WHERE tc.tenant_id = e.tenant_id AND tc.execution_id = e.id), '[]'))
  FROM executions e
  WHERE m.role = 'assistant' AND e.tenant_id = m.tenant_id AND e.id = m.execution_id AND e.response_type IS NOT NULL
) AS outcome`;

const CitingMessage = MessageRecord.extend({
  citations: z.array(StoredCitation),
  statements: z.array(StoredStatement),
  /** True if some question of the session began a branch. Only read to determine which messages belong to a turn. */
  isBranched: z.boolean().optional(),
});
type CitingMessage = z.infer<typeof CitingMessage>;
const RatedMessage = CitingMessage.extend({
  beforeRepair: StoredMessage.shape.beforeRepair,
  feedback: Feedback.nullable(),
});
const BranchMessage = RatedMessage.extend({
  outcome: AnswerOutcome.nullable(),
  parentMessageId: MessageId.nullable(),
});
export const ListedMessage = BranchMessage.extend({ branches: z.array(MessageId) });

/** The id of the message after which the one aliased `m` was sent. */
const PARENT = sql`CASE WHEN m.is_first THEN NULL ELSE coalesce(m.parent_id, (
  SELECT p.id FROM messages p WHERE p.tenant_id = m.tenant_id AND p.session_id = m.session_id AND p.id < m.id
  ORDER BY p.id DESC LIMIT 1)) END AS "parentMessageId"`;

const NEXT_OF_PARENT = sql`(
  SELECT n.id FROM messages n WHERE n.tenant_id = m.tenant_id AND n.session_id = m.session_id
    AND (m.parent_id IS NULL OR n.id > m.parent_id) ORDER BY n.id LIMIT 1) AS "besideId"`;

/** If there are more branchings, the oldest count as asked after the message before them. */
const MOST_BRANCHINGS = 1_000;

const MESSAGE = columnsOf(MessageRecord, 'm');
const STORED_MESSAGE = columnsOf(StoredMessage, 'm');
/** The number of a person's messages in which words are searched, and the number of results. */
const SEARCHED = { messages: 10_000, answersOfOne: 5, found: 500 };

const MessageWithWords = z.object({
  id: MessageId,
  sessionId: SessionId,
  role: MessageRecord.shape.role,
});
export type MessageWithWords = z.infer<typeof MessageWithWords>;

/** True if a text contains each of the words, ignoring case. */
export const hasWords = (text: Sql, words: readonly string[]): Sql =>
  joinSql(
    words.map(
      (word) =>
        sql`strpos(lower(${text} COLLATE "und-x-icu"), lower(${word}::text COLLATE "und-x-icu")) > 0`,
    ),
    ' AND ',
  );

const MessageCitation = StoredCitation.extend({ messageId: MessageId });

/** A message that the branch must contain; `all` for every branch. */
type Through = MessageId | 'all' | undefined;

type Recent = { before: ExecutionId; limit: number; maxChars: number };

/** Reads messages, only those of the scope's own user. */
export const createMessageReads = (tx: Transaction, scope: Scope) => ({
  /** Returns the newest `limit` messages before those of the given execution, oldest first, with their citations. */
  history: (id: SessionId, turn: Omit<Recent, 'maxChars'>) =>
    readHistory(tx, scope, { id, ...turn }),
  /** Lists messages, newest first: those of the newest branch, of the newest branch that contains a given message, or all of them. */
  messages: async (id: SessionId, { through, ...page }: PageRequest & { through?: Through }) => {
    const branchings = await readBranchings(tx, scope, id);
    const branch = through === 'all' ? emptySql : within(toBranch(branchings, through ?? null));
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${STORED_MESSAGE}, ${CITATIONS}, ${STATEMENTS}, ${FEEDBACK}, ${OUTCOME}, ${PARENT}
      ${fromOwn(scope)} WHERE m.session_id = ${id}::uuid ${branch} ${olderThan(sql`m.id`, page)}
      ORDER BY m.id DESC LIMIT ${beyond(page)}`;
    const messages = BranchMessage.array()
      .parse(rows)
      .map((message) => ({ ...message, branches: [...alternativesOf(branchings, message.id)] }));
    return toPage(messages, page);
  },
  /** True if the message belongs to that session. */
  holds: async (id: SessionId, message: MessageId): Promise<boolean> => {
    const where = { ...ownMessages(scope), sessionId: id, id: message };
    return (await tx.models.message.count({ where })) > 0;
  },
  /**
   * Lists recent messages of all sessions, newest first, without failed ones and those of the given execution; texts are cut at `maxChars`.
   */
  recentMessages: async ({ before, limit, maxChars }: Recent): Promise<PastMessage[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT m.id, m.role, left(m.content, ${maxChars}) AS content, m.created_at AS "createdAt" ${fromOwn(scope)}
      WHERE m.status = 'ok' AND m.execution_id <> ${before}::uuid
      ORDER BY m.id DESC LIMIT ${limit}`;
    return PastMessage.array().parse(rows);
  },
  /**
   * Finds messages that contain all these words, ignoring case: the owner's own first, and only a few per session. Searches a limited
   * number of messages, from the sessions with the latest activity.
   */
  withWords: async (words: readonly string[]): Promise<MessageWithWords[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT id, session_id AS "sessionId", role FROM (
        SELECT id, session_id, role, row_number() OVER (PARTITION BY session_id, role ORDER BY id DESC) AS place FROM (
          SELECT m.id, m.session_id, m.role, m.content ${fromOwn(scope)}
          ORDER BY s.last_activity_at DESC, m.id DESC LIMIT ${SEARCHED.messages}
        ) looked WHERE ${hasWords(sql`content`, words)}
      ) found WHERE place <= CASE role WHEN 'user' THEN 1 ELSE ${SEARCHED.answersOfOne}::int END
      ORDER BY role DESC, id DESC LIMIT ${SEARCHED.found}`;
    return MessageWithWords.array().parse(rows);
  },
  citationsOf: async (ids: readonly MessageId[]) => {
    if (ids.length === 0) return [];
    const rows = await tx.models.citation.findMany({
      where: { tenantId: scope.tenantId, messageId: { in: [...ids] }, message: ownMessages(scope) },
      select: selectOf(MessageCitation),
      orderBy: [{ messageId: 'asc' }, { number: 'asc' }],
    });
    return rows.map((row) => fromRow(MessageCitation, row));
  },
  findUserMessage: async (id: MessageId): Promise<MessageRecord | null> => {
    const where = { ...ownMessages(scope), id, role: 'user' };
    const row = await tx.models.message.findFirst({ where, select: selectOf(MessageRecord) });
    return row && fromRow(MessageRecord, row);
  },
});

type HistoryOf = Omit<Recent, 'maxChars'> & { id: SessionId };

const readHistory = async (
  tx: Transaction,
  scope: Scope,
  { id, before, limit }: HistoryOf,
): Promise<CitingMessage[]> => {
  const read = async (branch: Sql): Promise<CitingMessage[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MESSAGE}, ${CITATIONS}, ${STATEMENTS}, EXISTS (
        SELECT FROM messages b WHERE b.tenant_id = m.tenant_id AND b.session_id = m.session_id
          AND (b.parent_id IS NOT NULL OR b.is_first)) AS "isBranched"
      ${fromOwn(scope)} WHERE m.session_id = ${id}::uuid AND m.execution_id <> ${before}::uuid ${branch}
      ORDER BY m.id DESC LIMIT ${limit}`;
    return CitingMessage.array().parse(rows).reverse();
  };
  const all = await read(emptySql);
  // Few conversations have branches, and a conversation without branches is read with one statement.
  if (all[0]?.isBranched !== true) return all;
  return read(within(toBranch(await readBranchings(tx, scope, id), null)));
};

/** Reads branchings in chronological order. */
const readBranchings = async (
  tx: Transaction,
  scope: Scope,
  id: SessionId,
): Promise<readonly Branching[]> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT m.id, m.parent_id AS "parentId", ${NEXT_OF_PARENT} ${fromOwn(scope)}
    WHERE m.session_id = ${id}::uuid AND (m.parent_id IS NOT NULL OR m.is_first)
    ORDER BY m.id DESC LIMIT ${MOST_BRANCHINGS}`;
  return Branching.array().parse(rows).reverse();
};

/** An SQL `AND` condition that selects the messages, aliased `m`, of these stretches. */
const within = (stretches: readonly Stretch[]): Sql => {
  const conditions = stretches.map(({ from, to, before }) =>
    joinSql(
      [
        sql`true`,
        from === null ? emptySql : sql`AND m.id >= ${from}::uuid`,
        to === null ? emptySql : sql`AND m.id <= ${to}::uuid`,
        before === null ? emptySql : sql`AND m.id < ${before}::uuid`,
      ],
      ' ',
    ),
  );
  return sql`AND (${joinSql(conditions, ' OR ')})`;
};

const fromOwn = (scope: Scope): Sql => {
  const { tenantId, userId } = requireUser(scope);
  return sql`FROM messages m JOIN sessions s
    ON s.tenant_id = m.tenant_id AND s.id = m.session_id AND s.tenant_id = ${tenantId}::uuid AND s.user_id = ${userId}::uuid`;
};

/** The condition for a user's own messages, as `where` of a Prisma model. */
export const ownMessages = (scope: Scope) => {
  const { tenantId, userId } = requireUser(scope);
  return { tenantId, session: { tenantId, userId } };
};

/** Reads question and answer of a turn; the caller must have checked that the reader may see the execution. */
export const readTurnMessages = async (
  tx: Transaction,
  { tenantId, executionId }: { tenantId: TenantId; executionId: ExecutionId },
) => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT ${STORED_MESSAGE}, ${CITATIONS}, ${STATEMENTS}, ${FEEDBACK} FROM messages m
    WHERE m.tenant_id = ${tenantId}::uuid AND m.execution_id = ${executionId}::uuid`;
  return RatedMessage.array().parse(rows);
};
