import { describe, expect, it } from '@jest/globals';
import { toRange, toSeries } from '../../console/src/home/days.js';

const now = new Date('2026-03-02T10:00:00.000Z');
const dayWith = (day: string, questions: number) => ({
  day,
  questions,
  answered: 0,
  notFound: 0,
  badMarks: 0,
  people: 1,
  costUsd: null,
  p95Ms: null,
});

describe('the chart line of a metric on the overview', () => {
  it('has a value for each day up to today, and a gap for days without questions', () => {
    const days = [dayWith('2026-02-28', 3), dayWith('2026-03-02', 5), dayWith('2026-02-01', 9)];

    const series = toSeries({ days }, ({ questions }) => questions, { count: 4, now });

    expect(series).toEqual([null, 3, null, 5]);
  });

  it('begins with a whole day of the server', () => {
    expect(toRange({ count: 7, now })).toEqual({
      from: '2026-02-24T00:00:00.000Z',
      to: '2026-03-02T10:00:00.000Z',
    });
  });
});
