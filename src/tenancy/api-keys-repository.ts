import { notFound } from '../shared/errors.js';
import type { Scope, Permission } from '../shared/scope.js';
import { ApiKeyRecord } from './user.js';
import { sql, emptySql } from '../platform/database/sql.js';
import { beyond, olderThan, toPage } from '../platform/database/page.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { ApiKeyId, UserId } from '../shared/ids.js';
import type { PageRequest, Page } from '../shared/page.js';

const COLUMNS = sql`id, user_id AS "userId", name, prefix, permissions, expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", created_at AS "createdAt"`;

/** A revoked key is a deleted row: what remains of it is in the audit entries. */
export const createApiKeyRepository = (tx: Transaction, { tenantId }: Scope) => ({
  create: async (key: NewApiKey): Promise<ApiKeyRecord> => {
    const rows = await tx.$queryRaw<unknown[]>`
      INSERT INTO api_keys (tenant_id, id, user_id, name, prefix, secret_hash, permissions, expires_at)
      VALUES (${tenantId}::uuid, ${key.id}::uuid, ${key.userId}::uuid, ${key.name}, ${key.prefix}, ${key.secretHash},
        ${[...key.permissions]}::text[], ${key.expiresAt})
      RETURNING ${COLUMNS}`;
    return ApiKeyRecord.parse(rows[0]);
  },
  find: async (id: ApiKeyId): Promise<ApiKeyRecord | null> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM api_keys WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    return rows[0] ? ApiKeyRecord.parse(rows[0]) : null;
  },
  /** All of the tenant, or one user's. */
  list: async (page: PageRequest & { userId?: UserId }): Promise<Page<ApiKeyRecord>> => {
    const ofUser = page.userId ? sql`AND user_id = ${page.userId}::uuid` : emptySql;
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT ${COLUMNS} FROM api_keys
      WHERE tenant_id = ${tenantId}::uuid ${ofUser} ${olderThan(sql`id`, page)}
      ORDER BY id DESC LIMIT ${beyond(page)}`;
    return toPage(ApiKeyRecord.array().parse(rows), page);
  },
  revoke: async (id: ApiKeyId): Promise<void> => {
    const count = await tx.$executeRaw`
      DELETE FROM api_keys WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid`;
    if (count === 0) throw notFound();
  },
});

export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;

export type NewApiKey = {
  id: ApiKeyId;
  userId: UserId;
  name: string;
  prefix: string;
  secretHash: Uint8Array;
  permissions: readonly Permission[];
  expiresAt: Date | null;
};
