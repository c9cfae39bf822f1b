import { describe, expect, it } from '@jest/globals';
import { analyze, analyzeQueryWords } from '../../src/language/analyzer.js';
import { addStemmerFailures, takeStemmerFailures } from '../../src/language/stems.js';
import { byLanguage } from '../../src/language/word-lists.js';

const LANGUAGES = [...byLanguage(({ stemmer }) => stemmer).keys()];

/** The letters of each script, combining marks included. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  Latin: lettersBetween(0x61, 0x7a).concat(lettersBetween(0xdf, 0x17f)),
  Vietnamese: lettersBetween(0x1ea1, 0x1ef9),
  Cyrillic: lettersBetween(0x430, 0x45f),
  Greek: lettersBetween(0x3ac, 0x3ce),
  Armenian: lettersBetween(0x561, 0x587),
  Hebrew: lettersBetween(0x5d0, 0x5ea),
  Arabic: lettersBetween(0x621, 0x652),
  Devanagari: lettersBetween(0x901, 0x94d),
  Tamil: lettersBetween(0xb82, 0xbcd),
  Thai: lettersBetween(0xe01, 0xe4e),
  Han: lettersBetween(0x4e00, 0x4e60),
  Kana: lettersBetween(0x3041, 0x30fa),
  Hangul: lettersBetween(0xac00, 0xac60),
  Georgian: lettersBetween(0x10d0, 0x10f0),
  Digits: lettersBetween(0x30, 0x39),
  'Beyond the basic plane': ['\u{20000}', '\u{1e900}', '\u{10400}'],
};

function lettersBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
}

/** Numbers that look random and are the same in every run. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

const WORDS_PER_SCRIPT = 400;

/** Words of one script, of one to forty letters, a tenth of them with a letter of another one. */
const wordsOf = (script: string): string[] => {
  const random = createRandom(script.length * 7919);
  const own = ALPHABETS[script] ?? [];
  const all = Object.values(ALPHABETS).flat();
  return Array.from({ length: WORDS_PER_SCRIPT }, (_, at) => {
    const length = at % 10 === 0 ? 1 + random(40) : 1 + random(12);
    const letters = Array.from({ length }, () => own[random(own.length)] ?? '');
    if (at % 10 === 5) letters[random(length)] = all[random(all.length)] ?? '';
    return letters.join('');
  });
};

/** Ordinary words at which the Bulgarian stemmer throws, and the like. */
const KNOWN = ['забранено', 'основание', 'задължение', 'правилник', 'съгласно', 'забранени'];

const FUZZ = [...Object.keys(ALPHABETS).flatMap(wordsOf), ...KNOWN];

describe('the analyzer with every stemmer', () => {
  it.each(LANGUAGES)('indexes words of every script with the stemmer of %s', (language) => {
    const words = FUZZ.filter((word) => analyze(word, { languages: ['und'] }).length === 1);

    const terms = words.map((word) => analyze(word, { languages: [language] }));

    expect(words.length).toBeGreaterThan(2_000);
    expect(terms.filter(([term = '']) => term === '' || term.length > 60)).toEqual([]);
    expect(terms.every(({ length }) => length === 1)).toBe(true);
    takeStemmerFailures();
  });

  it.each(LANGUAGES)('reads questions of every script with the stemmer of %s', (language) => {
    const questions = Array.from({ length: FUZZ.length / 40 }, (_, at) =>
      FUZZ.slice(at * 40, at * 40 + 40).join(' '),
    );

    for (const question of questions) {
      const words = analyzeQueryWords(question, { languages: [language, 'en'] });
      expect(words.every(({ forms }) => forms.every((form) => form !== ''))).toBe(true);
    }
    takeStemmerFailures();
  });

  it('gives a word the same term after its stemmer has failed on another one', () => {
    const words = FUZZ.filter((word) => /^\p{sc=Cyrillic}+$/u.test(word));
    const forwards = new Map(
      words.map((word) => [word, analyze(word, { languages: ['bg'] }).join(' ')]),
    );

    // Enough other words to empty the memory of stems.
    for (let at = 0; at < 20_001; at += 1) analyze(`x${at}`, { languages: ['bg'] });
    const backwards = words.toReversed().map((word) => analyze(word, { languages: ['bg'] }));

    expect(backwards.map((terms) => terms.join(' ')).toReversed()).toEqual(
      words.map((word) => forwards.get(word)),
    );
    takeStemmerFailures();
  });
});

describe('words that a stemmer fails on', () => {
  it('are counted by language, including those of other processes', () => {
    takeStemmerFailures();

    const terms = analyze('Незабранено забранено', { languages: ['bg'] });
    addStemmerFailures({ bg: 3, nonsense: 5 });
    const failures = takeStemmerFailures();

    expect(terms).toContain('забранено');
    expect(Object.keys(failures)).toEqual(['bg']);
    expect(failures['bg']).toBeGreaterThan(3);
    expect(takeStemmerFailures()).toEqual({});
  });
});
