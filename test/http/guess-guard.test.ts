import { describe, expect, it } from '@jest/globals';
import { createGuessGuard } from '../../src/http/guess-guard.js';
import { createLocalLimits } from '../../src/platform/limits/limits.js';

const setUp = () => {
  const denied: string[] = [];
  const guard = createGuessGuard({
    limits: createLocalLimits({ nowMs: () => 0 }),
    metrics: { securityDenied: (reason: string) => void denied.push(reason) },
    perMinutePerAddress: 100,
    badCredentialsPerMinute: 2,
  });
  return { guard, denied };
};

const guess = (address: string, account: string | null) => ({
  address,
  account,
  hasCredential: true,
});

describe('bad credentials', () => {
  it('are limited per address, whatever accounts they claim', async () => {
    const { guard } = setUp();
    await guard.count(guess('192.0.2.1', 'a'));
    await guard.count(guess('192.0.2.1', 'b'));

    await expect(guard.count(guess('192.0.2.1', 'c'))).rejects.toMatchObject({
      code: 'rate_limited',
    });
  });

  it('are limited per account, whatever addresses they come from', async () => {
    const { guard, denied } = setUp();
    await guard.count(guess('192.0.2.1', 'a'));
    await guard.count(guess('192.0.2.2', 'a'));

    await expect(guard.count(guess('192.0.2.3', 'a'))).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(denied.at(-1)).toBe('bad_credential_flood');
  });

  it('of one account do not lock others out', async () => {
    const { guard } = setUp();
    for (const account of ['a', 'b']) await guard.count(guess('192.0.2.1', account));

    await expect(guard.count(guess('192.0.2.9', 'z'))).resolves.toBeUndefined();
  });
});

describe('requests without a credential', () => {
  it('do not count as guesses, and are limited per address only', async () => {
    const { guard, denied } = setUp();
    const stranger = { address: '192.0.2.1', account: null, hasCredential: false };

    for (let at = 0; at < 100; at += 1) await guard.count(stranger);

    expect(denied).toEqual([]);
    await expect(guard.count(stranger)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
