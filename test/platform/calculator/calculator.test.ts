import { afterAll, describe, expect, it } from '@jest/globals';
import { createCalculator } from '../../../src/platform/calculator/calculator.js';

const { signal } = new AbortController();
const calculator = createCalculator();

afterAll(() => calculator.close());

describe('the calculator', () => {
  it('answers in the order of asking', async () => {
    const values = await Promise.all(
      ['1 + 1', '15% of 200', '2^10'].map((text) => calculator.calculate(text, signal)),
    );

    expect(values).toEqual(['2', '30', '1024']);
  });

  it('tells why an expression has no value', async () => {
    const refused = calculator.calculate('1 / 0', signal);

    await expect(refused).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('division by 0'),
    });
  });

  it.each(['factorial(1e9)', 'factorial(99999999)', 'combinations(1e9, 5e8)', '(1e6)!'])(
    'stops %s and answers the next one',
    async (expression) => {
      const refused = calculator.calculate(expression, signal);
      const next = calculator.calculate('1 + 1', signal);

      await expect(refused).rejects.toMatchObject({ code: 'invalid_arguments' });
      await expect(next).resolves.toBe('2');
    },
  );

  it('stops what it is busy with when nobody waits for it any more', async () => {
    const cancelled = new AbortController();
    const asked = calculator.calculate('factorial(1e9)', cancelled.signal);
    cancelled.abort(new Error('gone'));

    await expect(asked).rejects.toThrow('gone');
    await expect(calculator.calculate('1 + 1', signal)).resolves.toBe('2');
  });

  it('refuses once it is closed', async () => {
    const closed = createCalculator();
    await closed.calculate('1 + 1', signal);
    await closed.close();

    await expect(closed.calculate('1 + 1', signal)).rejects.toMatchObject({
      code: 'shutting_down',
    });
  });
});
