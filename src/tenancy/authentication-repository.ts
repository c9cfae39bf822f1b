import { z } from 'zod';
import { ApiKeyId, UserId } from '../shared/ids.js';
import { Permission, TenantRole } from '../shared/scope.js';
import { TenantStatus } from './tenant.js';
import { UserStatus } from './user.js';
import type { InTenant } from '../platform/database/in-tenant.js';
import { translating } from '../platform/database/translate-error.js';
import type { AuthenticationRepository } from '../http/index.js';

const KeyHolderRow = z.object({
  apiKeyId: ApiKeyId,
  secretHash: z.instanceof(Uint8Array),
  keyPermissions: z.array(Permission),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  tenantStatus: TenantStatus,
  userId: UserId,
  userStatus: UserStatus,
  role: TenantRole,
  groups: z.array(z.string()),
});

export const createAuthenticationRepository = (inTenant: InTenant): AuthenticationRepository => ({
  findKey: ({ tenantId, prefix }) =>
    translating(async () => {
      const rows = await inTenant(
        tenantId,
        (tx) => tx.$queryRaw<unknown[]>`
          SELECT k.id AS "apiKeyId", k.secret_hash AS "secretHash", k.permissions AS "keyPermissions",
                 k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", t.status AS "tenantStatus",
                 u.id AS "userId", u.status AS "userStatus", u.role, u.groups
          FROM api_keys k
          JOIN users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id
          JOIN tenants t ON t.id = k.tenant_id
          WHERE k.tenant_id = ${tenantId}::uuid AND k.prefix = ${prefix}`,
      );
      return rows[0] ? KeyHolderRow.parse(rows[0]) : null;
    }),
  touchKey: ({ tenantId, apiKeyId }) =>
    translating(async () => {
      await inTenant(
        tenantId,
        (tx) => tx.$executeRaw`
          UPDATE api_keys SET last_used_at = now()
          WHERE tenant_id = ${tenantId}::uuid AND id = ${apiKeyId}::uuid`,
      );
    }),
});
