import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { emptySql, sql, type Sql } from './sql.js';

/** A value that rows are ordered by, and the type that a cursor's text is cast back to. */
type SortKey = { key: Sql; cast: Sql };

/** The columns that a list may be ordered by, and the id that breaks ties. */
export type Order<Column extends string> = {
  columns: Readonly<Record<Column, SortKey>>;
  id: Sql;
};

/** Builds a list sorted by one of its columns: the condition, the order, and the page made of its rows. */
export const orderBy = <Column extends string>(
  { columns, id }: Order<Column>,
  sort: Column | `-${Column}`,
  { after, limit }: PageRequest,
) => {
  const isDescending = sort.startsWith('-');
  // Without its sign a sort is a column's name; its type allows nothing else.
  const { key, cast } = columns[(isDescending ? sort.slice(1) : sort) as Column];
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  return {
    beyond:
      after === undefined
        ? emptySql
        : sql`AND (${key}, ${id}) ${isDescending ? sql`<` : sql`>`} ${toRow(after, cast)}`,
    order: sql`${key} ${direction}, ${id} ${direction}`,
    /** Also selected, so that a cursor carries the value that the database compares. */
    key: sql`(${key})::text AS "sortKey"`,
    toPage: <Item extends { id: string }>(
      rows: readonly { sortKey: string }[],
      parse: (row: unknown) => Item,
    ): Page<Item> => {
      const items = rows.slice(0, limit).map(parse);
      const last = items.at(-1);
      const sortKey = rows[limit - 1]?.sortKey;
      const hasMore = rows.length > limit && last !== undefined && sortKey !== undefined;
      return { items, nextAfter: hasMore ? toCursor(sortKey, last) : null };
    },
  };
};

export const toCursor = (sortKey: string, { id }: { id: string }): string =>
  Buffer.from(JSON.stringify([sortKey, id])).toString('base64url');

const toRow = (after: string, cast: Sql): Sql => {
  const position = Position.safeParse(parse(after));
  if (!position.success) {
    throw new AppError('unparsable_request', 'The cursor does not belong to this list.');
  }
  const [value, id] = position.data;
  return sql`(${value}::${cast}, ${id}::uuid)`;
};

const Position = z.tuple([z.string(), z.uuid()]);

const parse = (after: string): unknown => {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch {
    return null;
  }
};
