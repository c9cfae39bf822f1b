import { emptySql, joinSql, sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import { PARSERS } from '../parsing/parsers/index.js';
import {
  collectionsOf,
  metadataNameOf,
  type DocumentComparison,
  type DocumentFilter,
  type FilterValue,
} from '../shared/document-filter.js';
import { AppError } from '../shared/errors.js';
import { withoutFilters, type Scope, type UserScope } from '../shared/scope.js';
import { opensContent, shownTitle } from '../tenancy/opens-content.js';

/** A condition over `documents` aliased `d`: the document satisfies every filter of the scope. */
export const passingFilters = (scope: UserScope): Sql =>
  scope.filters.reduce(
    (passed, { from, filter }) =>
      sql`${passed} AND ${matching(filter, from === 'request' ? scope : withoutFilters(scope))}`,
    emptySql,
  );

/**
 * The only rule for who may use which collection in a query, over a table aliased `k`: collections that are shared with the tenant, and
 * those that the user owns, edits or reaches through a group, limited to those that the API key may name. It gives no access to documents:
 * each keeps its own visibility.
 */
export const readableCollection = (scope: Scope): Sql => {
  const inTenant = sql`k.tenant_id = ${scope.tenantId}::uuid`;
  if (scope.kind === 'system') return inTenant;
  const audiences = scope.groups.map((group) => `group:${group}`);
  return sql`${inTenant} AND (k.visibility = 'tenant' OR k.owner_id = ${scope.userId}::uuid
    OR k.visibility = ANY(${audiences}::text[]) OR ${scope.userId}::uuid = ANY(k.editor_users)
    OR k.editor_groups && ${[...scope.groups]}::text[]) ${nameable(scope)}`;
};

/** In lists an admin also sees other people's collections, to manage them. */
export const listedCollection = (scope: Scope): Sql =>
  scope.kind === 'user' && scope.role === 'admin'
    ? sql`k.tenant_id = ${scope.tenantId}::uuid ${nameable(scope)}`
    : readableCollection(scope);

/**
 * The collections that an API key or its token may name: those in its filter or, if the filter names none, those with documents that pass
 * the filter.
 */
const nameable = (scope: UserScope): Sql => {
  const rights = scope.filters.filter(({ from }) => from === 'key');
  return rights.reduce((named, { filter }) => sql`${named} ${nameableBy(filter, scope)}`, emptySql);
};

const nameableBy = (filter: DocumentFilter, scope: UserScope): Sql => {
  const asked = collectionsOf(filter);
  if (asked !== null) return sql`AND k.id = ANY(${[...asked]}::uuid[])`;
  return sql`AND EXISTS (
    SELECT FROM collection_documents n JOIN documents d ON d.tenant_id = n.tenant_id AND d.id = n.document_id
    WHERE n.tenant_id = k.tenant_id AND n.collection_id = k.id AND d.status <> 'deleting' AND NOT d.is_withdrawn
      AND ${opensContent(scope)} AND ${matching(filter, withoutFilters(scope))})`;
};

/**
 * The filter as a condition over `documents` aliased `d`. A collection only counts for people who may use it: a foreign, deleted or
 * inaccessible one contains no documents, like an unknown one. An unknown format is `validation_failed`.
 */
export const matching = (filter: DocumentFilter, scope: Scope): Sql => {
  if (!('filters' in filter)) return compare(filter, scope);
  const parts = filter.filters.map((part) => matching(part, scope));
  return sql`(${joinSql(parts, filter.type === 'and' ? ' AND ' : ' OR ')})`;
};

const compare = (comparison: DocumentComparison, scope: Scope): Sql => {
  const { type, key } = comparison;
  if (type === 'eq' || type === 'in') return isOneOf(comparison, scope);
  // `<>` would not be true for a missing value.
  if (type === 'ne' || type === 'nin') return sql`(${isOneOf(comparison, scope)}) IS NOT TRUE`;
  const name = metadataNameOf(key);
  return name === null ? compareTime(comparison) : compareMetadata(name, comparison);
};

const isOneOf = ({ key, value }: DocumentComparison, scope: Scope): Sql => {
  const values = [value].flat();
  const texts = values.map(String);
  const name = metadataNameOf(key);
  if (name !== null) return sql`d.metadata -> ${name} = ANY(${values.map(toJson)}::jsonb[])`;
  switch (key) {
    case 'collectionId':
      return sql`EXISTS (
        SELECT FROM collection_documents m JOIN collections k ON k.tenant_id = m.tenant_id AND k.id = m.collection_id
        WHERE m.tenant_id = d.tenant_id AND m.document_id = d.id AND m.collection_id = ANY(${texts}::uuid[])
          AND ${readableCollection(scope)})`;
    case 'documentId':
      return sql`d.id = ANY(${texts}::uuid[])`;
    case 'owner':
      return sql`d.owner_id = ANY(${texts}::uuid[])`;
    case 'title':
      return sql`${shownTitle(scope)} = ANY(${texts}::text[])`;
    case 'format':
      return sql`d.mime_type = ANY(${texts.map(toMimeType)}::text[])`;
    case 'language':
      return sql`(d.language = ANY(${texts}::text[]) OR d.other_languages && ${texts}::text[])`;
    case 'createdAt':
      return sql`d.created_at = ANY(${texts}::timestamptz[])`;
    case 'updatedAt':
      return sql`d.updated_at = ANY(${texts}::timestamptz[])`;
    default:
      throw new Error(`A filter key that the schema lets through has no column: ${key}`);
  }
};

const toMimeType = (format: string): string => {
  const parser = PARSERS.find(({ name }) => name === format);
  if (parser !== undefined) return parser.mimeType;
  const message = `must be one of ${PARSERS.map(({ name }) => name).join(', ')}`;
  throw new AppError('validation_failed', 'There is no such format.', {
    errors: [{ path: 'filter', message: `format ${message}` }],
  });
};

const OPERATORS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;

const operatorOf = (type: DocumentComparison['type']): Sql => {
  if (type in OPERATORS) return OPERATORS[type as keyof typeof OPERATORS];
  throw new Error(`${type} is not an order.`);
};

const compareTime = ({ type, key, value }: DocumentComparison): Sql => {
  const column = key === 'createdAt' ? sql`d.created_at` : sql`d.updated_at`;
  return sql`${column} ${operatorOf(type)} ${oneOf(value)}::timestamptz`;
};

/**
 * Compares numbers with numbers and texts with texts (byte by byte, which orders ISO dates correctly); values of another type do not match.
 */
const compareMetadata = (name: string, { type, value }: DocumentComparison): Sql => {
  const one = oneOf(value);
  const operator = operatorOf(type);
  const found = sql`d.metadata ->> ${name}`;
  // CASE is needed because PostgreSQL may otherwise convert the value before it checks its type.
  return typeof one === 'number'
    ? sql`CASE WHEN jsonb_typeof(d.metadata -> ${name}) = 'number' THEN (${found})::numeric ${operator} ${one}::float8::numeric ELSE false END`
    : sql`CASE WHEN jsonb_typeof(d.metadata -> ${name}) = 'string' THEN (${found}) COLLATE "C" ${operator} ${one} ELSE false END`;
};

const oneOf = (value: DocumentComparison['value']): FilterValue => {
  const [one, ...others] = [value].flat();
  if (one === undefined || others.length > 0) throw new Error('An order compares one value.');
  return one;
};
