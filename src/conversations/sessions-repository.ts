import { AppError, notFound } from '../shared/errors.js';
import { SessionRecord } from './schema.js';
import type { Scope } from '../shared/scope.js';
import { sql, type Sql } from '../platform/database/sql.js';
import { inMs } from '../platform/database/clock.js';
import { createMessageReads } from './messages-repository.js';
import { createSummaryCoverage } from './summary-coverage-repository.js';
import { requireSystem, requireUser } from '../platform/database/owner.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { addUsage } from '../tenancy/index.js';
import type { SessionId, ExecutionId, MessageId } from '../shared/ids.js';
import type { PageRequest, Page } from '../shared/page.js';

const COLUMNS = sql`id, title, status, language, created_at AS "createdAt", last_activity_at AS "lastActivityAt"`;

/** Only the scope's own user's sessions exist here. */
export const createSessionRepository = (tx: Transaction, scope: Scope) => ({
  ...createMessageReads(tx, scope),
  ...createSummaryCoverage(tx, scope),
  /** Creates the session; over `maxOpen` open ones the longest idle is closed in the same transaction. */
  create: async ({ id, maxOpen }: { id: SessionId; maxOpen: number }): Promise<SessionRecord> => {
    const { tenantId, userId } = requireUser(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      WITH closed AS (${closeExcess(scope, maxOpen)})
      INSERT INTO sessions (tenant_id, id, user_id) VALUES (${tenantId}::uuid, ${id}::uuid, ${userId}::uuid)
      RETURNING ${COLUMNS}`;
    return SessionRecord.parse(rows[0]);
  },
  find: async (id: SessionId): Promise<SessionRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM sessions WHERE ${ownedBy(scope)} AND id = ${id}::uuid`;
    return rows[0] ? SessionRecord.parse(rows[0]) : null;
  },
  list: async (page: PageRequest): Promise<Page<SessionRecord>> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM sessions WHERE ${ownedBy(scope)} ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(SessionRecord.array().parse(rows), page);
  },
  rename: async (id: SessionId, title: string): Promise<SessionRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      UPDATE sessions SET title = ${toStorableText(title)}
      WHERE ${ownedBy(scope)} AND id = ${id}::uuid RETURNING ${COLUMNS}`;
    if (!rows[0]) throw notFound();
    return SessionRecord.parse(rows[0]);
  },
  delete: async (id: SessionId): Promise<void> => {
    const count =
      await tx.$executeRaw`DELETE FROM sessions WHERE ${ownedBy(scope)} AND id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
  /**
   * Saves the user's message and the running execution and takes the session's turn lock (reopening a closed session);
   * rejects with `session_busy` while another turn holds it, `not_found` for a foreign id.
   */
  startTurn: (turn: TurnStart): Promise<void> => startTurn(tx, scope, turn),
  /** System scope: closes the tenant's sessions idle longer than this and returns how many. */
  closeIdle: (idleMs: number): Promise<number> => {
    requireSystem(scope);
    return tx.$executeRaw`
      UPDATE sessions SET status = 'closed'
      WHERE tenant_id = ${scope.tenantId}::uuid AND status = 'open' AND last_activity_at < ${inMs(-idleMs)}
        AND (running_until IS NULL OR running_until <= now())`;
  },
});

/** Closes the longest idle open sessions, so that one more makes `maxOpen`. Skips what others hold: two questions that close each other's sessions would wait for each other. */
const closeExcess = (scope: Scope, maxOpen: number): Sql => sql`
  UPDATE sessions SET status = 'closed'
  WHERE tenant_id = ${scope.tenantId}::uuid AND id IN (
    SELECT s.id FROM sessions s JOIN (
      SELECT id FROM sessions WHERE ${ownedBy(scope)} AND status = 'open'
      ORDER BY last_activity_at DESC, id DESC OFFSET ${maxOpen - 1}
    ) idle ON idle.id = s.id
    WHERE s.tenant_id = ${scope.tenantId}::uuid FOR UPDATE OF s SKIP LOCKED
  )`;

const ownedBy = (scope: Scope): Sql => {
  const { tenantId, userId } = requireUser(scope);
  return sql`tenant_id = ${tenantId}::uuid AND user_id = ${userId}::uuid`;
};

/** One statement: the lock, the execution and the question are all there or none is. */
const startTurn = async (tx: Transaction, scope: Scope, turn: TurnStart): Promise<void> => {
  const question = toStorableText(turn.question);
  const rows = await tx.$queryRaw<{ known: boolean; started: boolean }[]>`
    WITH locked AS (
      UPDATE sessions SET running_execution_id = ${turn.executionId}::uuid, running_until = ${turn.busyUntil},
        status = 'open', last_activity_at = now()
      WHERE ${ownedBy(scope)} AND id = ${turn.sessionId}::uuid AND (running_until IS NULL OR running_until <= now())
      RETURNING tenant_id, id, user_id
    ), closed AS (
      ${closeExcess(scope, turn.maxOpen)} AND EXISTS (SELECT FROM locked)
        AND EXISTS (SELECT FROM sessions WHERE ${ownedBy(scope)} AND id = ${turn.sessionId}::uuid AND status = 'closed')
    ), execution AS (
      INSERT INTO executions (tenant_id, id, user_id, session_id, workflow_path)
      SELECT tenant_id, ${turn.executionId}::uuid, user_id, id, '{}' FROM locked
    ), message AS (
      INSERT INTO messages (tenant_id, id, session_id, execution_id, role, content, length_chars, tools_used)
      SELECT tenant_id, ${turn.messageId}::uuid, id, ${turn.executionId}::uuid, 'user', ${question}, ${question.length}, '{}'
      FROM locked
    ), counted AS (${addUsage(sql`locked who`, { questions: 1 })})
    SELECT EXISTS (SELECT FROM locked) AS started,
           EXISTS (SELECT FROM sessions WHERE ${ownedBy(scope)} AND id = ${turn.sessionId}::uuid) AS known`;
  const [state] = rows;
  if (state?.started) return;
  if (!state?.known) throw notFound();
  throw new AppError('session_busy', 'Another turn of this session is still running.', {
    retryAfterSec: 1,
  });
};

export type SessionRepository = ReturnType<typeof createSessionRepository>;

export type TurnStart = {
  sessionId: SessionId;
  executionId: ExecutionId;
  messageId: MessageId;
  question: string;
  /** The turn's lock on the session ends by itself at this time. */
  busyUntil: Date;
  /** When the turn reopens a closed session, the longest idle open ones beyond this many are closed. */
  maxOpen: number;
};
