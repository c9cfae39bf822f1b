import { afterAll, describe, expect, it } from '@jest/globals';
import { createCalculator } from '../../../../src/platform/isolated/calculator/calculator.js';

const { signal } = new AbortController();
const owner = { tenantId: 'a' };
const calculator = createCalculator();
/** One that lets a sum take as long as it wants. */
const slow = createCalculator({ timeoutMs: 600_000 });

afterAll(() => Promise.all([calculator.close(), slow.close()]));

describe('the calculator', () => {
  it('answers in the order of the requests', async () => {
    const values = await Promise.all(
      ['1 + 1', '15% of 200', '2^10'].map((text) => calculator.calculate(text, owner, signal)),
    );

    expect(values).toEqual(['2', '30', '1024']);
  });

  it("answers another tenant's expression while one tenant's expressions keep its share busy", async () => {
    const busy = new AbortController();
    const flood = ['(1e6)!', '(1e6)!', '(1e6)!'].map((text) =>
      slow.calculate(text, { tenantId: 'a', userId: 'x' }, busy.signal),
    );
    const ended = Promise.allSettled(flood);

    const value = await slow.calculate('6 * 7', { tenantId: 'b', userId: 'y' }, signal);

    expect(value).toBe('42');
    busy.abort(new Error('gone'));
    const outcomes = await ended;
    expect(outcomes.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      flood.map(() => 'Error: gone'),
    );
  });

  it('answers the users of a tenant in turn', async () => {
    const answered: string[] = [];
    const ask = async (userId: string, expression: string) => {
      answered.push(await calculator.calculate(expression, { tenantId: 'a', userId }, signal));
    };

    await Promise.all([...['1', '2', '3', '4'].map((text) => ask('x', text)), ask('y', '5')]);

    expect(answered).toEqual(['1', '5', '2', '3', '4']);
  });

  it('names the exceeded limit and whose it is when too many expressions of a user wait', async () => {
    const asked = Array.from({ length: 1 + 16 + 1 }, () =>
      calculator.calculate('1 + 1', { tenantId: 'a', userId: 'x' }, signal),
    );

    const outcomes = await Promise.allSettled(asked);

    expect(outcomes.at(-1)).toMatchObject({
      reason: {
        code: 'tool_unavailable',
        message:
          'Too many calculations at once: user x may have 16 waiting of 64. Try again later.',
      },
    });
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('explains why an expression has no value', async () => {
    const refused = calculator.calculate('1 / 0', owner, signal);

    await expect(refused).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('division by 0'),
    });
  });

  it.each(['factorial(1e9)', 'factorial(99999999)', 'combinations(1e9, 5e8)', '(1e6)!'])(
    'stops %s and answers the next one',
    async (expression) => {
      const refused = calculator.calculate(expression, owner, signal);
      const next = calculator.calculate('1 + 1', owner, signal);

      await expect(refused).rejects.toMatchObject({ code: 'invalid_arguments' });
      await expect(next).resolves.toBe('2');
    },
  );

  it('stops a calculation that nobody waits for any more', async () => {
    const cancelled = new AbortController();
    const asked = calculator.calculate('factorial(1e9)', owner, cancelled.signal);
    cancelled.abort(new Error('gone'));

    await expect(asked).rejects.toThrow('gone');
    await expect(calculator.calculate('1 + 1', owner, signal)).resolves.toBe('2');
  });

  it('refuses expressions once it is closed', async () => {
    const closed = createCalculator();
    await closed.calculate('1 + 1', owner, signal);
    await closed.close();

    await expect(closed.calculate('1 + 1', owner, signal)).rejects.toMatchObject({
      code: 'shutting_down',
    });
  });
});
