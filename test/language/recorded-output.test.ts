import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  analyze,
  analyzeQueryWords,
  countNegations,
  detectLanguage,
  detectQuestionLanguage,
  findRates,
  findScopeWords,
  findWrittenWeekdays,
  splitClauses,
  splitSentences,
  takeDates,
  toMonth,
  toUnit,
  toWeekday,
  writeDigits,
  writeHanDigits,
} from '../../src/language/index.js';
import { loadShortTexts } from '../../src/language/detect-language.js';

beforeAll(loadShortTexts);

const folder = new URL('../fixtures/language/', import.meta.url);

const readJson = async (name: string): Promise<Record<string, unknown>> =>
  z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(new URL(name, folder), 'utf8')));

/** Everything that the engine says of a text, in few lines: a changed letter shows in the comparison. */
const describeText = (text: string, language: string) => {
  const lower = text.toLowerCase();
  const tokens = writeHanDigits(lower).match(/[\p{L}\p{M}\p{N}.,]+/gu) ?? [];
  const named = (toName: (word: string) => number | string | undefined): string =>
    [...new Set(tokens)]
      .flatMap((word) => (toName(word) === undefined ? [] : [`${word}=${toName(word)}`]))
      .join(' ');
  const words = analyzeQueryWords(text, { languages: [language, 'en'] });
  return {
    terms: analyze(text, { languages: [language] }).join(' '),
    query: words
      .map(({ forms, isFunctionWord }) => (isFunctionWord ? '~' : '') + forms.join('/'))
      .join(' '),
    detected: `${detectLanguage(text, { fallback: 'und' })} ${detectQuestionLanguage(text, { candidates: ['en'], fallback: 'en' })} ${detectLanguage(text.slice(0, 40), { fallback: 'und' })}`,
    sentences: splitSentences(text).map((sentence) => sentence.text),
    clauses: splitClauses(text, language).length,
    negations: countNegations(text, language),
    digits: writeDigits(tokens, language).join(' '),
    units: named(toUnit),
    months: named((word) => toMonth(word, { besideNumber: true })),
    weekdays: [named(toWeekday), ...findWrittenWeekdays(lower)].join(' '),
    dates: takeDates(lower, language).dates,
    rates: findRates(lower, language),
    reversing: findScopeWords(text, { language, scope: 'reversing' }),
    everybody: findScopeWords(text, { language, scope: 'everybody' }),
    only: findScopeWords(text, { language, scope: 'only' }),
  };
};

describe('the language engine', () => {
  it('gives each language the recorded terms, since any other term requires a re-index', async () => {
    const texts = await readJson('texts.json');
    const said = Object.fromEntries(
      Object.entries(texts).map(([language, text]) => [
        language,
        describeText(z.string().parse(text), language),
      ]),
    );
    // RECORD=1 writes down what is said today; the difference is to be read before it is committed.
    if (process.env['RECORD'] === '1') {
      await writeFile(new URL('output.json', folder), JSON.stringify(said, null, 1) + '\n');
    }

    expect(JSON.parse(JSON.stringify(said))).toEqual(await readJson('output.json'));
  });
});
