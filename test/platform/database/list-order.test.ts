import { describe, expect, it } from '@jest/globals';
import { orderBy, toCursor } from '../../../src/platform/database/list-order.js';
import { sql } from '../../../src/platform/database/sql.js';

const order = {
  columns: { title: { key: sql`d.title`, cast: sql`text` } },
  id: sql`d.id`,
};
const ID = '0190a3f4-5b6c-7d8e-9f01-23456789abcd';
const row = (sortKey: string, id: string) => ({ sortKey, id });
const parse = (value: unknown) => value as { id: string };

describe('a sorted list', () => {
  it('continues after its cursor, in its direction, by the column and then the id', () => {
    const after = toCursor('Plan', { id: ID });

    const up = orderBy(order, 'title', { after, limit: 2 });
    const down = orderBy(order, '-title', { after, limit: 2 });

    expect(up.order.sql).toBe('d.title ASC, d.id ASC');
    expect(up.beyond.sql).toContain('(d.title, d.id) >');
    expect(up.beyond.values).toEqual(['Plan', ID]);
    expect(down.order.sql).toBe('d.title DESC, d.id DESC');
    expect(down.beyond.sql).toContain('(d.title, d.id) <');
  });

  it('begins at its first row without a cursor', () => {
    expect(orderBy(order, 'title', { limit: 2 }).beyond.sql).toBe('');
  });

  it.each([
    ['invalid JSON', 'x'],
    ['another shape', Buffer.from('["Plan"]').toString('base64url')],
    ['an id that is not one', toCursor('Plan', { id: "x' OR true --" })],
  ])('refuses a cursor with %s', (_, after) => {
    expect(() => orderBy(order, 'title', { after, limit: 2 })).toThrow(
      expect.objectContaining({ code: 'unparsable_request' }),
    );
  });
});

describe('a page of a list', () => {
  const { toPage } = orderBy(order, 'title', { limit: 2 });

  it('has a cursor after its last row if there are more rows', () => {
    const rows = [row('a', 'id-1'), row('b', 'id-2'), row('c', 'id-3')];

    const page = toPage(rows, parse);

    expect(page.items.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
    expect(page.nextAfter).toBe(toCursor('b', { id: 'id-2' }));
  });

  it('is the last one if there are no more rows', () => {
    expect(toPage([row('a', 'id-1'), row('b', 'id-2')], parse).nextAfter).toBeNull();
    expect(toPage([], parse)).toEqual({ items: [], nextAfter: null });
  });
});
