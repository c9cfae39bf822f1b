import { describe, expect, it } from '@jest/globals';
import { createCredentialFilter } from '../../src/shared/credential-filter.js';

const SECRET = 'sk-Live_9aB7+c/4x';
const hex = Buffer.from(SECRET).toString('hex');
const bytes = hex.match(/../g) ?? [];

/** Of the length that a test asks for, and without a pattern. */
const credentialOf = (length: number): string => {
  const alphabet = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_';
  let state = 7;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return alphabet.charAt((state >>> 8) % alphabet.length);
  }).join('');
};

const KEY = credentialOf(32);
const FIRST_HALF = KEY.slice(0, 16);
const SECOND_HALF = KEY.slice(16);

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');
const toHex = (text: string): string => Buffer.from(text).toString('hex');
const backwards = (text: string): string => Array.from(text).reverse().join('');

describe('a credential that is repeated in a text', () => {
  it.each([
    ['plain', SECRET],
    ['in lower case', SECRET.toLowerCase()],
    ['in full-width letters', SECRET.replace(/[!-~]/g, (one) => fullWidth(one))],
    ['backwards', backwards(SECRET)],
    ['with spaces', Array.from(SECRET).join(' ')],
    ['with dashes', Array.from(SECRET).join('-')],
    ['with joiners', Array.from(SECRET).join('\u200d')],
    ['with many symbols between its letters', Array.from(SECRET).join(' ~ … ~ ')],
    ['as a list of characters', JSON.stringify(Array.from(SECRET))],
    ['in hex', hex],
    ['in upper-case hex', hex.toUpperCase()],
    ['in hex with colons', bytes.join(':')],
    ['in hex backwards', backwards(hex)],
    ['in escapes', bytes.map((byte) => `\\x${byte}`).join('')],
    ['in JSON escapes', bytes.map((byte) => `\\u00${byte}`).join('')],
    ['as numbers', [...Buffer.from(SECRET)].join(', ')],
    ['as HTML character references', [...Buffer.from(SECRET)].map((byte) => `&#${byte};`).join('')],
    ['percent-encoded', bytes.map((byte) => `%${byte}`).join('')],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['in base64', toBase64(SECRET)],
    ['in base64url', Buffer.from(SECRET).toString('base64url')],
    ['in base64 after a name', toBase64(`me:${SECRET}`)],
    ['in base64 after another name', toBase64(`Bearer ${SECRET}`)],
  ])('%s is removed', (_, repeated) => {
    const clean = createCredentialFilter([SECRET]);

    const told = clean(`You sent ${repeated} to us.`);

    expect(told).toContain('[credential]');
    expect(told.length).toBeLessThan('You sent [credential] to us.'.length + 16);
  });

  it.each([
    ['half of it', FIRST_HALF],
    ['its other half', SECOND_HALF],
    ['both halves apart', `${FIRST_HALF} … and then … ${SECOND_HALF}`],
    ['its middle', KEY.slice(6, 26)],
    ['half of it backwards', backwards(SECOND_HALF)],
    ['half of it in hex', toHex(SECOND_HALF)],
    ['half of it in base64', toBase64(FIRST_HALF)],
    ['its other half in base64', toBase64(SECOND_HALF)],
    ['half of it in base64 after a name', toBase64(`key=${SECOND_HALF}`)],
  ])('is removed if a text contains %s', (_, repeated) => {
    const told = createCredentialFilter([KEY])(`Refused: ${repeated}.`);

    expect(told).toContain('[credential]');
    expect(told.replaceAll('[credential]', '')).not.toMatch(/[A-Za-z0-9+/]{12}/);
  });

  it.each([4, 7])('of %i characters is removed in its exact form', (length) => {
    const short = '!7#aB9$'.slice(0, length);

    expect(createCredentialFilter([short])(`You sent ${short}.`)).toBe('You sent [credential].');
  });

  it.each([
    ['other text', 'Your order 4711 of 3 x 9 items was sent to Live Road 7.', [SECRET]],
    ['a word used where no key is needed', 'It runs on Ollama: ollama serve.', ['ollama']],
    ['words of a key that is made of words', 'Correct the horse.', ['correct-horse-battery']],
    ['everything if nothing is secret', 'sk-Live_9aB7', []],
  ])('is not removed from %s', (_, text, credentials) => {
    expect(createCredentialFilter(credentials)(text)).toBe(text);
  });
});

describe('the work of filtering one text', () => {
  const stepsFor = (credential: string, text: string): number => {
    let counted = 0;
    const clean = createCredentialFilter([credential], {
      onCompared: (steps) => {
        counted += steps;
      },
    });
    clean(text);
    return counted;
  };

  it.each([22, 200, 800, 8_000])(
    'does not grow with a credential of %i characters, however much of it the text contains',
    (length) => {
      const credential = credentialOf(length);
      const alike = `${credential.slice(0, 7)}.`.repeat(4_000).slice(0, 32_000);
      const repeated = Array.from(credential).join(' ').repeat(20).slice(0, 32_000);
      const plain = 'Nothing of it, in 32,000 characters. '.repeat(1_000).slice(0, 32_000);

      for (const text of [plain, alike, repeated]) {
        expect(stepsFor(credential, text)).toBeLessThan(8 * text.length);
      }
    },
  );
});

function fullWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 0xfee0);
}
