import { z } from 'zod';
import { emptySql, sql, type Sql } from '../platform/database/sql.js';
import { AppError } from '../shared/errors.js';
import type { Scope } from '../shared/scope.js';
import type { DocumentRecord } from './schema.js';
import { shownSize, shownTitle } from './shown-columns.js';

const COLUMNS = ['createdAt', 'updatedAt', 'title', 'sizeBytes'] as const;
type Column = (typeof COLUMNS)[number];

/** A column's name, or with `-` the other way round. */
export const DocumentSort = z
  .enum([...COLUMNS, ...COLUMNS.map((column): `-${Column}` => `-${column}`)])
  // Clients are generated with these names, for `-title` is none in any language.
  .meta({ 'x-enum-varnames': [...COLUMNS, ...COLUMNS.map((column) => `${column}Descending`)] });
export type DocumentSort = z.infer<typeof DocumentSort>;

/** A list of documents by one of its columns: what stands after WHERE, behind ORDER BY, and the cursor that follows a document. */
export const orderBy = (scope: Scope, sort: DocumentSort, after: string | undefined) => {
  const column = COLUMNS.find((name) => sort === name || sort === `-${name}`) ?? 'createdAt';
  const { key, cast } = keysFor(scope)[column];
  const isDescending = sort.startsWith('-');
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  return {
    beyond:
      after === undefined
        ? emptySql
        : sql`AND (${key}, d.id) ${isDescending ? sql`<` : sql`>`} ${toRow(after, cast)}`,
    order: sql`${key} ${direction}, d.id ${direction}`,
    /** Also selected, so that a cursor holds what the database compares. */
    key: sql`(${key})::text AS "sortKey"`,
    toCursor: (sortKey: string, { id }: Pick<DocumentRecord, 'id'>): string =>
      Buffer.from(JSON.stringify([sortKey, id])).toString('base64url'),
  };
};

const toRow = (after: string, cast: Sql): Sql => {
  const position = Position.safeParse(parse(after));
  if (!position.success) {
    throw new AppError('unparsable_request', 'The cursor does not belong to this list.');
  }
  const [value, id] = position.data;
  return sql`(${value}::${cast}, ${id}::uuid)`;
};

const parse = (after: string): unknown => {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch {
    return null;
  }
};

/** Titles are ordered by their beginning, which keeps a cursor short; equal ones by their ids, like all that is equal. */
const TITLE_CHARS = 80;

const keysFor = (scope: Scope): Readonly<Record<Column, { key: Sql; cast: Sql }>> => ({
  // Ids are made in the order of time.
  createdAt: { key: sql`d.id`, cast: sql`uuid` },
  updatedAt: { key: sql`d.updated_at`, cast: sql`timestamptz` },
  title: {
    key: sql`left(lower(${shownTitle(scope)}), ${TITLE_CHARS}::int) COLLATE "C"`,
    cast: sql`text`,
  },
  sizeBytes: { key: shownSize(scope), cast: sql`bigint` },
});

const Position = z.tuple([z.string(), z.uuid()]);
