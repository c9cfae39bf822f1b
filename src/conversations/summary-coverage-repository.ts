import { z } from 'zod';
import { UncoveredSession } from './schema.js';
import type { Scope } from '../shared/scope.js';
import { sql, emptySql } from '../platform/database/sql.js';
import { requireSystem } from '../platform/database/owner.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { SessionId, MessageId } from '../shared/ids.js';

const Said = z.object({ content: z.string() });

/** Over `sessions` aliased `s`. */
const NEWEST_MESSAGE = sql`(
  SELECT m.id FROM messages m WHERE m.tenant_id = s.tenant_id AND m.session_id = s.id ORDER BY m.id DESC LIMIT 1)`;

/** How far the summaries of sessions reach; whole-tenant work that no person starts. */
export const createSummaryCoverage = (tx: Transaction, scope: Scope) => ({
  /** System scope: at random, so that one whose summary always fails does not keep the others waiting. */
  uncovered: async ({
    activeSince,
    limit,
  }: {
    activeSince: Date;
    limit: number;
  }): Promise<UncoveredSession[]> => {
    requireSystem(scope);
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT s.id, s.user_id AS "userId", s.language, s.last_activity_at AS "lastActivityAt",
        s.summarised_through AS "summarisedThrough", newest.id AS "newestMessageId"
      FROM sessions s CROSS JOIN LATERAL ${NEWEST_MESSAGE} newest
      WHERE s.tenant_id = ${scope.tenantId}::uuid AND s.status = 'closed' AND s.last_activity_at > ${activeSince}
        AND s.summarised_through IS DISTINCT FROM newest.id AND (s.running_until IS NULL OR s.running_until <= now())
      ORDER BY random() LIMIT ${limit}`;
    return UncoveredSession.array().parse(rows);
  },
  /** System scope: what the user said, oldest first: the newest `limit` messages behind `after`, texts cut at `maxChars`. */
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
  /** System scope: false when the session is gone, open again or covered by somebody else. */
  markCovered: async ({
    id,
    summarisedThrough,
    newestMessageId,
  }: UncoveredSession): Promise<boolean> => {
    requireSystem(scope);
    const count = await tx.$executeRaw`
      UPDATE sessions s SET summarised_through = ${newestMessageId}::uuid
      WHERE s.tenant_id = ${scope.tenantId}::uuid AND s.id = ${id}::uuid AND s.status = 'closed'
        AND s.summarised_through IS NOT DISTINCT FROM ${summarisedThrough}::uuid
        AND ${NEWEST_MESSAGE} = ${newestMessageId}::uuid`;
    return count === 1;
  },
});
