import { describe, expect, it } from '@jest/globals';
import { citeQuotes } from '../../src/citations/cite-quotes.js';

const content = 'Notice is four weeks [1].\n\n\n\nSee https://kestrel.example/rules or ask.';
const source = {
  key: 'handbook',
  content,
  language: 'en',
  span: { charStart: 100, charEnd: 100 + content.length },
  name: { type: 'document', title: 'Handbook' },
} as const;
const part = { source, start: 0, end: content.length };

describe('parts of sources that are quoted', () => {
  it('are word for word, each under a number of its own', () => {
    const quotes = citeQuotes([{ ...part, end: 20 }, part], { language: 'en' });

    expect(quotes.texts[0]).toBe('“Notice is four weeks” [1]');
    expect(quotes.citations).toMatchObject([
      { number: 1, quote: content.slice(0, 20), charStart: 100, charEnd: 120 },
      { number: 2, quote: content, sourceIndex: 1, verification: 'exact' },
    ]);
  });

  it('hold no marker that is not ours, and one blank line at a time', () => {
    const [text = ''] = citeQuotes([part], { language: 'en' }).texts;

    expect(text).toContain('four weeks (1).\n\nSee');
    expect(text.match(/\[\d+\]/g)).toEqual(['[1]']);
  });

  it('keep a link of the source, and none that the evidence lacks', () => {
    const basis = { content: 'Notice is four weeks', links: '' };

    const [own = ''] = citeQuotes([part], { language: 'en' }).texts;
    const [other = ''] = citeQuotes([{ ...part, source: { ...source, basis } }], {
      language: 'en',
    }).texts;

    expect(own).toContain('https://kestrel.example/rules');
    expect(other).not.toContain('https://kestrel.example/rules');
  });

  it('are no evidence where a model wrote what they stand in', () => {
    const verificationOf = (basis: string) =>
      citeQuotes([{ ...part, source: { ...source, basis: { content: basis, links: '' } } }], {
        language: 'en',
      }).citations[0]?.verification;

    expect(verificationOf(content)).toBe('exact');
    expect(verificationOf('Notice')).toBe('unchecked');
    expect(verificationOf('')).toBe('unsupported');
  });
});
