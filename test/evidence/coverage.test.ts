import { describe, expect, it } from '@jest/globals';
import { analyze, analyzeQueryWords } from '../../src/language/analyzer.js';
import { judgeEvidence } from '../../src/evidence/coverage.js';

const english = { languages: ['en'] };

const texts = [
  'Employees may carry over up to ten days of unused vacation into the next year.',
  'The office is open from eight to six on all working days of the year.',
  'Expenses for travel are paid back within a month of the claim.',
  'A new employee gets a laptop on the first day.',
];

const judge = (questions: readonly string[], minDenseScore: number | null = null) =>
  judgeEvidence(
    texts.map((text) => ({ text, terms: analyze(text, english), denseScore: null })),
    {
      questions: questions.map((question) => analyzeQueryWords(question, english)),
      minCoverage: 0.5,
      minDenseScore,
    },
  );

describe('judgeEvidence', () => {
  it('keeps the passage that has the rare words of the question', () => {
    const judged = judge(['unused vacation days to carry over']);

    expect(judged.map(({ isEvidence }) => isEvidence)).toEqual([true, false, false, false]);
    expect(judged[0]?.coverage).toBe(1);
  });

  it('refuses passages that share only common words', () => {
    const judged = judge(['Which airports are on the list of the airline?']);

    expect(judged.some(({ isEvidence }) => isEvidence)).toBe(false);
  });

  it('is not misled by question words that a small index never uses', () => {
    const judged = judge(['How many days of vacation may I carry over?']);

    expect(judged.map(({ isEvidence }) => isEvidence)).toEqual([true, false, false, false]);
  });

  it('refuses when the word that matters is in no passage', () => {
    const judged = judge(['How many days of parental leave may I take?']);

    expect(judged.some(({ isEvidence }) => isEvidence)).toBe(false);
  });

  it('takes the best-covered of several questions', () => {
    const judged = judge(['How about that?', 'unused vacation carry over']);

    expect(judged[0]?.isEvidence).toBe(true);
  });

  it('counts a word as found in any of its forms', () => {
    const [judged] = judgeEvidence([{ terms: ['run'], denseScore: null }], {
      questions: [[{ forms: ['running', 'run'], isFunctionWord: false }]],
      minCoverage: 0.5,
      minDenseScore: null,
    });

    expect(judged?.coverage).toBe(1);
  });

  it('accepts a passage without common words by its cosine alone', () => {
    const questions = [[{ forms: ['holiday'], isFunctionWord: false }]];

    const judged = judgeEvidence(
      [
        { terms: ['vacation'], denseScore: 0.71 },
        { terms: ['laptop'], denseScore: 0.69 },
        { terms: ['office'], denseScore: null },
      ],
      { questions, minCoverage: 0.5, minDenseScore: 0.7 },
    );

    expect(judged.map(({ isEvidence }) => isEvidence)).toEqual([true, false, false]);
  });

  it('finds no evidence for a question without words', () => {
    expect(judge(['???']).some(({ isEvidence }) => isEvidence)).toBe(false);
    expect(judge([]).some(({ isEvidence }) => isEvidence)).toBe(false);
  });

  it('judges no candidates', () => {
    expect(judgeEvidence([], { questions: [], minCoverage: 0.5, minDenseScore: null })).toEqual([]);
  });
});
