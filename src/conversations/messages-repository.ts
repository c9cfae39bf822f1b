import { z } from 'zod';
import { StoredCitation } from '../citations/citation.js';
import { StoredStatement } from '../citations/statement.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { columnsOf, joinSql, sql, type Sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { MessageId, SessionId, type ExecutionId, type TenantId } from '../shared/ids.js';
import type { PageRequest } from '../shared/page.js';
import { requireUser, type Scope } from '../shared/scope.js';
import { AnswerOutcome } from './execution.js';
import { Feedback, MessageRecord, PastMessage, StoredMessage } from './schema.js';

/** The citations of a message that is aliased `m`, a dozen at most, read in one statement with it. */
export const CITATIONS = sql`coalesce((
  SELECT jsonb_agg(cited ORDER BY cited.number) FROM (
    SELECT ${columnsOf(StoredCitation, 'c')} FROM citations c WHERE c.tenant_id = m.tenant_id AND c.message_id = m.id
  ) cited), '[]') AS citations`;

/** The statements of a message that is aliased `m`; none of one that was written before there were any. */
const STATEMENTS = sql`coalesce((
  SELECT jsonb_agg(said ORDER BY said.number) FROM (
    SELECT ${columnsOf(StoredStatement, 'st')} FROM statements st WHERE st.tenant_id = m.tenant_id AND st.message_id = m.id
  ) said), '[]') AS statements`;

const FEEDBACK = sql`(
  SELECT jsonb_build_object('rating', f.rating, 'comment', f.comment, 'shareWithAdmin', f.share_with_admin)
  FROM feedback f WHERE f.tenant_id = m.tenant_id AND f.message_id = m.id) AS feedback`;

/** How the answer that is aliased `m` came about; null of a question, of one that is still being answered, and of one that failed. */
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
});
const RatedMessage = CitingMessage.extend({
  beforeRepair: StoredMessage.shape.beforeRepair,
  feedback: Feedback.nullable(),
});
export const ListedMessage = RatedMessage.extend({ outcome: AnswerOutcome.nullable() });

const MESSAGE = columnsOf(MessageRecord, 'm');
const STORED_MESSAGE = columnsOf(StoredMessage, 'm');
/** How much of one person's conversations a search by words looks at, and how much it finds. */
const SEARCHED = { messages: 10_000, answersOfOne: 5, found: 500 };

const MessageWithWords = z.object({
  id: MessageId,
  sessionId: SessionId,
  role: MessageRecord.shape.role,
});
export type MessageWithWords = z.infer<typeof MessageWithWords>;

/** True where a text has each of the words somewhere, in any case. */
export const hasWords = (text: Sql, words: readonly string[]): Sql =>
  joinSql(
    words.map(
      (word) =>
        sql`strpos(lower(${text} COLLATE "und-x-icu"), lower(${word}::text COLLATE "und-x-icu")) > 0`,
    ),
    ' AND ',
  );

const MessageCitation = StoredCitation.extend({ messageId: MessageId });

type Recent = { before: ExecutionId; limit: number; maxChars: number };

/** Reads messages: those of the scope's own user alone. */
export const createMessageReads = (tx: Transaction, scope: Scope) => ({
  /** Oldest first, the newest `limit` messages before the given execution's, with what they cite. */
  history: async (id: SessionId, { before, limit }: Omit<Recent, 'maxChars'>) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MESSAGE}, ${CITATIONS}, ${STATEMENTS} ${fromOwn(scope)}
      WHERE m.session_id = ${id}::uuid AND m.execution_id <> ${before}::uuid
      ORDER BY m.id DESC LIMIT ${limit}`;
    return CitingMessage.array().parse(rows).reverse();
  },
  messages: async (id: SessionId, page: PageRequest) => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${STORED_MESSAGE}, ${CITATIONS}, ${STATEMENTS}, ${FEEDBACK}, ${OUTCOME}
      ${fromOwn(scope)} WHERE m.session_id = ${id}::uuid ${olderThan(sql`m.id`, page)}
      ORDER BY m.id DESC LIMIT ${beyond(page)}`;
    return toPage(ListedMessage.array().parse(rows), page);
  },
  /** Over all sessions, newest first, without the given execution's and without failed ones; texts cut at `maxChars`. */
  recentMessages: async ({ before, limit, maxChars }: Recent): Promise<PastMessage[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT m.id, m.role, left(m.content, ${maxChars}) AS content, m.created_at AS "createdAt" ${fromOwn(scope)}
      WHERE m.status = 'ok' AND m.execution_id <> ${before}::uuid
      ORDER BY m.id DESC LIMIT ${limit}`;
    return PastMessage.array().parse(rows);
  },
  /**
   * Messages that have all these words, in any case: the owner's own first, and a few of each session. Looks at so many messages, those
   * of the sessions that went on last.
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
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${columnsOf(MessageCitation, 'c')}
      ${fromOwn(scope)} JOIN citations c ON c.tenant_id = m.tenant_id AND c.message_id = m.id
      WHERE m.id = ANY(${[...ids]}::uuid[]) ORDER BY c.message_id, c.number`;
    return MessageCitation.array().parse(rows);
  },
  findUserMessage: async (id: MessageId): Promise<MessageRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MESSAGE} ${fromOwn(scope)} WHERE m.id = ${id}::uuid AND m.role = 'user'`;
    return rows[0] ? MessageRecord.parse(rows[0]) : null;
  },
});
const fromOwn = (scope: Scope): Sql => {
  const { tenantId, userId } = requireUser(scope);
  return sql`FROM messages m JOIN sessions s
    ON s.tenant_id = m.tenant_id AND s.id = m.session_id AND s.tenant_id = ${tenantId}::uuid AND s.user_id = ${userId}::uuid`;
};

/** Both sides of a turn; the caller has checked that the reader may see the execution. */
export const readTurnMessages = async (
  tx: Transaction,
  { tenantId, executionId }: { tenantId: TenantId; executionId: ExecutionId },
) => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT ${STORED_MESSAGE}, ${CITATIONS}, ${STATEMENTS}, ${FEEDBACK} FROM messages m
    WHERE m.tenant_id = ${tenantId}::uuid AND m.execution_id = ${executionId}::uuid`;
  return RatedMessage.array().parse(rows);
};
