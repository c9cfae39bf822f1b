import { afterAll, describe, expect, it } from '@jest/globals';
import { createTurnShares } from '../../src/workflow/turn-shares.js';

const gone = new AbortController();
const { signal } = gone;

afterAll(() => gone.abort(new Error('gone')));

describe('the limit on concurrent chat turns', () => {
  it('is named in a refusal, with its owner and its number', async () => {
    const shares = createTurnShares();
    const ask = (userId: string) =>
      shares.run({ tenantId: 'a', userId }, signal, () => new Promise(() => undefined));
    for (let count = 0; count < 3 + 128; count += 1) ask('ada').catch(() => undefined);

    await expect(ask('ada')).rejects.toMatchObject({
      code: 'too_many_parallel_chats',
      message: 'Too many questions at once: user ada may have 128 waiting of 512.',
    });

    for (let count = 0; count < 128; count += 1) ask('bob').catch(() => undefined);
    await expect(ask('eve')).rejects.toMatchObject({
      message: 'Too many questions at once: this tenant may have 256 waiting of 512.',
    });
  });
});
