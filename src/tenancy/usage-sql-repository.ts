import type { UsedAmounts } from './usage.js';
import { sql, type Sql } from '../platform/database/sql.js';

/** The day by the database's clock, the only one that all processes share. */
export const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`;

/** `who` is a FROM item named `who` with tenant_id and user_id: one row, or none where nothing is to be counted. */
export const addUsage = (who: Sql, used: UsedAmounts): Sql => {
  const isAnything = Object.values(used).some((amount) => amount > 0);
  return sql`
    INSERT INTO usage_daily AS u (tenant_id, day, user_id, questions, documents, prompt_tokens, completion_tokens, cost_usd,
      unpriced_calls)
    SELECT who.tenant_id, ${TODAY}, who.user_id, ${used.questions ?? 0}::int, ${used.documents ?? 0}::int,
      ${used.promptTokens ?? 0}::bigint, ${used.completionTokens ?? 0}::bigint, ${used.costUsd ?? 0}::float8,
      ${used.unpricedCalls ?? 0}::int
    FROM ${who} WHERE ${isAnything}
    ON CONFLICT (tenant_id, day, user_id) DO UPDATE SET questions = u.questions + excluded.questions,
      documents = u.documents + excluded.documents, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens, cost_usd = u.cost_usd + excluded.cost_usd,
      unpriced_calls = u.unpriced_calls + excluded.unpriced_calls`;
};
