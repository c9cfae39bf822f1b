import { describe, expect, it } from '@jest/globals';
import { withSchema } from '../../../../src/platform/models/providers/with-schema.js';

const form = { name: 'decision', schema: { type: 'object' } };

describe('a request for an endpoint that takes no schema', () => {
  it('has the schema behind the instructions that are there', () => {
    const messages = withSchema(
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'How long?' },
      ],
      form,
    );

    expect(messages).toHaveLength(2);
    expect(messages[0]?.content).toMatch(/^Be brief\.\n\n.*\n\{"type":"object"\}$/s);
    expect(messages[1]?.content).toBe('How long?');
  });

  it('has instructions of its own in front where there are none', () => {
    const messages = withSchema([{ role: 'user', content: 'How long?' }], form);

    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});
