import { z } from 'zod';
import { StoredDocumentFilter } from './document-filter.js';
import { ApiKeyId, AssistantId, SignInId, TenantId, UserId } from './ids.js';
import { KeyKind, Permission, TenantRole } from './scope.js';

/** A user of a tenant, with what decides whether they may do anything. */
export const Account = z.object({
  /** Every status but `active` is refused. */
  tenantStatus: z.string(),
  /** The operator's limit for this tenant; null: the installation's. */
  requestsPerMinute: z.int().nullable(),
  userId: UserId,
  userStatus: z.string(),
  role: TenantRole,
  groups: z.array(z.string()),
});

/** A key and its holder, as currently stored. */
export const KeyHolder = Account.extend({
  apiKeyId: ApiKeyId,
  kind: KeyKind,
  secretHash: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  keyPermissions: z.array(Permission),
  /** The documents and assistants that the key is limited to. */
  keyFilter: StoredDocumentFilter.nullable(),
  assistantIds: z.array(AssistantId),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  confirmedAt: z.date().nullable(),
});
export type KeyHolder = z.infer<typeof KeyHolder>;

/** A signed-in user, as currently stored. */
export const SignedIn = Account.extend({
  tenantId: TenantId,
  signInId: SignInId,
  /** The permissions of the key that was traded for the sign-in; null: everything that the role allows. */
  keyPermissions: z.array(Permission).nullable(),
  /** The documents and assistants that this key is limited to. */
  keyFilter: StoredDocumentFilter.nullable(),
  assistantIds: z.array(AssistantId),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** A user with a token of their tenant's identity provider, without a sign-in here. */
export type FoundByProvider = Omit<SignedIn, 'signInId'> & { signInId: null };

/** The tenant that an address belongs to, and its path under the public address, which tokens for it must name. */
export type TenantAddress = { tenant: string; path: string };

/** Finds the user to whom that tenant's provider issued a token for that address; null if there is no such tenant, provider or token. */
export type FindByProvider = (
  address: TenantAddress,
  token: string,
) => Promise<FoundByProvider | 'expired' | null>;

/** A user on whose behalf a key may act. */
export const Person = z.object({
  userId: UserId,
  userStatus: z.string(),
  role: TenantRole,
  groups: z.array(z.string()),
  activatedAt: z.date().nullable(),
});
export type Person = z.infer<typeof Person>;
