import { describe, expect, it } from '@jest/globals';
import { withSchema } from '../../../../src/platform/models/providers/with-schema.js';

const form = { name: 'decision', schema: { type: 'object' } };

describe('a request to an endpoint that does not support schemas', () => {
  it('has the schema after its instructions', () => {
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

  it('gets instructions of its own at the beginning if there are none', () => {
    const messages = withSchema([{ role: 'user', content: 'How long?' }], form);

    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});
