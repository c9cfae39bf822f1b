import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inFolder } from '../../bench/in-folder.js';

describe('a measurement that works in a temporary folder', () => {
  it('leaves no folder behind if the measured program does not start', async () => {
    let seen = '';
    const measuring = inFolder(async (folder) => {
      seen = folder;
      throw new Error(existsSync(folder) ? 'did not start' : 'no folder');
    });

    await expect(measuring).rejects.toThrow('did not start');
    expect(existsSync(seen)).toBe(false);
  });
});
