import { describe, expect, it } from '@jest/globals';
import { dropPageLines } from '../../src/parsing/page-lines.js';

describe('the lines that a printed text has on each page', () => {
  it('are left out where their number counts up', () => {
    const text = 'One.\nHandbook    Page 1 of 3\nTwo.\nHandbook    Page 2 of 3\nThree.';

    expect(dropPageLines(text)).toBe('Handbook\n\nOne.\nTwo.\nThree.');
  });

  it('stay where their numbers do not count up, or one stands alone', () => {
    const readings = 'a\n  Page 3\nb\n  Page 7\nc';

    expect(dropPageLines(readings)).toBe(readings);
    expect(dropPageLines('a\n  Page 3\nb')).toBe('a\n  Page 3\nb');
  });

  it('are left out at the edges of pages that form feeds part', () => {
    const pages = ['One', 'Two', 'Three'].map((text, at) => `Handbook\n${text}.\nMore.\n- ${at} -`);

    expect(dropPageLines(pages.join('\f'))).toBe(
      'Handbook\n\nOne.\nMore.\fTwo.\nMore.\fThree.\nMore.',
    );
  });

  it('are said by nothing else once they are left out, so what they say stands once', () => {
    const pages = ['One', 'Two', 'Three'].map((text) => `Revision 7\n${text}.\nKell, depot 4`);

    expect(dropPageLines(pages.join('\f'))).toBe('Revision 7\nKell, depot 4\n\nOne.\fTwo.\fThree.');
    expect(dropPageLines(`See Revision 7 of Kell, depot 4.\f${pages.join('\f')}`)).toBe(
      'See Revision 7 of Kell, depot 4.\fOne.\fTwo.\fThree.',
    );
  });

  it('stay where they stand on two pages only, or within a page', () => {
    const text = 'Handbook\nOne.\nMore.\fHandbook\nTwo.\nMore still.';

    expect(dropPageLines(text)).toBe(text);
  });

  it('stay where a sentence ends in the number of a page', () => {
    const text = 'It is said on page 1\nand again on page 2\nonce more.';

    expect(dropPageLines(text)).toBe(text);
  });
});
