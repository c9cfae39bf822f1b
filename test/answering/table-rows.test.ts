import { describe, expect, it } from '@jest/globals';
import { findPassages } from '../../src/answering/passages.js';
import { quoteSources } from '../../src/answering/quote-sources.js';
import type { Source } from '../../src/answering/sources.js';
import { citeQuotes } from '../../src/citations/cite-quotes.js';
import { toPart, understandQuestion } from '../../src/questions/question.js';
import { fixturePath, parseFile } from '../support/parsing.js';
import { passagesOf, quote } from '../support/quote.js';

const PRICES =
  'Machine | Per day | Deposit\nExcavator | 210 EUR | 500 EUR\nMixer | 35 EUR | 50 EUR';

const pairsOf = (question: string, content: string): (string | null)[] =>
  passagesOf({
    question,
    sources: [{ content, language: 'en', relevance: 1 }],
    languages: ['en'],
  }).map(({ pairs }) => pairs);

/** Asks a document as the chat does; what is shown, and its citation. */
const ask = async (file: string, question: string) => {
  const { text, chunks } = await parseFile(fixturePath(`office/${file}`));
  const sources = chunks.map(({ content, chapter, charStart, charEnd }) => ({
    content,
    chapter,
    language: 'en',
    relevance: 1,
    key: file,
    span: { charStart, charEnd },
  }));
  const asked = { ...toPart(question), parts: [] };
  const [passage] = findPassages({ question: asked, sources, languages: ['en'] });
  const source = sources[passage?.sourceIndex ?? -1];
  if (!passage || !source) throw new Error('Nothing was quoted.');
  const { texts, citations } = citeQuotes([{ source, ...passage }], { language: 'en' });
  return { shown: texts[0], citation: citations[0], source, text };
};

describe('a table row that answers a question', () => {
  it('is shown alone, each cell with its column name, and quoted as it is', () => {
    const question = 'What is the deposit for a mixer?';

    expect(pairsOf(question, PRICES)).toEqual([
      'Machine: Mixer · Per day: 35 EUR · Deposit: 50 EUR',
    ]);
    expect(quote(question, PRICES)).toEqual(['Mixer | 35 EUR | 50 EUR']);
  });

  it.each([
    [
      'csv/tables.csv',
      'How high were sales in the North?',
      'Region: North · Sales: 120 · Returns: 4',
    ],
    ['xlsx/tables.xlsx', 'How high were sales in the South?', 'Region: South · Sales: 98'],
    ['ods/tables.ods', 'Who is the owner of T-18?', 'Ticket: T-18 · Owner: Iden'],
    [
      'docx/tables.docx',
      'What is the gross price of a hose?',
      'Item: Hose · Net: 12.50 EUR · Gross: 14.88 EUR',
    ],
    [
      'html/tables.html',
      'What is the net price of a hose?',
      'Item: Hose · Net: 12.50 EUR · Gross: 14.88 EUR',
    ],
    [
      'pdf/tables.pdf',
      'What is the net price of a hose?',
      'Item: Hose · Net: 12.50 EUR · Gross: 14.88 EUR',
    ],
    [
      'md/tables.md',
      'On which shelf is seal ring 17?',
      'Part: Seal ring 17 · Shelf: R-017 · Minimum: 51',
    ],
  ])('from %s points to its place in the document', async (...asked) => {
    const [file, question, expected] = asked;

    const { shown, citation, text } = await ask(file, question);

    expect(shown).toBe(`${expected} [1]`);
    expect(text.slice(citation?.charStart ?? 0, citation?.charEnd ?? 0)).toBe(citation?.quote);
  });

  it('is shown with a second row if each has a different part of the answer', () => {
    expect(pairsOf('Per day, what do a mixer and an excavator take?', PRICES).sort()).toEqual([
      'Machine: Excavator · Per day: 210 EUR · Deposit: 500 EUR',
      'Machine: Mixer · Per day: 35 EUR · Deposit: 50 EUR',
    ]);
  });

  it('is not taken out of a table without header names', () => {
    const content = '3 | 4 | 5\nMixer | 35 EUR | 50 EUR\nSaw | 20 EUR | 30 EUR';

    expect(pairsOf('What does a mixer cost?', content)).toEqual([null]);
  });

  it('is shown in a list if several rows match', () => {
    const content =
      'Country | Currency\nAustria | euro\nDenmark | krone\nFinland | euro\nSweden | krona';

    expect(pairsOf('Which countries have the euro?', content)).toEqual([
      'Country: Austria · Currency: euro',
      'Country: Finland · Currency: euro',
    ]);
  });

  it('is shown in a list, whatever question words its other cells resemble', () => {
    const countries =
      'Country | Currency\nAustria | Euro\nFinland | Euro\nSweden | Krona\nIreland | Euro';
    const shown = passagesOf({
      question: 'Welche Länder haben den Euro?',
      sources: [{ content: countries, language: 'en', relevance: 1 }],
      languages: ['de', 'en'],
    }).map(({ pairs }) => pairs);

    expect(shown).toEqual(
      ['Austria', 'Finland', 'Ireland'].map((name) => `Country: ${name} · Currency: Euro`),
    );
  });

  it('is not shown alone because of a word that its column has and its cells only resemble', () => {
    const menu =
      'Dish | Vegetarian\nLentil soup | yes\nChicken | no\nVegetable curry | yes\nNoodles | yes';

    expect(quote('Which dishes are vegetarian?', menu).join()).toContain('Lentil soup');
  });

  it('is among the first twelve if there are more, and the answer counts all', () => {
    const rows = Array.from(
      { length: 20 },
      (_, at) => `Town ${at} | ${at < 14 ? 'euro' : 'krone'}`,
    );
    const content = ['Town | Currency', ...rows].join('\n');
    const citable = { key: 'towns', content, language: 'en' };
    const evidence = { kind: 'memory', relevance: 1 } as unknown;
    // Only its kind and relevance are looked at.
    const source = { evidence: evidence as Source['evidence'], label: '', citable };
    const question = understandQuestion('Which towns have the euro?', 'en');

    const quoted = quoteSources({
      question,
      sources: [source],
      language: 'en',
      queryLanguages: ['en'],
      style: 'numbered',
      certaintyOf: () => 'answer',
    });

    expect(quoted?.said.citations).toHaveLength(12);
    expect(quoted?.said.answer).toMatch(
      /Town: Town 11 · Currency: euro \[12\]\n\nMatching rows in the passages found: 14; shown here: 12\.$/,
    );
  });

  it('is shown with all the others if they are compared', () => {
    expect(quote('Compare the deposits of mixer and excavator.', PRICES)[0]).toBe(PRICES);
  });
});
