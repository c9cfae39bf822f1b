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
  // Of no role: an admin grants them to a key.
  'act_for_users',
  'tokens',
  'webhooks',
  'embeddings',
  'tasks',
]);
export type Permission = z.infer<typeof Permission>;

/** A personal key is its holder's; one of kind `service` stands for an application and for nobody. */
export const KeyKind = z.enum(['personal', 'service']);
export type KeyKind = z.infer<typeof KeyKind>;

declare const scopeBrand: unique symbol;

/**
 * A filter and who brought it. A key's is a right: what it leaves out may not even be named. An assistant's and a key's own words name
 * what whoever wrote them may name; a request's, what the key may.
 */
export type BroughtFilter = {
  readonly from: 'key' | 'assistant' | 'request';
  readonly filter: DocumentFilter;
};

/** A person (or their key), or somebody for whom an application asks, inside one tenant. Frozen; made by authentication alone. */
export type UserScope = {
  readonly kind: 'user';
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly role: TenantRole;
  readonly groups: readonly string[];
  readonly permissions: readonly Permission[];
  /** Outside of all of them there is no document for this scope, as if it did not exist; none: all that the user may see. */
  readonly filters: readonly BroughtFilter[];
  /** The assistants that the key is bound to, its default first; empty: all assistants of the tenant. */
  readonly assistantIds: readonly AssistantId[];
  /** The key that asks for this person, where that is not theirs; null: they ask themselves. */
  readonly askedBy: ApiKeyId | null;
  /** An application asks for somebody whom it alone knows: it sees what every member sees, and keeps nothing but sessions. */
  readonly isApplication: boolean;
  readonly [scopeBrand]: true;
};

/** One tenant's background work: sees every row of the tenant, belongs to nobody. Made by the job parser and maintenance alone. */
export type SystemScope = {
  readonly kind: 'system';
  readonly tenantId: TenantId;
  readonly [scopeBrand]: true;
};

export type Scope = UserScope | SystemScope;

/** The same person with fewer documents: those of their scope that the filter of a request lets through, too. */
export const narrowScope = (
  scope: UserScope,
  filter: DocumentFilter | null | undefined,
  { from = 'request' }: Partial<Pick<BroughtFilter, 'from'>> = {},
): UserScope =>
  filter ? Object.freeze({ ...scope, filters: [...scope.filters, { from, filter }] }) : scope;

/** The same person with all documents that they may see: for what a key's filter itself means. */
export const withoutFilters = (scope: UserScope): UserScope =>
  Object.freeze({ ...scope, filters: [] });

/** The filter that the key of the scope is limited by; null where it is not limited, or there is no key. */
export const filterOfKey = ({ filters }: Pick<UserScope, 'filters'>): DocumentFilter | null =>
  allOf(...filters.map(({ from, filter }) => (from === 'key' ? filter : null)));

/** For repositories whose rows belong to a person: background work has none of its own. */
export const requireUser = (scope: Scope): UserScope => {
  if (scope.kind !== 'user') throw new Error('This needs the scope of a user.');
  return scope;
};

/** For whole-tenant sweeps, which no person may start. */
export const requireSystem = (scope: Scope): void => {
  if (scope.kind !== 'system') throw new Error('This needs a system scope.');
};
