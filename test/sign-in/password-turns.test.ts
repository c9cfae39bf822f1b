import { describe, expect, it } from '@jest/globals';
import { createPasswordTurns } from '../../src/sign-in/password-turns.js';

const { signal } = new AbortController();

describe('the limit on concurrent password hashing', () => {
  it('is named in a refusal, with its owner and its number', async () => {
    const turns = createPasswordTurns();
    const ask = (account: string, address = '192.0.2.1') =>
      turns.inTurn(
        { account, address, isKnown: false, signal },
        () => new Promise(() => undefined),
      );
    for (let count = 0; count < 1 + 100; count += 1) void ask('ada');

    await expect(ask('ada')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many sign-ins at once: this account may have 100 waiting of 400.',
    });

    for (let count = 0; count < 100; count += 1) void ask('bob');
    await expect(ask('eve')).rejects.toMatchObject({
      message: 'Too many sign-ins at once: this address may have 200 waiting of 400.',
    });

    for (let count = 0; count < 200; count += 1) void ask(`${count}`, `198.51.100.${count}`);
    await expect(ask('eve', '203.0.113.1')).rejects.toMatchObject({
      message: 'Too many sign-ins at once: each process of this installation may have 400 waiting.',
    });
  });
});
