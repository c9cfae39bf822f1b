import { describe, expect, it } from '@jest/globals';
import { createHiddenColumns, MAX_COLUMNS } from '../../../src/parsing/office/hidden-columns.js';

describe('hidden columns of a sheet', () => {
  it('include both ends of each hidden range', () => {
    const columns = createHiddenColumns();
    columns.hide(5, 6);
    columns.hide(1, 1);

    expect([0, 1, 2, 4, 5, 6, 7].filter((column) => columns.has(column))).toEqual([1, 5, 6]);
  });

  it('do not shift the columns that are shown, even if more are hidden later', () => {
    const columns = createHiddenColumns();
    expect(columns.shownPlace(7)).toBe(7);
    columns.hide(1, 2);
    expect(columns.shownPlace(7)).toBe(5);

    columns.hide(2, 4);

    expect([0, 5, 7].map((column) => columns.shownPlace(column))).toEqual([0, 1, 3]);
  });

  it('include none of an invalid range', () => {
    const columns = createHiddenColumns();

    columns.hide(Number.NaN, 3);
    columns.hide(-1, 3);
    columns.hide(4, 2);

    expect(columns.has(2)).toBe(false);
  });

  it('end at the widest possible sheet', () => {
    const columns = createHiddenColumns();

    columns.hide(0, 10 * MAX_COLUMNS);

    expect([columns.has(MAX_COLUMNS - 1), columns.has(MAX_COLUMNS)]).toEqual([true, false]);
  });
});
