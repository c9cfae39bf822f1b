import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  loadCases,
  loadPassages,
  passagesFor,
  playAnswer,
  type PlayedAnswer,
} from '../../bench/answers/played-answers.js';
import type { CitableSource } from '../../src/citations/index.js';

const FOLDER = fileURLToPath(new URL('../../bench/answers/model-answers/', import.meta.url));

const PASSAGES: CitableSource[] = [
  { key: 'a', language: 'en', content: 'The pool opens at 7 am. Children pay £2.' },
  { key: 'b', language: 'en', content: 'Adults pay £5. The sauna costs £9.' },
];
const QUESTION = { id: 'q', language: 'en', question: 'What does the pool cost?', answers: [] };

const play = (answer: Pick<PlayedAnswer, 'label' | 'text' | 'false'>) =>
  playAnswer({ id: 'a', kind: 'prose', ...answer }, QUESTION, PASSAGES);

describe('a scripted benchmark answer', () => {
  it('cites the passage that contains the words of its marker', () => {
    const { fate, answer } = play({ label: 'right', text: 'Adults pay £5 §Adults pay§.' });

    expect(fate).toBe('carried');
    expect(answer).toMatch(/\[1\]/);
  });

  it('is flagged if its false part has a figure that no passage has', () => {
    const text = 'The pool opens at 7 am §opens at§. Adults pay £6 §Adults pay§.';

    const { fate } = play({ label: 'wrong', text, false: 'Adults pay £6.' });

    expect(fate).toBe('flagged');
  });

  it('is judged only by its false part, with or without markers', () => {
    const text = 'Adults pay £6 §Adults pay§. The pool opens §opens at§ at 7 am.';

    const { verdicts } = play({ label: 'wrong', text, false: 'The pool opens at 7 am' });

    expect(verdicts).toHaveLength(1);
    expect(verdicts).not.toContain('unsupported');
  });

  it('is left out if no passage contains the words of its marker', () => {
    const { fate } = play({ label: 'right', text: 'Adults pay £5 §Seniors pay§.' });

    expect(fate).toBe('left out');
  });
});

describe('the scripted answers about papers of many kinds', () => {
  let cases: Awaited<ReturnType<typeof loadCases>>;
  let documents: CitableSource[][];

  beforeAll(async () => {
    cases = await loadCases(FOLDER);
    documents = await Promise.all(
      cases.documents.map((file) =>
        loadPassages(path.join(FOLDER, 'documents', file), { chunkTokens: 400 }),
      ),
    );
  });

  it('name a passage for every marker, and the false part of every wrong answer', () => {
    const odd = cases.questions.flatMap((question) => {
      const sources = passagesFor(question, documents);
      return question.answers
        .filter((answer) => {
          const { fate, verdicts } = playAnswer(answer, question, sources);
          return fate === 'left out' || (answer.label === 'wrong' && verdicts.length === 0);
        })
        .map(({ id }) => id);
    });

    expect(odd).toEqual([]);
  });
});
