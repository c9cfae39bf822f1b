import { z } from 'zod';
import { MessageRecord, PastMessage } from './schema.js';
import { Feedback } from './feedback.js';
import { MessageId, type ExecutionId, type TenantId, type SessionId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { requireUser } from '../platform/database/owner.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import { StoredCitation } from '../citations/index.js';
import type { PageRequest, Page } from '../shared/page.js';

/** Over `messages` aliased `m`. */
const MESSAGE_COLUMNS = sql`m.id, m.session_id AS "sessionId", m.role, m.content, m.status, m.language,
  m.execution_id AS "executionId", m.confidence, m.citation_count AS "citationCount", m.length_chars AS "lengthChars",
  m.total_ms AS "totalMs", m.tools_used AS "toolsUsed", m.created_at AS "createdAt"`;

/** With what they cite, in one statement: a message has a dozen citations at most. */
const CITATIONS = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('number', c.number, 'type', c.type, 'documentId', c.document_id,
    'documentVersion', c.document_version, 'chunkId', c.chunk_id, 'memoryId', c.memory_id, 'toolCallId', c.tool_call_id,
    'charStart', c.char_start, 'charEnd', c.char_end, 'score', c.score, 'verification', c.verification) ORDER BY c.number)
  FROM citations c WHERE c.tenant_id = m.tenant_id AND c.message_id = m.id), '[]') AS citations`;

const FEEDBACK = sql`(
  SELECT jsonb_build_object('rating', f.rating, 'comment', f.comment)
  FROM feedback f WHERE f.tenant_id = m.tenant_id AND f.message_id = m.id) AS feedback`;

const CitingMessage = MessageRecord.extend({ citations: z.array(StoredCitation) });

const RatedMessage = CitingMessage.extend({ feedback: Feedback.nullable() });

const MessageCitation = StoredCitation.extend({ messageId: MessageId });

export const createMessageReads = (tx: Transaction, scope: Scope) => ({
  /** Oldest first, the newest `limit` messages before the given execution's, with what they cite. */
  history: async (
    id: SessionId,
    { before, limit }: { before: ExecutionId; limit: number },
  ): Promise<(MessageRecord & { citations: StoredCitation[] })[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MESSAGE_COLUMNS}, ${CITATIONS} ${fromOwn(scope)}
      WHERE m.session_id = ${id}::uuid AND m.execution_id <> ${before}::uuid
      ORDER BY m.id DESC LIMIT ${limit}`;
    return CitingMessage.array().parse(rows).reverse();
  },
  messages: async (
    id: SessionId,
    page: PageRequest,
  ): Promise<Page<MessageRecord & { citations: StoredCitation[]; feedback: Feedback | null }>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MESSAGE_COLUMNS}, ${CITATIONS}, ${FEEDBACK} ${fromOwn(scope)}
      WHERE m.session_id = ${id}::uuid ${olderThan(sql`m.id`, page)}
      ORDER BY m.id DESC LIMIT ${beyond(page)}`;
    return toPage(RatedMessage.array().parse(rows), page);
  },
  /** Over all sessions, newest first, without the given execution's and without failed ones; texts cut at `maxChars`. */
  recentMessages: async ({
    before,
    limit,
    maxChars,
  }: {
    before: ExecutionId;
    limit: number;
    maxChars: number;
  }): Promise<PastMessage[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT m.id, m.role, left(m.content, ${maxChars}) AS content, m.created_at AS "createdAt" ${fromOwn(scope)}
      WHERE m.status = 'ok' AND m.execution_id <> ${before}::uuid
      ORDER BY m.id DESC LIMIT ${limit}`;
    return PastMessage.array().parse(rows);
  },
  citationsOf: async (
    ids: readonly MessageId[],
  ): Promise<(StoredCitation & { messageId: MessageId })[]> => {
    if (ids.length === 0) return [];
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT c.message_id AS "messageId", c.number, c.type, c.document_id AS "documentId",
        c.document_version AS "documentVersion", c.chunk_id AS "chunkId", c.memory_id AS "memoryId",
        c.tool_call_id AS "toolCallId", c.char_start AS "charStart", c.char_end AS "charEnd", c.score, c.verification
      ${fromOwn(scope)} JOIN citations c ON c.tenant_id = m.tenant_id AND c.message_id = m.id
      WHERE m.id = ANY(${[...ids]}::uuid[]) ORDER BY c.message_id, c.number`;
    return MessageCitation.array().parse(rows);
  },
  findUserMessage: async (id: MessageId): Promise<MessageRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${MESSAGE_COLUMNS} ${fromOwn(scope)} WHERE m.id = ${id}::uuid AND m.role = 'user'`;
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
): Promise<z.infer<typeof RatedMessage>[]> => {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT ${MESSAGE_COLUMNS}, ${CITATIONS}, ${FEEDBACK} FROM messages m
    WHERE m.tenant_id = ${tenantId}::uuid AND m.execution_id = ${executionId}::uuid`;
  return RatedMessage.array().parse(rows);
};
