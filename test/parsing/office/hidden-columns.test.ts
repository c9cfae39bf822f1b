import { describe, expect, it } from '@jest/globals';
import { createHiddenColumns, MAX_COLUMNS } from '../../../src/parsing/office/hidden-columns.js';

describe('hidden columns', () => {
  it('are those of all ranges, their ends among them', () => {
    const columns = createHiddenColumns();
    columns.hide(5, 6);
    columns.hide(1, 1);

    expect([0, 1, 2, 4, 5, 6, 7].filter((column) => columns.has(column))).toEqual([1, 5, 6]);
  });

  it('leave the others at their places among what is shown, also when more are hidden later', () => {
    const columns = createHiddenColumns();
    expect(columns.shownPlace(7)).toBe(7);
    columns.hide(1, 2);
    expect(columns.shownPlace(7)).toBe(5);

    columns.hide(2, 4);

    expect([0, 5, 7].map((column) => columns.shownPlace(column))).toEqual([0, 1, 3]);
  });

  it('are none of a range that makes no sense', () => {
    const columns = createHiddenColumns();

    columns.hide(Number.NaN, 3);
    columns.hide(-1, 3);
    columns.hide(4, 2);

    expect(columns.has(2)).toBe(false);
  });

  it('end with the widest sheet there is', () => {
    const columns = createHiddenColumns();

    columns.hide(0, 10 * MAX_COLUMNS);

    expect([columns.has(MAX_COLUMNS - 1), columns.has(MAX_COLUMNS)]).toEqual([true, false]);
  });
});
