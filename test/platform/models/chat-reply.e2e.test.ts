import { afterEach, describe, expect, it } from '@jest/globals';
import { closeServers, setUp, structured } from './chat-model-setup.js';

afterEach(closeServers);

describe('an answer longer than its token limit allows', () => {
  it('is cut where a stream would be cut, because checking it takes time that nothing could interrupt', async () => {
    const { complete } = await setUp(() => 'Three days. '.repeat(10_000));

    const { content, finishReason } = await complete();

    expect(finishReason).toBe('length');
    expect(content.length).toBeLessThan(2_000);
  });

  it('is not cut in the middle of a character', async () => {
    const { complete } = await setUp(() => `x${'👍'.repeat(10_000)}`);

    expect((await complete()).content).not.toMatch(/\p{Surrogate}/u);
  });

  it('is left whole if a form was requested: the parser of the form refuses it', async () => {
    const { complete } = await setUp(() => 'x'.repeat(10_000));

    expect(await complete({ ...structured, purpose: 'decide' })).toMatchObject({
      content: 'x'.repeat(10_000),
      finishReason: 'length',
    });
  });
});
