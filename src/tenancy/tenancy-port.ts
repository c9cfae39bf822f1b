import type { ApiKeyId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Permission, TenantRole } from '../shared/scope.js';
import type { TenantSettings } from './tenant.js';
import type { ApiKeyRecord, UserPreferences, UserRecord, UserStatus } from './user.js';

export type TenantSettingsRepository = {
  get(): Promise<TenantSettings>;
  create(settings: TenantSettings): Promise<void>;
  update(changes: Partial<TenantSettings>): Promise<TenantSettings>;
};

type NewUser = { id: UserId; email: string; role: TenantRole; groups: readonly string[] };
export type UserChanges = {
  role?: TenantRole;
  status?: UserStatus;
  groups?: readonly string[];
  language?: string | null;
  timezone?: string;
  systemPrompt?: string | null;
  preferences?: UserPreferences;
};

/** E-mail is unique in the tenant: `conflict`. An absent id is null, or `not_found` where something would change. */
export type UserRepository = {
  create(user: NewUser): Promise<UserRecord>;
  find(id: UserId): Promise<UserRecord | null>;
  list(page: PageRequest): Promise<Page<UserRecord>>;
  update(id: UserId, changes: UserChanges): Promise<UserRecord>;
  delete(id: UserId): Promise<void>;
  countAdmins(): Promise<number>;
  /** True when at least one user of the tenant is in the group. */
  groupExists(group: string): Promise<boolean>;
};

type NewApiKey = {
  id: ApiKeyId;
  userId: UserId;
  name: string;
  prefix: string;
  secretHash: Uint8Array;
  permissions: readonly Permission[];
  expiresAt: Date | null;
};

export type ApiKeyRepository = {
  create(key: NewApiKey): Promise<ApiKeyRecord>;
  find(id: ApiKeyId): Promise<ApiKeyRecord | null>;
  /** All of the tenant, or one user's. */
  list(page: PageRequest & { userId?: UserId }): Promise<Page<ApiKeyRecord>>;
  revoke(id: ApiKeyId): Promise<void>;
};
