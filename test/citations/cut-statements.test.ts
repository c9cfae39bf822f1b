import { describe, expect, it } from '@jest/globals';
import { citeAnswer } from '../../src/citations/cite-answer.js';
import type { CitableSource } from '../../src/citations/citation.js';
import { growthOf, LINEAR } from '../support/growth.js';

const source = (key: string): CitableSource => ({ key, content: 'Nothing.', language: 'en' });
const SOURCES = ['a', 'b', 'c'].map(source);

const cut = (answer: string, language = 'en') => {
  const cited = citeAnswer(answer, SOURCES, { language, question: 'May I use vinegar?' });
  return cited.statements.map(({ text, lead, cited: indexes, charStart, charEnd }) => ({
    text,
    lead,
    cited: indexes,
    written: cited.answer.slice(charStart, charEnd),
  }));
};
const texts = (answer: string, language?: string) => cut(answer, language).map(({ text }) => text);

describe('a statement of an answer', () => {
  it('is a sentence with its markers', () => {
    expect(cut('Three days a week. [3] Tuesday is fixed [1].')).toEqual([
      { text: 'Three days a week.', lead: '', cited: [2], written: 'Three days a week. [1]' },
      { text: 'Tuesday is fixed.', lead: '', cited: [0], written: 'Tuesday is fixed [2].' },
    ]);
  });

  it.each(['-', '- ', '|-', 'text', 'A', ' ', '\\t', ': '])(
    'is processed in linear time even if a long line merely looks like a rule: %j',
    (piece) => {
      const growth = growthOf((size) => cut(`A.\n${piece.repeat(size / piece.length)}x`), 1_200);

      expect(growth).toBeLessThan(LINEAR);
    },
  );

  it('does not need a marker', () => {
    expect(cut('Lunch is free.')).toMatchObject([{ text: 'Lunch is free.', cited: [] }]);
  });

  it('may be a list item with its lead-in, whose markers it uses if it has none', () => {
    const found = cut('Remote work means [2]:\n\n- **Limit:** 3 days\n- **Fixed:** Tuesday [1]');

    expect(found).toEqual([
      {
        text: 'Limit: 3 days',
        lead: 'Remote work means:',
        cited: [1],
        written: '**Limit:** 3 days',
      },
      {
        text: 'Fixed: Tuesday',
        lead: 'Remote work means:',
        cited: [0],
        written: '**Fixed:** Tuesday [2]',
      },
    ]);
  });

  it('may be a table cell with its row and column', () => {
    const table = '| Topic | 2024 | 2025 |\n|---|---|---|\n| Payment | 30 days [1] | 45 days [2] |';

    expect(cut(table)).toEqual([
      { text: '30 days', lead: 'Payment – 2024', cited: [0], written: '30 days [1]' },
      { text: '45 days', lead: 'Payment – 2025', cited: [1], written: '45 days [2]' },
    ]);
  });

  it('may be a clause that a marker or a semicolon separates from the next', () => {
    expect(cut('It was capped at 250 euros [1] and is now capped at 400 euros [2].')).toMatchObject(
      [
        { text: 'It was capped at 250 euros', lead: '', cited: [0] },
        { text: 'and is now capped at 400 euros.', lead: 'It was capped at 250 euros', cited: [1] },
      ],
    );
    expect(cut('At most 8 days a month; apply 5 days before [1].')).toMatchObject([
      { text: 'At most 8 days a month;', cited: [0] },
      { text: 'apply 5 days before.', cited: [0] },
    ]);
  });

  it('is not split inside a quotation or between words that belong together', () => {
    expect(texts('It says "one day; no more" [1].')).toEqual(['It says "one day; no more".']);
    expect(texts('Employees get [1] a flat sum of 25 euros.')).toHaveLength(1);
  });

  it('may be a bare no, which the question explains', () => {
    expect(cut('No [1].')).toMatchObject([{ text: 'No.', lead: 'May I use vinegar?', cited: [0] }]);
  });

  it.each([
    [
      'en',
      'Hello! Here is what changed:\n\n## Payment\n\nWhich limit do you mean? I hope this helps.',
    ],
    ['en', 'How many days is annual leave? [1]'],
    ['en', 'Subject: Remote work\n\nHi team,\n\nBest regards'],
    ['en', "The documents do not say where bicycles can be parked. I couldn't find anything else."],
    ['de', 'Hallo! Das hängt davon ab. Die Unterlagen nennen das nicht. Welche Grenze meinen Sie?'],
    ['fr', "Bonjour ! Je n'ai rien trouvé. N'hésitez pas à demander."],
    ['hu', 'Kedves Kollégák! Nem találtam erről semmit.'],
    ['zh', '您好！我没有找到相关内容。以下是要点：'],
    ['en', '```\nnpm install\n```\n---'],
  ])('is not recognised in text that states nothing (%s: %j)', (language, answer) => {
    expect(texts(answer, language)).toEqual([]);
  });

  it('has correct offsets, however the answer is split and whatever is removed before it', () => {
    const answer =
      '  See https://evil.example now. Lunch [9] is free [2]. 🙂 Dinner costs 5 euros [2][3].';

    expect(cut(answer).map(({ written }) => written)).toEqual([
      'See (link removed) now.',
      'Lunch is free [1].',
      '🙂 Dinner costs 5 euros [1][2].',
    ]);
  });
});
