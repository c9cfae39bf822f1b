import { describe, expect, it } from '@jest/globals';
import { fitContext, limitReply, shapeRequest } from '../../../src/platform/models/fit-context.js';
import type { ChatMessage, ChatRequest } from '../../../src/platform/models/model.js';

/** About a thousand tokens. */
const LONG = 'word '.repeat(1_000);

const history: ChatMessage[] = ['one', 'two', 'three', 'four'].map((name) => ({
  role: 'user',
  isHistory: true,
  content: `${name} ${LONG}`,
}));
const messages: ChatMessage[] = [
  { role: 'system', content: 'Rules.' },
  ...history,
  { role: 'user', content: 'How many days?' },
];
const request: ChatRequest = { purpose: 'answer', messages, maxTokens: 500, temperature: 0 };

const fitted = (asked: Parameters<typeof fitContext>[0], contextTokens: number) =>
  shapeRequest(
    fitContext(asked, { protocol: 'structured', contextTokens }),
    'structured',
  ).messages.map(({ content }) => content.split(' ')[0]);

describe('a prompt for a model with a known context length', () => {
  it('stays unchanged if it fits together with its reply', () => {
    expect(fitContext(request, { protocol: 'structured', contextTokens: 8_000 })).toBe(request);
  });

  it.each([
    [4_500, ['Rules.', 'three', 'four', 'How']],
    [2_500, ['Rules.', 'four', 'How']],
    [1_000, ['Rules.', 'How']],
  ])('loses its oldest messages until it fits %d tokens', (tokens, left) => {
    expect(fitted(request, tokens)).toEqual(left);
  });

  it('leaves room for the reply', () => {
    expect(fitted({ ...request, maxTokens: 2_500 }, 4_500)).toEqual(['Rules.', 'four', 'How']);
  });

  it('is shortened under every decision protocol', () => {
    const common = { purpose: 'decide' as const, maxTokens: 500, temperature: 0 };

    expect(fitted({ ...common, shapeFor: () => ({ messages }) }, 2_500)).toEqual([
      'Rules.',
      'four',
      'How',
    ]);
  });

  it.each([
    ['the question', { ...request, messages: [{ role: 'user' as const, content: LONG }] }],
    [
      'a form',
      { ...request, responseSchema: { name: 'form', schema: { description: LONG.repeat(2) } } },
    ],
  ])('is refused if %s alone is too long', (_, tooLong) => {
    expect(() => fitContext(tooLong, { protocol: 'structured', contextTokens: 1_000 })).toThrow(
      'The prompt is longer than the model can read.',
    );
  });
});

describe('reasoning room that is added to a prompt', () => {
  const short: ChatRequest = { ...request, messages: [{ role: 'user', content: 'How many?' }] };

  it('is what the prompt leaves of the context', () => {
    const { maxTokens } = limitReply({ ...short, maxTokens: 9_000 }, 4_000);

    expect(maxTokens).toBeLessThan(4_000);
    expect(maxTokens).toBeGreaterThan(3_900);
  });

  it('stays unchanged if it fits, or if no length is known', () => {
    expect(limitReply(short, 4_000)).toBe(short);
    expect(limitReply(short)).toBe(short);
  });
});
