import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { isFileKey, requireFileKey } from '../../../src/platform/files/file-key.js';

describe('the key of a file', () => {
  it('is accepted if a store created it', () => {
    const key = randomUUID();

    expect(requireFileKey(key)).toBe(key);
  });

  it.each([
    ['a path', '../../etc/passwd'],
    ['a path in front of a key', `../${randomUUID()}`],
    ['something behind a key', `${randomUUID()}/x`],
    ['a line behind a key', `${randomUUID()}\n`],
    ['capitals', randomUUID().toUpperCase().replace(/[0-9]/, 'A')],
    ['nothing', ''],
  ])('is not %s', (_, key) => {
    expect(isFileKey(key)).toBe(false);
    expect(() => requireFileKey(key)).toThrow(expect.objectContaining({ code: 'file_missing' }));
  });
});
