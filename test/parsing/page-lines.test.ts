import { describe, expect, it } from '@jest/globals';
import { dropPageLines } from '../../src/parsing/page-lines.js';

describe('header and footer lines of printed text', () => {
  it('are left out if their number counts up', () => {
    const text = 'One.\nHandbook    Page 1 of 3\nTwo.\nHandbook    Page 2 of 3\nThree.';

    expect(dropPageLines(text)).toBe('Handbook\n\nOne.\nTwo.\nThree.');
  });

  it('stay if their numbers do not count up, or if there is only one', () => {
    const readings = 'a\n  Page 3\nb\n  Page 7\nc';

    expect(dropPageLines(readings)).toBe(readings);
    expect(dropPageLines('a\n  Page 3\nb')).toBe('a\n  Page 3\nb');
  });

  it('are left out at the edges of pages separated by form feeds', () => {
    const pages = ['One', 'Two', 'Three'].map((text, at) => `Handbook\n${text}.\nMore.\n- ${at} -`);

    expect(dropPageLines(pages.join('\f'))).toBe(
      'Handbook\n\nOne.\nMore.\fTwo.\nMore.\fThree.\nMore.',
    );
  });

  it('are kept once if nothing else says what they say', () => {
    const pages = ['One', 'Two', 'Three'].map((text) => `Revision 7\n${text}.\nKell, depot 4`);

    expect(dropPageLines(pages.join('\f'))).toBe('Revision 7\nKell, depot 4\n\nOne.\fTwo.\fThree.');
    expect(dropPageLines(`See Revision 7 of Kell, depot 4.\f${pages.join('\f')}`)).toBe(
      'See Revision 7 of Kell, depot 4.\fOne.\fTwo.\fThree.',
    );
  });

  it('stay if they are on two pages only or in the middle of a page', () => {
    const text = 'Handbook\nOne.\nMore.\fHandbook\nTwo.\nMore still.';

    expect(dropPageLines(text)).toBe(text);
  });

  it('stay if a sentence ends in the page number', () => {
    const text = 'It is said on page 1\nand again on page 2\nonce more.';

    expect(dropPageLines(text)).toBe(text);
  });
});
