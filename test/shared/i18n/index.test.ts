import { describe, expect, it } from '@jest/globals';
import { MESSAGE_LANGUAGES, messagesFor } from '../../../src/shared/i18n/index.js';

describe('our own sentences', () => {
  it('exist in each language, in its own words', () => {
    const lines = MESSAGE_LANGUAGES.map((language) => messagesFor(language).notFound);

    expect(new Set(lines).size).toBe(MESSAGE_LANGUAGES.length);
  });

  it('are English in a language without a translation file', () => {
    expect(messagesFor('fi')).toBe(messagesFor('en'));
  });

  it('name pages in the way of each language', () => {
    const ranges = ['en', 'hu', 'zh'].map((language) =>
      messagesFor(language).pages({ start: 5, end: 7 }),
    );

    expect(ranges).toEqual(['pp. 5–7', '5–7. o.', '第 5–7 页']);
  });
});
