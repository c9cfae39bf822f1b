import { describe, expect, it } from '@jest/globals';
import type { AppError } from '../../../src/shared/errors.js';
import { toProblem } from '../../../src/http/errors.js';
import { translateError } from '../../../src/platform/database/translate-error.js';

describe('an error of PostgreSQL', () => {
  it.each([
    ['53100', /disk of the database is full/, 'insufficient_storage'],
    ['53200', /out of memory/],
    ['53300', /no connection left/],
    ['57P03', /starting up/],
    ['58030', /cannot read from its disk/],
    ['08006', /cannot be reached/],
  ])(
    '%s is translated into words that an operator can act on',
    (code, message, meaning = 'storage_unavailable') => {
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
        code: meaning,
        message: expect.stringMatching(message),
      });
      expect((translated as Error).message).not.toContain('base/5');
    },
  );

  it.each(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'])(
    'that the driver adapter calls %s is reported as an unreachable database, also in a raw query',
    (kind) => {
      const translated = translateError({
        name: 'PrismaClientKnownRequestError',
        code: 'P2010',
        message: 'Raw query failed.',
        meta: { driverAdapterError: { name: 'DriverAdapterError', cause: { kind } } },
      });

      expect(translated).toMatchObject({ code: 'storage_unavailable', retryAfterSec: 1 });
    },
  );

  it('about a full disk tells the caller that there is no room, but not where', () => {
    const full = Object.assign(new Error('could not extend file "base/5/1"'), {
      name: 'error',
      code: '53100',
    });

    const problem = toProblem(translateError(full) as AppError, 'request-1');

    expect(problem).toMatchObject({
      status: 507,
      code: 'insufficient_storage',
      detail: 'There is no storage space left.',
    });
  });
});
