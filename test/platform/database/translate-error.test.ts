import { describe, expect, it } from '@jest/globals';
import { translateError } from '../../../src/platform/database/translate-error.js';

describe('an error of PostgreSQL', () => {
  it.each([
    ['53100', /disk of the database is full/],
    ['53200', /out of memory/],
    ['53300', /no connection left/],
    ['57P03', /starting up/],
    ['58030', /cannot read from its disk/],
    ['08006', /cannot be reached/],
  ])('%s says in words what an operator has to know', (code, message) => {
    const reported = Object.assign(new Error('could not extend file "base/5/1"'), {
      name: 'error',
      code,
    });

    const translated = translateError({
      name: 'DriverAdapterError',
      message: 'x',
      cause: reported,
    });

    expect(translated).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(message),
    });
    expect((translated as Error).message).not.toContain('base/5');
  });
});
