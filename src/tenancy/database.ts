import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { DocumentFilter } from '../shared/document-filter.js';
import { AppError } from '../shared/errors.js';
import type { AssistantId, DocumentId, MemoryId, TenantId, UserId } from '../shared/ids.js';
import type { Scope } from '../shared/scope.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { TaskScheduler } from '../tasks/index.js';
import type { AuditRepository } from './audit.js';
import type { GroupRepository } from './groups-repository.js';
import type { HoldRepository } from './holds/repository.js';
import type { QuotaRepository } from './quotas.js';
import type { TenantSettingsRepository, TenantRepository } from './tenants-repository.js';
import type { UsageRepository } from './usage.js';
import type { ApiKeyRepository, UserRepository } from './users-repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  apiKeys: ApiKeyRepository;
  assistants: { existing(ids: readonly AssistantId[]): Promise<readonly AssistantId[]> };
  audit: AuditRepository;
  collections: {
    forgetUser(userId: UserId): Promise<void>;
    requireUsable(filter: DocumentFilter): Promise<void>;
  };
  /**
   * This folder must not import documents, memories and workspaces, so it declares what it needs to remove a person's or a tenant's data.
   */
  documents: {
    list(page: PageRequest): Promise<Page<{ id: DocumentId; status: string }>>;
    markDeleting(id: DocumentId): Promise<void>;
    markPrivateOfUserDeleting(userId: UserId): Promise<DocumentId[]>;
    makePrivate(audience: string): Promise<number>;
  };
  groups: GroupRepository;
  holds: HoldRepository;
  memories: { deleteAllOfUser(userId: UserId): Promise<MemoryId[]> };
  quotas: QuotaRepository;
  settings: TenantSettingsRepository;
  tasks: TaskScheduler;
  usage: UsageRepository;
  users: UserRepository;
  workspace: { fileKeysOfUser(userId: UserId): Promise<string[]> };
};

/** Nor may it import sign-in, which provides the first credentials of new accounts. */
type CredentialRepositories = {
  invitations: {
    create(invitation: { userId: UserId; tokenHash: Uint8Array; expiresAt: Date }): Promise<void>;
  };
  passwords: { setInitial(userId: UserId, hash: string): Promise<void> };
};

/** The token for the first sign-in to an account; shown once. Null if the account has a password. */
export type Invitation = { token: string; expiresAt: Date } | null;

/** Prepares a new account's first credential: a password, or an invitation to choose one. The returned function stores it. */
export type PrepareCredential = (
  password: string | undefined,
  maker: AccountMaker,
) => Promise<GiveCredential>;

/** The creator of an account, who waits in a queue before a password is hashed. */
export type AccountMaker = { account: string; address: string; signal: AbortSignal };

export type GiveCredential = (
  tx: CredentialRepositories,
  account: { tenantId: TenantId; userId: UserId },
) => Promise<Invitation>;

/** Deletes files whose rows are gone; never rejects. */
export type ReleaseFiles = (scope: Scope, keys: readonly string[]) => Promise<void>;

export type Database = OpenDatabase<ScopedRepositories, { tenants: TenantRepository }>;

/** For code that creates accounts. */
export type AccountDatabase = OpenDatabase<
  ScopedRepositories & CredentialRepositories,
  { tenants: TenantRepository }
>;

export type ProfileRepositories = ScopedRepositories & {
  passwords: { findOwn(userId: UserId): Promise<string | null> };
};

/** For people reading their own profile. */
export type ProfileDatabase = OpenDatabase<ProfileRepositories, { tenants: TenantRepository }>;

/** Every change to a tenant's set of admins uses this lock. */
export const adminLock = ({ tenantId }: { tenantId: TenantId }): string =>
  `tenant-admins/${tenantId}`;

const LOCK_TIMEOUT_MS = 5000;

/** One change at a time with this name; a caller that waits too long gets `conflict` and may try again. */
export const lockOrConflict = async <Result>(
  database: Pick<Database, 'withLock'>,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS);
  const lock = { isHeld: false };
  try {
    return await database.withLock({ key, signal }, () => {
      lock.isHeld = true;
      return work();
    });
  } catch (error) {
    if (lock.isHeld || !signal.aborted) throw error;
    throw new AppError('conflict', 'Another change is still running. Try again.', {
      cause: error,
      retryAfterSec: 1,
    });
  }
};
