import { describe, expect, it } from '@jest/globals';
import { groupByDay } from '../../console/src/ask/session-groups.js';

describe('conversations grouped by day', () => {
  const now = new Date(2026, 10, 30, 0, 30);
  const at = (day: number, hour: number) => ({
    lastActivityAt: new Date(2026, 10, day, hour).toISOString(),
  });

  it('are split into the reader’s own today, the seven days before, and older', () => {
    const sessions = [at(30, 0), at(29, 23), at(23, 0), at(22, 23)];

    const groups = groupByDay(sessions, now);

    expect(groups).toEqual([
      { name: 'today', sessions: [sessions[0]] },
      { name: 'lastDays', sessions: [sessions[1], sessions[2]] },
      { name: 'older', sessions: [sessions[3]] },
    ]);
  });

  it('have no empty group', () => {
    expect(groupByDay([at(1, 12)], now)).toEqual([{ name: 'older', sessions: [at(1, 12)] }]);
    expect(groupByDay([], now)).toEqual([]);
  });
});
