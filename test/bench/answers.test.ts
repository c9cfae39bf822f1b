import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { loadQuestions, UNANSWERABLE } from '../../bench/answers/question.js';
import { judge, scoreOf, toKindTable, type Reply } from '../../bench/answers/score.js';

const FOLDER = new URL('../../bench/answers/', import.meta.url);

const QUESTION = {
  id: 'rent',
  kind: 'factual',
  doc: ['lease.txt'],
  question: 'What is the rent?',
  accept: ['£1,240', 'month'],
};
const RIGHT: Reply = {
  responseType: 'answer',
  answer: '“The rent is £1,240 a\u00a0Month.” [1]\n\nSources:\n[1] Lease',
  citedFiles: ['lease.txt'],
};

describe('the label of a benchmark answer', () => {
  it.each([
    ['right: everything accepted, from the right file', {}, 'right'],
    ['closest: the same, marked as only the closest', { responseType: 'closest' }, 'closest'],
    ['uncited: the right words with another file cited', { citedFiles: ['faq.md'] }, 'uncited'],
    ['wrong: one of two accepted expressions is missing', { answer: 'It is £1,240.' }, 'wrong'],
    [
      'wrong: the accepted words are only in the list of sources',
      { answer: '“The rent is due.” [1]\n\nSources:\n[1] £1,240 a month' },
      'wrong',
    ],
    [
      'beside: closest passages without what was asked',
      { responseType: 'closest', answer: '“The rent is due.” [1]' },
      'beside',
    ],
    [
      'beside: closest passages of another file',
      { responseType: 'closest', citedFiles: [] },
      'beside',
    ],
    ['refused: nothing was found', { responseType: 'not_found' }, 'refused'],
    ['refused: a question in return', { responseType: 'clarification' }, 'refused'],
  ])('is %s', (_, change, label) => {
    expect(judge(QUESTION, { ...RIGHT, ...change })).toBe(label);
  });

  it('is right for a question about two files if both are cited', () => {
    const question = { ...QUESTION, doc: ['lease.txt', 'faq.md'] };

    expect(judge(question, RIGHT)).toBe('uncited');
    expect(judge(question, { ...RIGHT, citedFiles: ['faq.md', 'lease.txt'] })).toBe('right');
  });

  it.each([
    ['answer', 'wrong'],
    ['closest', 'beside'],
    ['not_found', 'refused'],
  ])('of an unanswerable question: %s is %s', (responseType, label) => {
    const question = { ...QUESTION, kind: UNANSWERABLE, accept: [] };

    expect(judge(question, { ...RIGHT, responseType })).toBe(label);
  });
});

describe('the score of a benchmark run', () => {
  const judged = (['right', 'closest', 'refused', 'wrong'] as const).map((outcome) => ({
    kind: 'factual',
    outcome,
  }));

  it('counts closest passages as half', () => {
    expect(scoreOf(judged)).toBe(0.375);
  });

  it('leaves out unanswerable questions, which have their own row', () => {
    const all = [...judged, { kind: UNANSWERABLE, outcome: 'wrong' as const }];

    expect(scoreOf(all)).toBe(0.375);
    expect(toKindTable(all).slice(2)).toEqual([
      '| factual | 4 | 1 | 1 | 0 | 1 | 0 | 1 | 0.375 |',
      '| all answerable | 4 | 1 | 1 | 0 | 1 | 0 | 1 | 0.375 |',
      '| unanswerable | 1 | 0 | 0 | 0 | 1 | 0 | 0 |  |',
    ]);
  });
});

describe('the questions about the invented documents', () => {
  it('accept only what their documents contain', async () => {
    const questions = await loadQuestions(fileURLToPath(new URL('questions.json', FOLDER)));
    const missing: string[] = [];

    for (const { id, doc, accept } of questions) {
      const files = doc.map((file) => readFile(new URL(`documents/${file}`, FOLDER), 'utf8'));
      const text = (await Promise.all(files)).join(' ').replace(/\s+/gu, ' ');
      const absent = accept.filter((pattern) => !new RegExp(pattern, 'iu').test(text));
      missing.push(...absent.map((pattern) => `${id}: ${pattern}`));
    }

    expect(missing).toEqual([]);
  });

  it('come after the questions that they refer to', async () => {
    const questions = await loadQuestions(fileURLToPath(new URL('questions.json', FOLDER)));
    const ids = questions.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, follows } of questions) {
      if (follows !== undefined) expect(ids.slice(0, ids.indexOf(id))).toContain(follows);
    }
  });
});
