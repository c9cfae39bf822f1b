import { z } from 'zod';
import { StoredCitation } from '../citations/citation.js';
import { StoredStatement } from '../citations/statement.js';
import { idsBefore, newestFirst, toPage } from '../platform/database/page.js';
import { selectOf, type fromRow } from '../platform/database/rows.js';
import { sql } from '../platform/database/sql.js';
import type { Transaction } from '../platform/database/transaction.js';
import { ChunkId, MemoryId, MessageId, SharedAnswerId } from '../shared/ids.js';
import { orNotFound } from '../shared/errors.js';
import type { PageRequest } from '../shared/page.js';
import { requireUser, type Scope } from '../shared/scope.js';
import { CITATIONS, STATEMENTS } from './messages-repository.js';

export type SharedAnswerRepository = ReturnType<typeof createSharedAnswerRepository>;

export const SharedAnswerRecord = z.object({
  id: SharedAnswerId,
  messageId: MessageId,
  question: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
});
export type SharedAnswerRecord = z.infer<typeof SharedAnswerRecord>;

/** The cited sources of an answer, and everything that was read for it or for earlier answers of the conversation. */
const Sources = z.object({
  citations: z.array(StoredCitation),
  read: z.array(z.object({ chunkId: ChunkId.nullable(), memoryId: MemoryId.nullable() })),
});
export type SourcesOfAnswer = z.infer<typeof Sources>;

const OpenedAnswer = SharedAnswerRecord.extend({
  ...Sources.shape,
  statements: z.array(StoredStatement),
  content: z.string(),
  language: z.string().nullable(),
});
export type OpenedAnswer = z.infer<typeof OpenedAnswer>;

/**
 * The sources that were read for all answers up to `m`, because the model knew those answers. An answer without a receipt counts as having
 * read something unknown.
 */
const READ = sql`coalesce((
  SELECT jsonb_agg(DISTINCT jsonb_build_object('chunkId', one.chunk_id, 'memoryId', one.memory_id))
  FROM messages told, LATERAL (
    SELECT item ->> 'chunkId' AS chunk_id, item ->> 'memoryId' AS memory_id
    FROM executions e, jsonb_array_elements(coalesce(e.receipt -> 'sources', '[{}]')) item
    WHERE e.tenant_id = told.tenant_id AND e.id = told.execution_id
    UNION ALL
    SELECT c.chunk_id::text, c.memory_id::text FROM citations c
    WHERE c.tenant_id = told.tenant_id AND c.message_id = told.id
  ) one
  WHERE told.tenant_id = m.tenant_id AND told.session_id = m.session_id AND told.id <= m.id
    AND told.role = 'assistant' AND told.status = 'ok'), '[]') AS read`;

const SHARED = sql`sh.id, sh.message_id AS "messageId", sh.created_at AS "createdAt", sh.expires_at AS "expiresAt", (
  SELECT q.content FROM messages q WHERE q.tenant_id = m.tenant_id AND q.execution_id = m.execution_id AND q.role = 'user'
) AS question`;

/** A share refers to the messages of question and answer themselves, so it is deleted together with them. */
export const createSharedAnswerRepository = (tx: Transaction, scope: Scope) => ({
  /** The sources of an answer; null unless the message is an answer in a session of the scope's own user. */
  sourcesOf: async (messageId: MessageId): Promise<SourcesOfAnswer | null> => {
    const { tenantId, userId } = requireUser(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${CITATIONS}, ${READ} FROM messages m JOIN sessions s ON s.tenant_id = m.tenant_id AND s.id = m.session_id
      WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${messageId}::uuid AND m.role = 'assistant' AND m.status = 'ok'
        AND s.user_id = ${userId}::uuid`;
    return rows[0] === undefined ? null : Sources.parse(rows[0]);
  },
  /** Shares an answer. If it is already shared, only the expiry changes. */
  save: async (share: {
    id: SharedAnswerId;
    messageId: MessageId;
    expiresAt: Date;
  }): Promise<SharedAnswerRecord> => {
    const { tenantId, userId } = requireUser(scope);
    const saved = await tx.models.sharedAnswer.upsert({
      where: { tenantId_messageId: { tenantId, messageId: share.messageId } },
      create: { tenantId, userId, ...share },
      update: { expiresAt: share.expiresAt },
      select: STORED,
    });
    return orNotFound((await withQuestions(tx, scope, [saved]))[0]);
  },
  /** The user's own shares that have not expired, newest first. */
  list: async (page: PageRequest) => {
    const { tenantId, userId } = requireUser(scope);
    const rows = await tx.models.sharedAnswer.findMany({
      where: { tenantId, userId, expiresAt: { gt: await tx.$now() }, ...idsBefore(page) },
      select: STORED,
      ...newestFirst(page),
    });
    return toPage(await withQuestions(tx, scope, rows), page);
  },
  /** Revokes a share; false unless it is the user's own. */
  revoke: async (id: SharedAnswerId): Promise<boolean> => {
    const { tenantId, userId } = requireUser(scope);
    const where = { tenantId, userId, id };
    const { count } = await tx.models.sharedAnswer.deleteMany({ where });
    return count === 1;
  },
  /** Opens any share in the tenant, until it expires or its owner is suspended. The caller must check the right to its sources. */
  open: async (id: SharedAnswerId): Promise<OpenedAnswer | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${SHARED}, m.content, m.language, ${CITATIONS}, ${STATEMENTS}, ${READ}
      FROM shared_answers sh JOIN messages m ON m.tenant_id = sh.tenant_id AND m.id = sh.message_id
      JOIN users u ON u.tenant_id = sh.tenant_id AND u.id = sh.user_id AND u.status = 'active'
      WHERE sh.tenant_id = ${scope.tenantId}::uuid AND sh.id = ${id}::uuid AND sh.expires_at > now()`;
    return rows[0] === undefined ? null : OpenedAnswer.parse(rows[0]);
  },
});

const Stored = SharedAnswerRecord.omit({ question: true });

const STORED = selectOf(Stored);

type StoredRow = Parameters<typeof fromRow<typeof Stored>>[1];

/** Adds the question, which is the other message of the shared answer's turn. */
const withQuestions = async (
  tx: Transaction,
  { tenantId }: Scope,
  rows: readonly StoredRow[],
): Promise<SharedAnswerRecord[]> => {
  if (rows.length === 0) return [];
  const { message } = tx.models;
  const answers = await message.findMany({
    where: { tenantId, id: { in: rows.map(({ messageId }) => messageId) } },
    select: { id: true, executionId: true },
  });
  const questions = await message.findMany({
    where: { tenantId, role: 'user', executionId: { in: answers.map((one) => one.executionId) } },
    select: { executionId: true, content: true },
  });
  const byExecution = new Map(questions.map((one) => [one.executionId, one.content]));
  const byAnswer = new Map(answers.map((one) => [one.id, byExecution.get(one.executionId)]));
  return rows.map((row) =>
    SharedAnswerRecord.parse({ ...row, question: byAnswer.get(row.messageId) }),
  );
};
