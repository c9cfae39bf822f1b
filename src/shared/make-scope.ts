import { TenantId, UserId } from './ids.js';
import type { SystemScope, UserScope } from './scope.js';

/** Throws for an empty or partial identity: there is no default tenant. */
export const makeUserScope = (
  input: Pick<UserScope, 'tenantId' | 'userId' | 'role' | 'groups' | 'permissions'> &
    Partial<Pick<UserScope, 'filters' | 'assistantIds' | 'askedBy' | 'isApplication'>>,
): UserScope =>
  // The brand exists only in the type; only this module grants it.
  Object.freeze({
    kind: 'user',
    tenantId: TenantId.parse(input.tenantId),
    userId: UserId.parse(input.userId),
    role: input.role,
    groups: Object.freeze([...input.groups]),
    permissions: Object.freeze([...input.permissions]),
    filters: Object.freeze([...(input.filters ?? [])]),
    assistantIds: Object.freeze([...(input.assistantIds ?? [])]),
    askedBy: input.askedBy ?? null,
    isApplication: input.isApplication ?? false,
  }) as UserScope;

export const makeSystemScope = (tenantId: TenantId): SystemScope =>
  // As above: the brand exists only in the type.
  Object.freeze({ kind: 'system', tenantId: TenantId.parse(tenantId) }) as SystemScope;
