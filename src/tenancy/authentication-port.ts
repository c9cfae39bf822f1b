import type { TenantId, ApiKeyId, UserId } from '../shared/ids.js';
import type { Permission, TenantRole } from '../shared/scope.js';
import type { TenantStatus } from './tenant.js';
import type { UserStatus } from './user.js';

export type KeyHolder = {
  apiKeyId: ApiKeyId;
  secretHash: Uint8Array;
  keyPermissions: Permission[];
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  tenantStatus: TenantStatus;
  userId: UserId;
  userStatus: UserStatus;
  role: TenantRole;
  groups: string[];
};

export type AuthenticationRepository = {
  /** Reads under the claimed tenant's row security; null when no live key has that prefix. */
  findKey(claim: { tenantId: TenantId; prefix: string }): Promise<KeyHolder | null>;
  /** Written at most once a minute per key by the caller. */
  touchKey(claim: { tenantId: TenantId; apiKeyId: ApiKeyId }): Promise<void>;
};
