import { describe, expect, it } from '@jest/globals';
import { frameOf, turn, turnBox } from '../../../../src/parsing/parsers/pdf/frames.js';

const PAGE = { left: 0, bottom: 0, right: 600, top: 800 };

const rounded = (values: readonly number[]): number[] => values.map((value) => Math.round(value));

describe('the coordinates of a page, rotated into its reading direction,', () => {
  it('are unchanged if the text runs to the right', () => {
    const frame = frameOf(0, PAGE);

    expect(turn(10, 20, frame)).toEqual([10, 20]);
    expect([frame.width, frame.height]).toEqual([600, 800]);
  });

  it.each([
    ['up', Math.PI / 2],
    ['down', -Math.PI / 2],
  ])('have width and height swapped if the text runs %s', (_, angle) => {
    const frame = frameOf(angle, PAGE);

    expect(rounded([frame.width, frame.height])).toEqual([800, 600]);
  });

  it.each([0, 0.3, Math.PI / 2, Math.PI, -2])('are never negative (%d)', (angle) => {
    const frame = frameOf(angle, { left: 50, bottom: 70, right: 600, top: 800 });

    const box = turnBox({ left: 50, bottom: 70, right: 600, top: 800 }, frame);

    expect(rounded([box.left, box.bottom])).toEqual([0, 0]);
    expect(rounded([box.right, box.top])).toEqual(rounded([frame.width, frame.height]));
  });

  it('increase to the right along the text', () => {
    const frame = frameOf(Math.PI / 2, PAGE);

    const [first] = turn(100, 100, frame);
    const [second] = turn(100, 200, frame);

    expect(second).toBeGreaterThan(first);
  });
});
