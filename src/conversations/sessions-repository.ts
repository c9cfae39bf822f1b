import { z } from 'zod';
import { orderBy, type Order } from '../platform/database/list-order.js';
import { beyond } from '../platform/database/page.js';
import { fromRow, selectOf } from '../platform/database/rows.js';
import { columnsOf, emptySql, sql, type Sql } from '../platform/database/sql.js';
import { toStorableText } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { withoutUndefined } from '../shared/changes.js';
import { AppError, notFound } from '../shared/errors.js';
import type { AssistantId, ExecutionId, MessageId, SessionId } from '../shared/ids.js';
import type { PageRequest, TimeRange } from '../shared/page.js';
import { requireSystem, requireUser, type Scope } from '../shared/scope.js';
import { addUsage } from '../tenancy/usage.js';
import { createMessageReads, hasWords } from './messages-repository.js';
import { SessionRecord, UncoveredSession } from './schema.js';
import { sortOf } from '../shared/lists.js';

export type SessionRepository = ReturnType<typeof createSessionRepository>;

export type TurnStart = {
  sessionId: SessionId;
  executionId: ExecutionId;
  messageId: MessageId;
  assistantId?: AssistantId;
  question: string;
  /** The message of the session that the question follows; null if it follows none; unset for the latest message. */
  parentId?: MessageId | null | undefined;
  /** The time at which the turn's lock on the session expires. */
  busyUntil: Date;
  /**
   * The maximum number of open sessions. If the turn reopens a closed session, the sessions that have been idle longest are closed beyond
   * this number.
   */
  maxOpen: number;
};

const SESSION = columnsOf(SessionRecord, 'sessions');

const SORTS = ['createdAt', 'lastActivityAt'] as const;

export const SessionSort = sortOf(SORTS);

/** Selects the owner's sessions with activity in the range; without conditions, selects all of them. */
type ListedSessions = TimeRange & {
  status?: SessionRecord['status'] | undefined;
  /** Text that the title must contain. */
  title?: string | undefined;
  /** Selects sessions with all these words in the title, or with one of these ids. */
  either?: { words: readonly string[]; ids: readonly SessionId[] } | undefined;
  pinned?: boolean | undefined;
};

export type SessionListRequest = ListedSessions &
  PageRequest & { sort?: z.infer<typeof SessionSort> };

/** What the owner of a session may change. */
export type SessionChanges = { title?: string | undefined; pinned?: boolean | undefined };

/** Gives access only to sessions of the scope's own user. */
export const createSessionRepository = (tx: Transaction, scope: Scope) => ({
  ...createMessageReads(tx, scope),
  ...createSummaryCoverage(tx, scope),
  ...createTurnWrites(tx, scope),
  /** Creates a session. If more than `maxOpen` are then open, the one that has been idle longest is closed in the same transaction. */
  create: async ({ id, maxOpen }: { id: SessionId; maxOpen: number }): Promise<SessionRecord> => {
    const { tenantId, userId } = requireUser(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      WITH closed AS (${closeExcess(scope, maxOpen)})
      INSERT INTO sessions (tenant_id, id, user_id) VALUES (${tenantId}::uuid, ${id}::uuid, ${userId}::uuid)
      RETURNING ${SESSION}`;
    return SessionRecord.parse(rows[0]);
  },
  find: async (id: SessionId): Promise<SessionRecord | null> => {
    const row = await tx.models.session.findFirst({
      where: { ...own(scope), id },
      select: COLUMNS,
    });
    return row && fromRow(SessionRecord, row);
  },
  list: async ({ sort = '-createdAt', ...request }: SessionListRequest) => {
    const { beyond: after, order, key, toPage: toOrdered } = orderBy(ORDER, sort, request);
    const rows = await tx.$queryRaw<{ sortKey: string }[]>`
      SELECT ${SESSION}, ${key} FROM sessions WHERE ${listed(scope, request)} ${after}
      ORDER BY ${order} LIMIT ${beyond(request)}`;
    return toOrdered(rows, (row) => SessionRecord.parse(row));
  },
  count: async (which: ListedSessions): Promise<number> => {
    const rows = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM sessions WHERE ${listed(scope, which)}`;
    return rows[0]?.count ?? 0;
  },
  change: async (id: SessionId, { title, pinned }: SessionChanges): Promise<SessionRecord> => {
    const data = withoutUndefined({
      title: title === undefined ? undefined : toStorableText(title),
      pinnedAt: pinned === undefined ? undefined : pinned ? await tx.$now() : null,
    });
    const row = await tx.models.session.update({ where: byId(scope, id), data, select: COLUMNS });
    return fromRow(SessionRecord, row);
  },
  delete: async (id: SessionId): Promise<void> => {
    await tx.models.session.delete({ where: byId(scope, id), select: { id: true } });
  },
  /** Only for the system scope: closes the tenant's sessions that have been idle for longer than this, and returns their number. */
  closeIdle: async (idleMs: number): Promise<number> => {
    requireSystem(scope);
    const now = await tx.$now();
    const { count } = await tx.models.session.updateMany({
      where: {
        tenantId: scope.tenantId,
        status: 'open',
        lastActivityAt: { lt: new Date(now.getTime() - idleMs) },
        OR: [{ runningUntil: null }, { runningUntil: { lte: now } }],
      },
      data: { status: 'closed' },
    });
    return count;
  },
});

const COLUMNS = selectOf(SessionRecord);

const own = (scope: Scope) => {
  const { tenantId, userId } = requireUser(scope);
  return { tenantId, userId };
};

const byId = (scope: Scope, id: SessionId) => ({
  ...own(scope),
  tenantId_id: { tenantId: scope.tenantId, id },
});

const createTurnWrites = (tx: Transaction, scope: Scope) => ({
  /**
   * Saves the user's message and the running execution, and takes the session's turn lock (reopening a closed session). Rejects with
   * `session_busy` while another turn holds the lock, and with `not_found` for a foreign session id.
   */
  startTurn: (turn: TurnStart): Promise<void> => startTurn(tx, scope, turn),
  /** Extends the lock of a running turn. */
  extendTurn: async ({
    executionId,
    busyUntil,
  }: Pick<TurnStart, 'executionId' | 'busyUntil'>): Promise<void> => {
    await tx.$executeRaw`
      UPDATE sessions SET running_until = greatest(running_until, ${busyUntil})
      WHERE ${ownedBy(scope)} AND running_execution_id = ${executionId}::uuid`;
  },
  /** Removes the messages of the user's own execution that ended without an answer, because the question is about to be asked again. */
  takeBackMessages: async (executionId: ExecutionId): Promise<void> => {
    const { tenantId, userId } = requireUser(scope);
    await tx.$executeRaw`
      WITH gone AS (
        DELETE FROM messages m USING executions e
        WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ${executionId}::uuid AND e.user_id = ${userId}::uuid
          AND e.status IN ('running', 'error', 'cancelled') AND m.tenant_id = e.tenant_id AND m.execution_id = e.id
        RETURNING m.tenant_id, m.session_id, m.id
      )
      UPDATE messages m SET parent_id = NULL FROM gone
      WHERE m.tenant_id = gone.tenant_id AND m.session_id = gone.session_id AND m.parent_id = gone.id`;
  },
});

const ORDER: Order<(typeof SORTS)[number]> = {
  id: sql`sessions.id`,
  columns: {
    // Ids are generated in chronological order.
    createdAt: { key: sql`sessions.id`, cast: sql`uuid` },
    lastActivityAt: { key: sql`sessions.last_activity_at`, cast: sql`timestamptz` },
  },
};

const listed = (
  scope: Scope,
  { status, title, either, pinned, from, to }: ListedSessions,
): Sql => sql`
  ${ownedBy(scope)} ${status === undefined ? emptySql : sql`AND status = ${status}`}
  ${title === undefined ? emptySql : sql`AND ${hasWords(sql`title`, [title])}`}
  ${either === undefined ? emptySql : sql`AND (id = ANY(${[...either.ids]}::uuid[]) OR ${hasWords(sql`title`, either.words)})`}
  ${pinned === undefined ? emptySql : sql`AND (pinned_at IS NOT NULL) = ${pinned}`}
  ${from === undefined ? emptySql : sql`AND last_activity_at >= ${from}`}
  ${to === undefined ? emptySql : sql`AND last_activity_at < ${to}`}`;

const Said = z.object({ content: z.string() });

/** The newest message of a session, for `sessions` aliased `s`. */
const NEWEST_MESSAGE = sql`(
  SELECT m.id FROM messages m WHERE m.tenant_id = s.tenant_id AND m.session_id = s.id ORDER BY m.id DESC LIMIT 1)`;

/** Tracks which messages the summaries of sessions include; background work for the whole tenant. */
const createSummaryCoverage = (tx: Transaction, scope: Scope) => ({
  /**
   * Only for the system scope: returns sessions of people that need a summary, in random order, so that a session whose summary always
   * fails does not block the others.
   */
  uncovered: async (asked: { activeSince: Date; limit: number }): Promise<UncoveredSession[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT s.id, s.user_id AS "userId", s.language, s.last_activity_at AS "lastActivityAt",
        s.summarised_through AS "summarisedThrough", newest.id AS "newestMessageId"
      FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id AND u.application_id IS NULL
      CROSS JOIN LATERAL ${NEWEST_MESSAGE} newest
      WHERE s.tenant_id = ${scope.tenantId}::uuid AND s.status = 'closed' AND s.last_activity_at > ${asked.activeSince}
        AND s.summarised_through IS DISTINCT FROM newest.id AND (s.running_until IS NULL OR s.running_until <= now())
      ORDER BY random() LIMIT ${asked.limit}`;
    return UncoveredSession.array().parse(rows);
  },
  /** Only for the system scope: returns the newest `limit` user messages after `after`, oldest first, with texts cut at `maxChars`. */
  wordsOfUser: async (
    id: SessionId,
    { after, limit, maxChars }: { after: MessageId | null; limit: number; maxChars: number },
  ): Promise<string[]> => {
    requireSystem(scope);
    const unknown = after === null ? emptySql : sql`AND m.id > ${after}::uuid`;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT left(m.content, ${maxChars}) AS content FROM messages m
      WHERE m.tenant_id = ${scope.tenantId}::uuid AND m.session_id = ${id}::uuid AND m.role = 'user' ${unknown}
      ORDER BY m.id DESC LIMIT ${limit}`;
    return Said.array()
      .parse(rows)
      .map(({ content }) => content)
      .reverse();
  },
  /** Only for the system scope: false if the session was deleted, opened again, or summarised by another worker. */
  markCovered: async (session: UncoveredSession): Promise<boolean> => {
    requireSystem(scope);
    const { id, summarisedThrough, newestMessageId } = session;
    const count = await tx.$executeRaw`
      UPDATE sessions s SET summarised_through = ${newestMessageId}::uuid
      WHERE s.tenant_id = ${scope.tenantId}::uuid AND s.id = ${id}::uuid AND s.status = 'closed'
        AND s.summarised_through IS NOT DISTINCT FROM ${summarisedThrough}::uuid
        AND ${NEWEST_MESSAGE} = ${newestMessageId}::uuid`;
    return count === 1;
  },
});

/**
 * Closes the open sessions that have been idle longest, leaving room for one more within `maxOpen`. Skips locked sessions, because two
 * questions that close each other's sessions would deadlock.
 */
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

/** The newest message of the session selected in `locked`. */
const NEWEST = sql`(
  SELECT m.id FROM messages m WHERE m.tenant_id = locked.tenant_id AND m.session_id = locked.id ORDER BY m.id DESC LIMIT 1)`;

/** True if the session contains the message that the question is to follow. */
const hasParent = ({ sessionId, parentId }: TurnStart): Sql =>
  typeof parentId === 'string'
    ? sql`EXISTS (SELECT FROM messages m WHERE m.tenant_id = sessions.tenant_id AND m.session_id = ${sessionId}::uuid
        AND m.id = ${parentId}::uuid)`
    : sql`true`;

/** Uses one statement, so that the lock, the execution and the question are either all written or not at all. */
const startTurn = async (tx: Transaction, scope: Scope, turn: TurnStart): Promise<void> => {
  const question = toStorableText(turn.question);
  const title = toSessionTitle(question);
  const rows = await tx.$queryRaw<{ known: boolean; started: boolean }[]>`
    WITH locked AS (
      UPDATE sessions SET running_execution_id = ${turn.executionId}::uuid, running_until = ${turn.busyUntil},
        status = 'open', last_activity_at = now(), title = coalesce(title, ${title})
      WHERE ${ownedBy(scope)} AND id = ${turn.sessionId}::uuid AND (running_until IS NULL OR running_until <= now())
        AND ${hasParent(turn)}
      RETURNING tenant_id, id, user_id
    ), closed AS (
      ${closeExcess(scope, turn.maxOpen)} AND EXISTS (SELECT FROM locked)
        AND EXISTS (SELECT FROM sessions WHERE ${ownedBy(scope)} AND id = ${turn.sessionId}::uuid AND status = 'closed')
    ), execution AS (
      INSERT INTO executions (tenant_id, id, user_id, session_id, assistant_id, workflow_path)
      SELECT tenant_id, ${turn.executionId}::uuid, user_id, id, ${turn.assistantId ?? null}::uuid, '{}' FROM locked
    ), message AS (
      INSERT INTO messages (tenant_id, id, session_id, execution_id, role, content, length_chars, tools_used, parent_id, is_first)
      SELECT tenant_id, ${turn.messageId}::uuid, id, ${turn.executionId}::uuid, 'user', ${question}, ${question.length}, '{}',
        ${turn.parentId === undefined ? sql`NULL` : sql`nullif(${turn.parentId}::uuid, ${NEWEST})`},
        ${turn.parentId === null ? sql`${NEWEST} IS NOT NULL` : sql`false`}
      FROM locked
    ), counted AS (${addUsage(sql`locked who`, { questions: 1 })})
    SELECT EXISTS (SELECT FROM locked) AS started,
           EXISTS (SELECT FROM sessions WHERE ${ownedBy(scope)} AND id = ${turn.sessionId}::uuid AND ${hasParent(turn)}) AS known`;
  if (rows[0]?.started) return;
  if (!rows[0]?.known) throw notFound();
  throw new AppError('session_busy', 'Another turn of this session is still running.', {
    retryAfterSec: 1,
  });
};

const MAX_TITLE_CHARS = 80;

// Joiners are kept, because some scripts need them; other format characters hide text or change its direction.
const UNSEEN = /(?![\u200C\u200D])\p{Cf}|\p{Surrogate}/gu;

/** Makes a title from a session's first question: one line, cut after a word; null if no visible text remains. */
export const toSessionTitle = (question: string): string | null => {
  const line = question
    .slice(0, 40 * MAX_TITLE_CHARS)
    .replace(UNSEEN, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= MAX_TITLE_CHARS) return line === '' ? null : line;
  const cut = line.slice(0, MAX_TITLE_CHARS - 1).replace(/\p{Surrogate}$/u, '');
  const isBetweenWords = line.charAt(cut.length) === ' ';
  const lastBlank = cut.lastIndexOf(' ');
  // If the last blank is in the first half of the title, or missing, the text is cut within a word.
  const end = isBetweenWords || lastBlank < MAX_TITLE_CHARS / 2 ? cut.length : lastBlank;
  return `${cut.slice(0, end).trimEnd()}…`;
};
