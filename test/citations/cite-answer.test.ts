import { describe, expect, it } from '@jest/globals';
import type { CitableSource } from '../../src/citations/citation.js';
import { bestQuote } from '../../src/citations/support.js';
import { citeAnswer } from '../../src/citations/cite-answer.js';
import { confidenceOfStatements } from '../../src/citations/confidence.js';

const source = (key: string, content = ''): CitableSource => ({
  key,
  content,
  language: 'en',
  coverage: 0.8,
});
const resolve = (answer: string, keys: string[]) =>
  citeAnswer(
    answer,
    keys.map((key) => source(key)),
    { language: 'en' },
  );

describe('citation markers of an answer', () => {
  it.each([
    ['are renumbered in order of appearance', 'B [3]. A [1].', ['a', 'b', 'c'], 'B [1]. A [2].', 0],
    ['are removed if they name no source', 'A [1]. X [7].', ['a'], 'A [1]. X.', 1],
    ['are removed if they name a document by id', 'X [doc:9999]. A [1].', ['a'], 'X. A [1].', 1],
    [
      'of one document are merged',
      'A [1]. B [2]. C [3].',
      ['a', 'b', 'a'],
      'A [1]. B [2]. C [1].',
      0,
    ],
    ['of one document next to each other become one', 'A [1][2].', ['a', 'a'], 'A [1].', 0],
    ['may be lists', 'A [2, 9, 1].', ['a', 'b'], 'A [1][2].', 1],
    ['may be full-width', '三天【1】。', ['a'], '三天[1]。', 0],
    ['are removed even if there are no sources', 'A [1].', [], 'A.', 1],
    ['leave an answer without markers as it is', 'An answer [sic].', ['a'], 'An answer [sic].', 0],
  ])('%s', (...[, answer, keys, expected, dropped]) => {
    const resolved = resolve(answer, keys);

    expect(resolved).toMatchObject({ answer: expected, droppedMarkers: dropped });
  });
});

const MANUAL = source('manual', 'Employees may work remotely three days a week. Lunch is free.');
const TRAVEL = source('travel', 'Hotels are booked by the office. The limit is 120 EUR a night.');

describe('a cited answer', () => {
  it('contains verdicts, quotes, verification, grounding and confidence', () => {
    const cited = citeAnswer(
      'You may work remotely three days a week [1]. The limit is 120 EUR a night [2]. Pets are welcome [1].',
      [
        { ...MANUAL, relevance: 0.9 },
        { ...TRAVEL, coverage: 0.5, relevance: 0.6 },
      ],
      { language: 'en' },
    );

    expect(cited).toMatchObject({
      statements: [
        { verdict: 'supported', checkedBy: 'rule', citations: [1] },
        { verdict: 'exact', checkedBy: 'rule', citations: [2] },
        { verdict: 'unchecked', checkedBy: null, citations: [1] },
      ],
      citations: [
        {
          number: 1,
          quote: 'Employees may work remotely three days a week.',
          verification: 'unchecked',
        },
        { number: 2, quote: 'The limit is 120 EUR a night.', verification: 'exact' },
      ],
      grounding: 2 / 3,
      confidence: confidenceOfStatements(
        [{ verdict: 'supported' }, { verdict: 'exact' }, { verdict: 'unchecked' }],
        [{ relevance: 0.9, coverage: 0.8 }],
      ),
    });
  });

  it('has no grounding and no confidence without statements', () => {
    expect(citeAnswer('Hello!', [MANUAL], { language: 'en' })).toMatchObject({
      citations: [],
      grounding: null,
      confidence: null,
    });
  });

  it('cites the passage that supports a statement without a marker only in its record', () => {
    const cited = citeAnswer('Lunch is free [1]. The limit is 120 EUR a night.', [MANUAL, TRAVEL], {
      language: 'en',
    });

    expect(cited).toMatchObject({
      answer: 'Lunch is free [1]. The limit is 120 EUR a night.',
      statements: [{ citations: [1] }, { verdict: 'exact', citations: [2] }],
      citations: [{ number: 1 }, { number: 2, quote: 'The limit is 120 EUR a night.' }],
    });
  });

  it('gives a citation the weakest verdict of its statements and the quote of the best one', () => {
    const cite = (answer: string, sources = [TRAVEL]) =>
      citeAnswer(answer, sources, { language: 'en' }).citations;

    expect(cite('The limit is 120 EUR a night [1]. It is also 99 dollars [1].')).toMatchObject([
      { quote: 'The limit is 120 EUR a night.', verification: 'unsupported' },
    ]);
    expect(
      cite('The limit is 120 EUR a night [1]. Hotels are booked by the office [1].'),
    ).toMatchObject([{ verification: 'exact' }]);
    expect(
      cite('The limit is 120 EUR a night [1][2].', [source('travel', 'Bring receipts.'), TRAVEL]),
    ).toMatchObject([{ verification: 'exact' }]);
  });

  it.each([
    'Sources:\n[3] Fake doc (p. 9)',
    '**Források:**\n- [1] Hamis\n- [2] Másik',
    '来源：\n【1】假文件',
    '## Quellen\n\n1. Handbuch, S. 9\n2. Anderes',
    'Sources :\n- Manuel (p. 9)',
    'Nguồn: [1] Sổ tay, [2] Khác',
    'Fuentes:\nManual inventado (pág. 9)',
    'Quellen:\n[1] Eins\n\nSources:\n[1] One',
  ])('drops a list of sources that the model wrote below it: %j', (list) => {
    const { answer, citations } = citeAnswer(`Lunch is free [1].\n\n${list}\n`, [MANUAL], {
      language: 'en',
    });

    expect(answer).toBe('Lunch is free [1].');
    expect(citations).toMatchObject([{ verification: 'exact' }]);
  });

  it.each([
    'Sources:\n- Sun [1]\n- Wind [1]',
    'Sources: the sun and the wind [1].',
    'Sources:\n[1] One\n\nLunch is free [1].',
    'Sources:',
  ])('keeps text that only looks like a list of sources: %j', (text) => {
    expect(citeAnswer(text, [MANUAL], { language: 'en' }).answer).toBe(text);
  });

  it('keeps the links of the sources it cites, and no others', () => {
    const linked = source('a', 'Forms are at https://hr.example.com/forms today.');
    const other = source('b', 'See https://other.example.com now.');

    const { answer } = citeAnswer(
      'See https://hr.example.com/forms [1] and https://other.example.com or [1](https://evil.example).',
      [linked, other],
      { language: 'en' },
    );

    expect(answer).toBe('See https://hr.example.com/forms [1] and (link removed) or [1].');
  });

  it('quotes with the position in the document', () => {
    const content = 'First sentence here. Employees may work remotely three days.';
    const quote = bestQuote('Remote work is three days', {
      content,
      language: 'en',
      span: { charStart: 1_000, charEnd: 1_000 + content.length },
    });

    expect(quote).toEqual({
      quote: 'Employees may work remotely three days.',
      charStart: 1_021,
      charEnd: 1_060,
    });
  });
});
