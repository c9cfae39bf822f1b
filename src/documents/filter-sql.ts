import { joinSql, sql, type Sql } from '../platform/database/sql.js';
import { toJson } from '../platform/database/text.js';
import { formats } from '../parsing/index.js';
import {
  metadataNameOf,
  type DocumentComparison,
  type DocumentFilter,
  type FilterValue,
} from '../shared/document-filter.js';
import { AppError } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import { shownTitle } from './shown-columns.js';
import { readableCollection } from './collections/rights.js';

/**
 * The filter as a condition over `documents` aliased `d`. A collection counts only for who may ask through it, so that one that is
 * foreign, deleted or closed holds no documents, like an unknown one. An unknown format is `validation_failed`.
 */
export const matching = (filter: DocumentFilter, scope: Scope): Sql => {
  if (!('filters' in filter)) return compare(filter, scope);
  const parts = filter.filters.map((part) => matching(part, scope));
  return sql`(${joinSql(parts, filter.type === 'and' ? ' AND ' : ' OR ')})`;
};

const compare = (comparison: DocumentComparison, scope: Scope): Sql => {
  const { type, key } = comparison;
  if (type === 'eq' || type === 'in') return isOneOf(comparison, scope);
  // Not `<>`, which a value that is not there escapes.
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
  if (formats.names.includes(format)) return formats.mimeTypeOf(format);
  const message = `must be one of ${formats.names.join(', ')}`;
  throw new AppError('validation_failed', 'There is no such format.', {
    errors: [{ path: 'filter', message: `format ${message}` }],
  });
};

const OPERATORS = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;

const operatorOf = (type: DocumentComparison['type']): Sql => {
  if (type in OPERATORS) return OPERATORS[type as keyof typeof OPERATORS];
  throw new Error(`${type} is no order.`);
};

const compareTime = ({ type, key, value }: DocumentComparison): Sql => {
  const column = key === 'createdAt' ? sql`d.created_at` : sql`d.updated_at`;
  return sql`${column} ${operatorOf(type)} ${oneOf(value)}::timestamptz`;
};

/** Numbers with numbers and texts with texts, byte by byte, which orders dates in ISO notation; what is of another kind does not match. */
const compareMetadata = (name: string, { type, value }: DocumentComparison): Sql => {
  const one = oneOf(value);
  const operator = operatorOf(type);
  const found = sql`d.metadata ->> ${name}`;
  // CASE, because PostgreSQL may otherwise convert before it looks at the kind.
  return typeof one === 'number'
    ? sql`CASE WHEN jsonb_typeof(d.metadata -> ${name}) = 'number' THEN (${found})::numeric ${operator} ${one}::float8::numeric ELSE false END`
    : sql`CASE WHEN jsonb_typeof(d.metadata -> ${name}) = 'string' THEN (${found}) COLLATE "C" ${operator} ${one} ELSE false END`;
};

const oneOf = (value: DocumentComparison['value']): FilterValue => {
  const [one, ...others] = [value].flat();
  if (one === undefined || others.length > 0) throw new Error('An order compares one value.');
  return one;
};
