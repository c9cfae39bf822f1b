import type { Database as OpenDatabase } from '../platform/database/database.js';
import type { DocumentFilter } from '../shared/document-filter.js';
import type {
  AuditRepository,
  QuotaRepository,
  TenantRepository,
  UserRepository,
} from '../tenancy/index.js';
import type { IdentityRepository } from './identity-repository.js';
import type {
  InvitationRepository,
  PasswordRepository,
  SignInRepository,
  SignInLookup,
} from './repository.js';

/** The repositories that this folder uses in a transaction. */
export type ScopedRepositories = {
  audit: AuditRepository;
  /** This folder may not import documents. */
  collections: { requireUsable(filter: DocumentFilter): Promise<void> };
  identities: IdentityRepository;
  invitations: InvitationRepository;
  passwords: PasswordRepository;
  quotas: QuotaRepository;
  signIns: SignInRepository;
  users: UserRepository;
};

export type Database = OpenDatabase<
  ScopedRepositories,
  { tenants: TenantRepository; signIns: SignInLookup }
>;
