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

describe('quoted parts of sources', () => {
  it('are shown word for word, each under its own number', () => {
    const quotes = citeQuotes([{ ...part, end: 20 }, part], { language: 'en' });

    expect(quotes.texts[0]).toBe('“Notice is four weeks” [1]');
    expect(quotes.citations).toMatchObject([
      { number: 1, quote: content.slice(0, 20), charStart: 100, charEnd: 120 },
      { number: 2, quote: content, sourceIndex: 1, verification: 'exact' },
    ]);
  });

  it('contain no marker of their own and never two blank lines in a row', () => {
    const [text = ''] = citeQuotes([part], { language: 'en' }).texts;

    expect(text).toContain('four weeks (1).\n\nSee');
    expect(text.match(/\[\d+\]/g)).toEqual(['[1]']);
  });

  it('keep a link of the source, but none that the evidence lacks', () => {
    const basis = { content: 'Notice is four weeks', links: '' };

    const [own = ''] = citeQuotes([part], { language: 'en' }).texts;
    const [other = ''] = citeQuotes([{ ...part, source: { ...source, basis } }], {
      language: 'en',
    }).texts;

    expect(own).toContain('https://kestrel.example/rules');
    expect(other).not.toContain('https://kestrel.example/rules');
  });

  it('are not evidence if a model wrote the text around them', () => {
    const verificationOf = (basis: string) =>
      citeQuotes([{ ...part, source: { ...source, basis: { content: basis, links: '' } } }], {
        language: 'en',
      }).citations[0]?.verification;

    expect(verificationOf(content)).toBe('exact');
    expect(verificationOf('Notice')).toBe('unchecked');
    expect(verificationOf('')).toBe('unsupported');
  });
});
