import { describe, expect, it } from '@jest/globals';
import { withoutSecrets } from '../../src/tools/added/mcp/to-tool.js';

const SECRET = 'sk-Live_9aB7+c/4x';
const hex = Buffer.from(SECRET).toString('hex');

describe('a credential that a service repeats', () => {
  it.each([
    ['plain', SECRET],
    ['in lower case', SECRET.toLowerCase()],
    ['backwards', Array.from(SECRET).reverse().join('')],
    ['with blanks', Array.from(SECRET).join(' ')],
    ['with dashes', Array.from(SECRET).join('-')],
    ['with joiners', Array.from(SECRET).join('\u200d')],
    ['as a list of characters', JSON.stringify(Array.from(SECRET))],
    ['in hex', hex],
    ['in upper-case hex', hex.toUpperCase()],
    ['in hex with colons', (hex.match(/../g) ?? []).join(':')],
    ['in hex backwards', Array.from(hex).reverse().join('')],
    ['in escapes', (hex.match(/../g) ?? []).map((byte) => `\\x${byte}`).join('')],
    ['percent-encoded', (hex.match(/../g) ?? []).map((byte) => `%${byte}`).join('')],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 behind a name', Buffer.from(`me:${SECRET}`).toString('base64')],
    ['in base64 behind another name', Buffer.from(`Bearer ${SECRET}`).toString('base64')],
  ])('%s is taken out', (_, repeated) => {
    const told = withoutSecrets(`You sent ${repeated} to us.`, [SECRET]);

    expect(told).toContain('[credential]');
    expect(told.length).toBeLessThan(`You sent [credential] to us.`.length + 16);
  });

  it('leaves other text as it is', () => {
    const text = 'Your order 4711 of 3 x 9 items was sent to Live Road 7.';

    expect(withoutSecrets(text, [SECRET])).toBe(text);
  });
});
