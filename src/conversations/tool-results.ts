import { z } from 'zod';
import { inMs } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import type { Transaction } from '../platform/database/transaction.js';
import { requireSystem, type Scope } from '../shared/scope.js';

const StoredToolResult = z.object({
  summary: z.string(),
  evidence: z.array(
    z.object({ kind: z.literal('value'), text: z.string(), url: z.string().exactOptional() }),
  ),
});
export type StoredToolResult = z.infer<typeof StoredToolResult>;

type Kept = { key: Uint8Array<ArrayBuffer>; result: StoredToolResult; cacheSec: number };

export type ToolResultRepository = ReturnType<typeof createToolResultRepository>;

/** Stored tool results of the tenant, shared by calls with equal arguments. */
export const createToolResultRepository = (tx: Transaction, scope: Scope) => ({
  find: async (key: Uint8Array): Promise<StoredToolResult | null> => {
    const [row] = await tx.$queryRaw<{ result: unknown }[]>`
      SELECT result FROM tool_results
      WHERE tenant_id = ${scope.tenantId}::uuid AND key = ${key} AND expires_at > now()`;
    return row ? StoredToolResult.parse(row.result) : null;
  },
  keep: async ({ key, result, cacheSec }: Kept): Promise<void> => {
    await tx.$executeRaw`
      INSERT INTO tool_results (tenant_id, key, result, expires_at)
      VALUES (${scope.tenantId}::uuid, ${key}, ${toJson(result)}::jsonb, ${inMs(cacheSec * 1000)})
      ON CONFLICT (tenant_id, key) DO UPDATE SET result = excluded.result, expires_at = excluded.expires_at`;
  },
  /** Only for the system scope: removes expired results and returns their number. */
  removeExpired: async (): Promise<number> => {
    requireSystem(scope);
    const where = { tenantId: scope.tenantId, expiresAt: { lte: await tx.$now() } };
    const { count } = await tx.models.toolResult.deleteMany({ where });
    return count;
  },
});
