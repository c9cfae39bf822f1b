import { describe, expect, it } from '@jest/globals';
import { isOrigin } from '../../src/shared/origin.js';

describe('an origin', () => {
  it.each(['https://www.example.com', 'http://localhost:5173', 'https://[::1]:8443'])(
    'is %s',
    (text) => {
      expect(isOrigin(text)).toBe(true);
    },
  );

  it.each([
    ['with a slash behind it', 'https://www.example.com/'],
    ['with a path', 'https://www.example.com/a'],
    ['with a port that is usual', 'https://www.example.com:443'],
    ['in capitals', 'https://WWW.example.com'],
    ['of another protocol', 'file://www.example.com'],
    ['of a page without one', 'null'],
    ['for all', '*'],
    ['for all names below one', 'https://*.example.com'],
    ['for all addresses of a protocol', 'https://*'],
    ['with a name', 'https://me@www.example.com'],
  ])('is none %s (%s)', (_, text) => {
    expect(isOrigin(text)).toBe(false);
  });
});
