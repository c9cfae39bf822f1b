import { z } from 'zod';
import { allOf, type DocumentFilter } from './document-filter.js';
import type { ApiKeyId, AssistantId, TenantId, UserId } from './ids.js';

export const Role = z.enum(['operator', 'admin', 'member']);
export type Role = z.infer<typeof Role>;
export const TenantRole = z.enum(['admin', 'member']);
export type TenantRole = z.infer<typeof TenantRole>;

export const Permission = z.enum([
  'chat',
  'search',
  'documents:read',
  'documents:write',
  'memories',
  'admin',
  // In no role: an admin grants them to a key.
  'act_for_users',
  'tokens',
  'webhooks',
  'embeddings',
  'tasks',
]);
export type Permission = z.infer<typeof Permission>;

/** A personal key belongs to its holder; one of kind `service` represents an application. */
export const KeyKind = z.enum(['personal', 'service']);
export type KeyKind = z.infer<typeof KeyKind>;

declare const scopeBrand: unique symbol;

/**
 * A filter and its origin. A key's is a right: what it excludes may not even be named. The filters of a key and an assistant may name
 * whatever their authors may name; a request's, whatever the key may.
 */
export type BroughtFilter = {
  readonly from: 'key' | 'assistant' | 'request';
  readonly filter: DocumentFilter;
};

/** A person (or their key), or someone for whom an application asks, inside one tenant. Frozen; created only by authentication. */
export type UserScope = {
  readonly kind: 'user';
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly role: TenantRole;
  readonly groups: readonly string[];
  readonly permissions: readonly Permission[];
  /** Documents outside any of these filters do not exist for this scope; empty: everything that the user may see. */
  readonly filters: readonly BroughtFilter[];
  /** The assistants that the key is bound to, its default first; empty: all assistants of the tenant. */
  readonly assistantIds: readonly AssistantId[];
  /** The key that acts for this person, if it is not theirs; null: they act themselves. */
  readonly askedBy: ApiKeyId | null;
  /** An application asks for someone known only to it: it sees what every member sees, and stores only sessions. */
  readonly isApplication: boolean;
  readonly [scopeBrand]: true;
};

/** One tenant's background work: sees every row of the tenant, belongs to no person. Created only by the job parser and maintenance. */
export type SystemScope = {
  readonly kind: 'system';
  readonly tenantId: TenantId;
  readonly [scopeBrand]: true;
};

export type Scope = UserScope | SystemScope;

/** The same person with fewer documents: only those that the request's filter also allows. */
export const narrowScope = (
  scope: UserScope,
  filter: DocumentFilter | null | undefined,
  { from = 'request' }: Partial<Pick<BroughtFilter, 'from'>> = {},
): UserScope =>
  filter ? Object.freeze({ ...scope, filters: [...scope.filters, { from, filter }] }) : scope;

/** The same person with all documents that they may see, for interpreting a key's filter itself. */
export const withoutFilters = (scope: UserScope): UserScope =>
  Object.freeze({ ...scope, filters: [] });

/** The filter of the scope's key; null if it has none, or there is no key. */
export const filterOfKey = ({ filters }: Pick<UserScope, 'filters'>): DocumentFilter | null =>
  allOf(...filters.map(({ from, filter }) => (from === 'key' ? filter : null)));

/** For repositories whose rows belong to a person; background work has no rows of its own. */
export const requireUser = (scope: Scope): UserScope => {
  if (scope.kind !== 'user') throw new Error('This needs the scope of a user.');
  return scope;
};

/** For work on a whole tenant, which no person may start. */
export const requireSystem = (scope: Scope): void => {
  if (scope.kind !== 'system') throw new Error('This needs a system scope.');
};
