import { describe, expect, it } from '@jest/globals';
import { citeAnswer } from '../../src/citations/cite-answer.js';
import { extractiveAnswer } from '../../src/workflow/quoting.js';
import { MESSAGE_LANGUAGES, messagesFor } from '../../src/shared/i18n/index.js';

const english = {
  language: 'en',
  content:
    'Our history began in 1990. Employees may work remotely three days a week [3]. Lunch is served at noon.',
};
const hungarian = {
  language: 'hu',
  content: 'A cég története. A munkavállalók hetente három napot dolgozhatnak távmunkában.',
};
const chinese = { language: 'zh', content: '公司历史悠久。员工每周可以远程工作三天。午餐免费。' };

describe('an answer that no model wrote', () => {
  it.each([
    ['en', english, 'How many days may I work remotely?', 'three days a week (3)'],
    ['hu', hungarian, 'Hány napot dolgozhatok távmunkában?', 'hetente három napot'],
    ['zh', chinese, '每周可以远程工作几天？', '远程工作三天'],
  ])(
    'quotes the best sentence and says what it is: %s',
    (...[language, source, question, quoted]) => {
      const answer = extractiveAnswer({
        question,
        sources: [source],
        language,
        queryLanguages: [source.language],
      });

      expect(answer.startsWith(messagesFor(language).noModelWroteThis)).toBe(true);
      expect(answer).toContain(quoted);
      expect(answer).toMatch(/ \[1\]$/);
    },
  );

  it('is verified as exact by the same check as any other', () => {
    const answer = extractiveAnswer({
      question: 'How many days may I work remotely?',
      sources: [hungarian, english],
      language: 'en',
      queryLanguages: ['en', 'hu'],
    });

    const cited = citeAnswer(
      answer,
      [hungarian, english].map((source, index) => ({ ...source, key: String(index) })),
      { language: 'en' },
    );

    expect(cited).toMatchObject({
      grounding: 1,
      citations: [{ number: 1, sourceIndex: 1, verification: 'exact' }],
    });
  });

  it('does not quote a heading in place of what stands below it', () => {
    const content = 'How to request vacation\n\nVacation is requested in the portal.';
    const source = { language: 'en', content, heading: 'How to request vacation' };

    const answer = extractiveAnswer({
      question: 'How do I request vacation?',
      sources: [source],
      language: 'en',
      queryLanguages: ['en'],
    });

    expect(answer).toContain('Vacation is requested in the portal.');
    expect(answer).not.toContain('How to request vacation');
  });

  it('falls back to the first sentence of the best source, and to nothing without sources', () => {
    const ask = (sources: (typeof english)[]) =>
      extractiveAnswer({ question: 'Zebra?', sources, language: 'en', queryLanguages: ['en'] });

    expect(ask([english])).toContain('Our history began in 1990.');
    expect(ask([])).toBe('');
  });
});

describe('our own sentences', () => {
  it('are there in fifteen languages, each in its own', () => {
    const lines = MESSAGE_LANGUAGES.map((language) => messagesFor(language).notFound);

    expect([...MESSAGE_LANGUAGES].sort().join(' ')).toBe(
      'ar de en es fr hu it ja ko pl pt ru tr vi zh',
    );
    expect(new Set(lines).size).toBe(15);
  });

  it('are English in a language without a file', () => {
    expect(messagesFor('fi')).toBe(messagesFor('en'));
  });

  it('name pages as each language does', () => {
    const ranges = ['en', 'hu', 'zh'].map((language) =>
      messagesFor(language).pages({ start: 5, end: 7 }),
    );

    expect(ranges).toEqual(['pp. 5–7', '5–7. o.', '第 5–7 页']);
  });
});
