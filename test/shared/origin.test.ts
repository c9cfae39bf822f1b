import { describe, expect, it } from '@jest/globals';
import { isOrigin } from '../../src/shared/origin.js';

describe('a web origin', () => {
  it.each(['https://www.example.com', 'http://localhost:5173', 'https://[::1]:8443'])(
    'is valid: %s',
    (text) => {
      expect(isOrigin(text)).toBe(true);
    },
  );

  it.each([
    ['with a slash at the end', 'https://www.example.com/'],
    ['with a path', 'https://www.example.com/a'],
    ['with a default port', 'https://www.example.com:443'],
    ['in capitals', 'https://WWW.example.com'],
    ['of another protocol', 'file://www.example.com'],
    ['of a page without an origin', 'null'],
    ['for all', '*'],
    ['for all names below one', 'https://*.example.com'],
    ['for all addresses of a protocol', 'https://*'],
    ['with a user name', 'https://me@www.example.com'],
  ])('is invalid %s (%s)', (_, text) => {
    expect(isOrigin(text)).toBe(false);
  });
});
