import { describe, expect, it } from '@jest/globals';
import { decideAfterAttempt, type Attempted } from '../../src/webhooks/after-attempt.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

const decide = (
  attempted: Attempted,
  history: { attempts?: number; failingSince?: Date | null } = {},
  random = 0,
) =>
  decideAfterAttempt(
    attempted,
    { attempts: 0, failingSince: null, now: NOW, ...history },
    () => random,
  );
const answered = (status: number, retryAfter: string | null = null) => ({ status, retryAfter });

describe('an attempt to deliver a webhook', () => {
  it.each([200, 201, 204, 299])('has succeeded with status %d', (status) => {
    expect(decide(answered(status))).toEqual({ kind: 'delivered', statusCode: status });
  });

  it.each<[string, Attempted, object]>([
    ['an error of the host', answered(500), { error: 'status', statusCode: 500 }],
    ['a refusal', answered(404), { error: 'status', statusCode: 404 }],
    ['a redirect', answered(302), { error: 'redirect', statusCode: 302 }],
    ['a private address', { error: 'address_refused' }, { error: 'address_refused' }],
    ['a time-out', { error: 'unreachable' }, { error: 'unreachable', statusCode: null }],
  ])('is repeated after %s', (_, attempted, expected) => {
    expect(decide(attempted)).toMatchObject({ kind: 'retry', ...expected });
  });

  it('is repeated ten times at growing intervals, and then no more', () => {
    const waits = Array.from({ length: 9 }, (_, attempts) => {
      const outcome = decide(answered(500), { attempts });
      return outcome.kind === 'retry' ? outcome.delayMs : outcome.kind;
    });

    expect(waits).toEqual(
      [5000, 5 * MINUTE_MS, 30 * MINUTE_MS].concat([2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS)),
    );
    expect(decide(answered(500), { attempts: 9 }).kind).toBe('failed');
  });

  it('is delayed by up to a fifth, so that not all come back at once', () => {
    expect(decide(answered(500), { attempts: 3 }, 1)).toMatchObject({ delayMs: 2.4 * HOUR_MS });
  });

  it.each([
    ['seconds', '3600', HOUR_MS],
    ['a date', new Date(NOW.getTime() + 2 * HOUR_MS).toUTCString(), 2 * HOUR_MS],
    ['a year', String(365 * 86_400), 24 * HOUR_MS],
  ])('waits as long as Retry-After says in %s, at most a day', (_, retryAfter, pauseMs) => {
    const outcome = decide(answered(503, retryAfter));

    expect(outcome).toMatchObject({ kind: 'retry', delayMs: pauseMs, pauseMs });
  });

  it.each(['soon', '-5', '', new Date(0).toUTCString()])(
    'is made at the usual time if Retry-After is "%s"',
    (retryAfter) => {
      expect(decide(answered(500, retryAfter))).toMatchObject({ delayMs: 5000, pauseMs: 0 });
    },
  );

  it.each([429, 502, 503, 504])(
    'slows down all deliveries to the endpoint after a %d',
    (status) => {
      expect(decide(answered(status))).toMatchObject({ delayMs: MINUTE_MS, pauseMs: MINUTE_MS });
    },
  );

  it('disables the endpoint if its host says that it is gone', () => {
    expect(decide(answered(410))).toMatchObject({ kind: 'off', reason: 'gone' });
  });

  it('disables the endpoint after five days without a successful delivery', () => {
    const since = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR_MS);

    expect(decide(answered(500), { failingSince: since(4.9) }).kind).toBe('retry');
    expect(decide(answered(500), { failingSince: since(5) })).toMatchObject({
      kind: 'off',
      reason: 'failing',
    });
    expect(decide(answered(200), { failingSince: since(6) }).kind).toBe('delivered');
  });
});
