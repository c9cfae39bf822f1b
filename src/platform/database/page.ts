import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { Page, PageRequest, TimeRange } from '../../shared/page.js';
import { emptySql, firstIdAt, sql, type Sql } from './sql.js';

/** `AND column < cursor`, or nothing on the first page. */
export const olderThan = (column: Sql, { after }: PageRequest): Sql =>
  after === undefined ? emptySql : sql`AND ${column} < ${parseCursor(after)}::uuid`;

/** For `where` of a model: the ids below the cursor, or all on the first page. */
export const idsBefore = ({ after }: PageRequest): { id?: { lt: string } } =>
  after === undefined ? {} : { id: { lt: parseCursor(after) } };

/** For a list of a model, whose rows make a page: newest first. */
export const newestFirst = (page: PageRequest) => ({
  orderBy: { id: 'desc' as const },
  take: beyond(page),
});

/** `AND` the rows of this time range, found by their ids, which are indexed in the order of time. */
export const madeWithin = ({ time, id }: { time: Sql; id: Sql }, { from, to }: TimeRange): Sql => {
  const idAt = (moment: Date, ms: number) => sql`${firstIdAt(moment.getTime() + ms)}::uuid`;
  const since = from && sql`AND ${time} >= ${from} AND ${id} >= ${idAt(from, -CLOCKS_DIFFER_MS)}`;
  const until = to && sql`AND ${time} < ${to} AND ${id} < ${idAt(to, CLOCKS_DIFFER_MS)}`;
  return sql`${since ?? emptySql} ${until ?? emptySql}`;
};

/** An id is made a moment before its row, by another clock. */
const CLOCKS_DIFFER_MS = 3_600_000;

const Cursor = z.uuid();

const parseCursor = (after: string): string => {
  const cursor = Cursor.safeParse(after);
  if (!cursor.success) throw new AppError('validation_failed', 'The cursor is not one of ours.');
  return cursor.data;
};

/** One row more than requested shows whether there is a next page. */
export const beyond = ({ limit }: PageRequest): number => limit + 1;

export const toPage = <Item extends { id: string }>(
  rows: readonly Item[],
  { limit }: PageRequest,
): Page<Item> => {
  const items = rows.slice(0, limit);
  return { items, nextAfter: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
};
