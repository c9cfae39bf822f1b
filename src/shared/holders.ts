import { z } from 'zod';
import { StoredDocumentFilter } from './document-filter.js';
import { ApiKeyId, AssistantId, SignInId, TenantId, UserId } from './ids.js';
import { KeyKind, Permission, TenantRole } from './scope.js';

/** A user of a tenant, with what decides whether they may do anything. */
export const Account = z.object({
  /** Every status but `active` is refused. */
  tenantStatus: z.string(),
  /** The operator's for this tenant; null: the installation's. */
  requestsPerMinute: z.int().nullable(),
  userId: UserId,
  userStatus: z.string(),
  role: TenantRole,
  groups: z.array(z.string()),
});

/** A key and its holder, as the database has them now. */
export const KeyHolder = Account.extend({
  apiKeyId: ApiKeyId,
  kind: KeyKind,
  secretHash: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  keyPermissions: z.array(Permission),
  /** The documents and the assistants that the key is limited to. */
  keyFilter: StoredDocumentFilter.nullable(),
  assistantIds: z.array(AssistantId),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  confirmedAt: z.date().nullable(),
});
export type KeyHolder = z.infer<typeof KeyHolder>;

/** A user who has signed in, as the database has them now. */
export const SignedIn = Account.extend({
  tenantId: TenantId,
  signInId: SignInId,
  /** The permissions of the key that was traded for the sign-in; null: all that the role may do. */
  keyPermissions: z.array(Permission).nullable(),
  /** The documents and the assistants that this key is limited to. */
  keyFilter: StoredDocumentFilter.nullable(),
  assistantIds: z.array(AssistantId),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** A user with a token of their tenant's identity provider: no sign-in of ours. */
export type FoundByProvider = Omit<SignedIn, 'signInId'> & { signInId: null };

/** The tenant that an address is of, and the address below the public one: it is what tokens for it name. */
export type TenantAddress = { tenant: string; path: string };

/** Finds whom the provider of that tenant has given a token for that address; null where there is no such tenant, provider or token. */
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
