import { z } from 'zod';
import { allOf, type DocumentFilter } from './document-filter.js';
import type { ApiKeyId, TenantId, UserId } from './ids.js';

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
  // Of no role: an admin grants it to a key.
  'act_for_users',
]);
export type Permission = z.infer<typeof Permission>;

declare const scopeBrand: unique symbol;

/** A person (or their key) inside one tenant. Frozen; made by authentication alone. */
export type UserScope = {
  readonly kind: 'user';
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly role: TenantRole;
  readonly groups: readonly string[];
  readonly permissions: readonly Permission[];
  /** Outside of it there is no document for this scope, as if it did not exist; null: all that the user may see. */
  readonly filter: DocumentFilter | null;
  /** The key that asks for this person, where that is not theirs; null: they ask themselves. */
  readonly askedBy: ApiKeyId | null;
  readonly [scopeBrand]: true;
};

/** One tenant's background work: sees every row of the tenant, belongs to nobody. Made by the job parser and maintenance alone. */
export type SystemScope = {
  readonly kind: 'system';
  readonly tenantId: TenantId;
  readonly [scopeBrand]: true;
};

export type Scope = UserScope | SystemScope;

/** The same person with fewer documents: those of their scope that all of the filters let through. */
export const narrowScope = (
  scope: UserScope,
  ...filters: readonly (DocumentFilter | null | undefined)[]
): UserScope => Object.freeze({ ...scope, filter: allOf(scope.filter, ...filters) });

/** For repositories whose rows belong to a person: background work has none of its own. */
export const requireUser = (scope: Scope): UserScope => {
  if (scope.kind !== 'user') throw new Error('This needs the scope of a user.');
  return scope;
};

/** For whole-tenant sweeps, which no person may start. */
export const requireSystem = (scope: Scope): void => {
  if (scope.kind !== 'system') throw new Error('This needs a system scope.');
};
