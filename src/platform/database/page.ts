import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { emptySql, sql, type Sql } from './sql.js';

/** `AND column < cursor`, or nothing on the first page. */
export const olderThan = (column: Sql, { after }: PageRequest): Sql =>
  after === undefined ? emptySql : sql`AND ${column} < ${parseCursor(after)}::uuid`;

const Cursor = z.uuid();

const parseCursor = (after: string): string => {
  const cursor = Cursor.safeParse(after);
  if (!cursor.success) throw new AppError('validation_failed', 'The cursor is not one of ours.');
  return cursor.data;
};

/** One row more than asked for tells whether there is a next page. */
export const beyond = ({ limit }: PageRequest): number => limit + 1;

export const toPage = <Item extends { id: string }>(
  rows: readonly Item[],
  { limit }: PageRequest,
): Page<Item> => {
  const items = rows.slice(0, limit);
  return { items, nextAfter: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
};
