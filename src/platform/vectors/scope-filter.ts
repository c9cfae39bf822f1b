import type { ChunkId, DocumentId, MemoryId } from '../../shared/ids.js';
import type { Scope, SystemScope, UserScope } from '../../shared/scope.js';
import type { ChunkFilter, MemoryFilter } from './vector-store.js';

type FieldName =
  | 'id'
  | 'tenant_id'
  | 'document_id'
  | 'version'
  | 'owner_id'
  | 'visibility'
  | 'language'
  | 'user_id'
  | 'memory_type';

/** An empty `oneOf` matches no row. */
export type Condition =
  | { field: FieldName; oneOf: readonly (string | number)[] }
  | { not: Condition }
  | { anyOf: readonly Condition[] };

/** All conditions must hold; the first is always the tenant. Only this module creates filters. */
export type ScopeFilter = readonly [tenant: Condition, ...rest: Condition[]];

export type DocumentChunks = {
  documentId: DocumentId;
  version?: number | undefined;
  exceptVersion?: number | undefined;
};

/** The fields of a row that decide who may see it, as a store returned them. */
export type ScopedRow = {
  tenantId: string;
  visibility?: string | undefined;
  ownerId?: string | undefined;
  userId?: string | undefined;
};

/** Called for every row of another tenant that a store returned despite its filter; must never happen. */
export type OnForeignRow = () => void;

/** Tenant AND (visible to the tenant OR own OR of a group). */
export const chunksVisibleTo = (scope: UserScope, filter: ChunkFilter): ScopeFilter =>
  ownOr(scope, filter, {
    field: 'visibility',
    oneOf: ['tenant', ...scope.groups.map(toGroupVisibility)],
  });

/**
 * The same without naming groups, for a user in too many groups to name: anything that is not private might be visible, and each returned
 * row is checked again. Null for other users.
 */
export const chunksMaybeVisibleTo = (scope: UserScope, filter: ChunkFilter): ScopeFilter | null =>
  scope.groups.length <= MAX_NAMED_GROUPS
    ? null
    : ownOr(scope, filter, { not: { field: 'visibility', oneOf: ['private'] } });

/** Naming 2,000 groups made a search take 2.3 times as long; reading more hits takes 1.2 times (`npm run bench -- reader-sets`). */
const MAX_NAMED_GROUPS = 200;

const ownOr = (
  scope: UserScope,
  { documentIds, language }: ChunkFilter,
  audience: Condition,
): ScopeFilter => [
  inTenant(scope),
  { anyOf: [audience, { field: 'owner_id', oneOf: [scope.userId] }] },
  ...(documentIds ? [{ field: 'document_id' as const, oneOf: documentIds }] : []),
  ...ifGiven('language', language),
];

const inTenant = ({ tenantId }: Scope): Condition => {
  if (tenantId.length === 0) throw new Error('A scope without a tenant reached the vector store.');
  return { field: 'tenant_id', oneOf: [tenantId] };
};

const toGroupVisibility = (group: string): string => `group:${group}`;

const ifGiven = (field: FieldName, value: string | number | undefined): Condition[] =>
  value === undefined ? [] : [{ field, oneOf: [value] }];

/** Tenant AND user. */
export const memoriesOf = (scope: UserScope, { memoryType }: MemoryFilter): ScopeFilter => [
  inTenant(scope),
  { field: 'user_id', oneOf: [scope.userId] },
  ...ifGiven('memory_type', memoryType),
];

export const chunksOfDocument = (
  scope: SystemScope,
  { documentId, version, exceptVersion }: DocumentChunks,
): ScopeFilter => [
  inTenant(scope),
  { field: 'document_id', oneOf: [documentId] },
  ...ifGiven('version', version),
  ...ifGiven('version', exceptVersion).map((not) => ({ not })),
];

export const chunksOfDocuments = (
  scope: SystemScope,
  documentIds: readonly DocumentId[],
): ScopeFilter => [inTenant(scope), { field: 'document_id', oneOf: documentIds }];

export const withIds = (
  scope: SystemScope,
  ids: readonly ChunkId[] | readonly MemoryId[],
): ScopeFilter => [inTenant(scope), { field: 'id', oneOf: ids }];

export const allOf = (scope: SystemScope): ScopeFilter => [inTenant(scope)];

/** Applies the filter again to the results, so that a store that ignores its filter leaks nothing. */
export const createRowGuard = (scope: UserScope, onForeignRow: OnForeignRow) => {
  const ofGroups = new Set(scope.groups.map(toGroupVisibility));
  return (row: ScopedRow): boolean => {
    if (row.tenantId !== scope.tenantId) {
      onForeignRow();
      return false;
    }
    if (row.visibility === undefined) return row.userId === scope.userId;
    return (
      row.visibility === 'tenant' || row.ownerId === scope.userId || ofGroups.has(row.visibility)
    );
  };
};
