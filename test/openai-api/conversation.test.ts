import { describe, expect, it } from '@jest/globals';
import { toConversation, type GivenMessage } from '../../src/openai-api/conversation.js';

const read = (messages: readonly GivenMessage[]) =>
  toConversation(messages, { param: 'messages', maxQueryChars: 100 });

describe('the messages of an OpenAI client', () => {
  it('are read as the last question, earlier messages, and instructions for the answer', () => {
    const conversation = read([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Good day.' }] },
      { role: 'tool', content: '42' },
      { role: 'developer', content: 'In German.' },
      { role: 'user', content: [{ type: 'text', text: ' How long is the notice? ' }] },
      { role: 'assistant', content: 'Four' },
    ]);

    expect(conversation).toEqual({
      question: 'How long is the notice?',
      told: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Good day.' },
      ],
      wishes: 'Be brief.\n\nIn German.',
    });
  });

  it('may lack instructions, and endless instructions are cut between characters', () => {
    const long: GivenMessage = { role: 'system', content: `x${'👍'.repeat(4_000)}` };
    const question: GivenMessage = { role: 'user', content: 'How long?' };

    expect(read([question]).wishes).toBeNull();
    expect(read([long, question]).wishes?.length).toBeLessThanOrEqual(4_000);
    expect(read([long, question]).wishes).not.toMatch(/\p{Surrogate}/u);
  });

  it.each<[string, GivenMessage[]]>([
    ['no question', [{ role: 'assistant', content: 'Four weeks.' }]],
    ['an empty question', [{ role: 'user', content: ' ' }]],
    ['a question without content', [{ role: 'user' }]],
    ['an endless question', [{ role: 'user', content: 'x'.repeat(101) }]],
  ])('are refused with %s', (_, messages) => {
    expect(() => read(messages)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: [expect.objectContaining({ path: 'messages' })],
      }),
    );
  });

  it('are refused with a picture in the question, but not with one in earlier messages', () => {
    const picture = { type: 'image_url' };
    const shown: GivenMessage = { role: 'user', content: [picture] };

    expect(() => read([shown])).toThrow(expect.objectContaining({ code: 'unsupported_parameter' }));
    expect(read([shown, { role: 'user', content: 'How long?' }])).toMatchObject({ told: [] });
  });
});
