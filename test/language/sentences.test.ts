import { describe, expect, it } from '@jest/globals';
import { splitSentences } from '../../src/language/sentences.js';
import { growthOf, LINEAR } from '../support/growth.js';

const split = (text: string): string[] => splitSentences(text).map((sentence) => sentence.text);

describe('splitting text into sentences', () => {
  it.each([
    [
      'English',
      ['Dr. Smith paid 3.14 euros, see p. 5 and fig. 3.', 'It grew!', '"Really?" he asked.'],
    ],
    ['numbers', ['It was founded in 2024.', 'The firm grew.', 'See 4.2.', 'Then stop.']],
    ['initials', ['J. R. Tolkien wrote it in the U.S. Army.', 'He said no.', 'Go.']],
    [
      'Hungarian',
      [
        'Kb. 5 nap kell, pl. Budapestre.',
        'A szabályzat 2026. február 1-jén lép hatályba.',
        'Dr. Halmos Eszter hagyja jóvá.',
      ],
    ],
    ['German', ['Am 3. Oktober ist frei.', 'Das gilt z.B. Im Lager nicht.', 'Ende.']],
    [
      'rules and limits',
      [
        'The limit is max. 30 MB incl. VAT.',
        'Ask the dept. Head first.',
        'Art. 5 para. 2 applies.',
        'Es sind ca. 30 Tage, einschl. Feiertage.',
        'Por ej. Madrid.',
      ],
    ],
    ['Greek and Arabic', ['Τι ώρα είναι;', 'مرحبا؟', 'نعم.']],
  ])('keeps abbreviations and numbers together in %s', (_, sentences) => {
    const joined = sentences.join(' ').replace('είναι; ', 'είναι;\n');

    expect(split(joined)).toEqual(sentences);
  });

  it('splits Chinese and Japanese at their own punctuation, without spaces', () => {
    expect(split('保修期为六个月。购买日期以发票为准！“可以吗？”可以。')).toEqual([
      '保修期为六个月。',
      '购买日期以发票为准！',
      '“可以吗？”',
      '可以。',
    ]);
  });

  it('ends a sentence at every line break', () => {
    expect(split('- one\n- two\n\nThree')).toEqual(['- one', '- two', 'Three']);
  });

  it('returns the position of each sentence', () => {
    const text = '  First one.   Second one. ';

    for (const { text: sentence, start, end } of splitSentences(text)) {
      expect(text.slice(start, end)).toBe(sentence);
    }
    expect(splitSentences(text)).toHaveLength(2);
  });

  it('finds nothing in white space', () => {
    expect(splitSentences(' \n ')).toEqual([]);
  });

  it.each(['. ', '.', 'a.', '1. ', '。', '\n', '"', 'Dr. ', 'x', '!?'])(
    'takes linear time for a quarter of a million characters of %j',
    (piece) => {
      const growth = growthOf((size) => {
        splitSentences(piece.repeat(size / piece.length));
      }, 250_000);

      expect(growth).toBeLessThan(LINEAR);
    },
  );
});
