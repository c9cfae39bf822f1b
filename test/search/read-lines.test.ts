import { describe, expect, it } from '@jest/globals';
import { toWindows } from '../../src/search/read-lines.js';

describe('a passage that is read a few lines at a time', () => {
  it('is read from each of its lines on', () => {
    expect(toWindows('One.\nTwo.\nThree.\nFour.').map(({ text }) => text)).toEqual([
      'One.\nTwo.\nThree.',
      'Two.\nThree.\nFour.',
      'Three.\nFour.',
      'Four.',
    ]);
  });

  it('is read whole in at most forty steps, however many lines it has', () => {
    const content = Array.from({ length: 900 }, (_, line) => `${line} is a line.`).join('\n');

    const windows = toWindows(content);

    expect(windows.length).toBeLessThanOrEqual(40);
    expect(windows[0]?.start).toBe(0);
    expect(windows.at(-1)?.end).toBe(content.length);
    windows.slice(1).forEach(({ start }, at) => {
      expect(start).toBeLessThanOrEqual((windows[at]?.end ?? 0) + 1);
    });
  });
});
