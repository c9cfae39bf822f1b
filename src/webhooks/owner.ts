import { sql } from '../platform/database/sql.js';
import type { TenantId } from '../shared/ids.js';
import { makeUserScope } from '../shared/make-scope.js';
import { permissionsOfRole } from '../shared/permissions.js';
import type { UserScope } from '../shared/scope.js';
import { readingGroups } from '../tenancy/opens-content.js';
import type { Owner } from './schema.js';

/** For `webhook_endpoints` aliased `e`, joined with its owner as `u`. */
export const ownerColumns = sql`e.owner_id AS "ownerId", u.role AS "ownerRole", u.status AS "ownerStatus",
  ${readingGroups()} AS "ownerGroups", e.filter`;

/** Only endpoints of active admins get events. */
export const isEntitled = ({ ownerRole, ownerStatus }: Owner): boolean =>
  ownerRole === 'admin' && ownerStatus === 'active';

/** The owner's current scope, limited to the documents of the key that created the endpoint. */
export const toOwnerScope = (
  tenantId: TenantId,
  { ownerId, ownerRole, ownerGroups, filter }: Owner,
): UserScope =>
  makeUserScope({
    tenantId,
    userId: ownerId,
    role: ownerRole,
    groups: ownerGroups,
    permissions: permissionsOfRole[ownerRole],
    filters: filter === null ? [] : [{ from: 'key', filter }],
  });
