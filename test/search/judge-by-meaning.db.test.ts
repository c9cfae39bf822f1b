import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createNearLines,
  CALIBRATED,
  HOUSE_RULES,
  MEASURED,
  PETS,
  RENT,
  type NearLines,
} from '../support/near-lines.js';

let lines: NearLines;
let ask: NearLines['ask'];

beforeAll(async () => {
  lines = await createNearLines();
  ({ ask } = lines);
});

afterAll(() => lines.destroy());

describe('a question that its answer shares no words with', () => {
  const question = 'May I have a puppy?';

  it('is answered where some lines of a passage are as near as what answers', async () => {
    const { outcome, results } = await ask({ question, cosines: { question: 0.45, rest: 0.45 } });

    expect(outcome).toBe('answer');
    expect(results[0]?.chunk.content).toBe(HOUSE_RULES);
  });

  it('is answered from the nearest passage with another one hardly less near', async () => {
    const { outcome, results } = await ask({
      question,
      cosines: { question: 0.42, rest: 0.42 },
      beside: { question: 0.41 },
    });

    expect(outcome).toBe('answer');
    expect(results[0]?.chunk.content).toBe(HOUSE_RULES);
  });

  it.each(['May I have a puppy from the RSPCA?', 'May I have a puppy in flat 12?'])(
    'is not answered where nothing found has what it writes with digits or in capitals: %s',
    async (named) => {
      const { outcome, results } = await ask({
        question: named,
        cosines: { question: 0.45, rest: 0.45 },
      });

      expect(outcome).toBe('closest');
      expect(results[0]?.chunk.content).toBe(HOUSE_RULES);
    },
  );

  it('is answered where all of it is in capitals', async () => {
    const { outcome } = await ask({
      question: 'MAY I HAVE A PUPPY?',
      cosines: { question: 0.45, rest: 0.45 },
    });

    expect(outcome).toBe('answer');
  });

  it('is answered where it is nothing but words that no passage has', async () => {
    const { outcome, embedded } = await ask({
      question: 'puppy visits',
      cosines: { question: 0.45, rest: 0.45 },
    });

    expect(embedded.flat()).not.toContain('');
    expect(outcome).toBe('answer');
  });

  it('is told which lines are the nearest', async () => {
    const { results } = await ask({ question, cosines: { question: 0.45, rest: 0.45 } });

    const { chunk, nearest } = results[0] ?? {};
    expect(chunk?.content.slice(nearest?.start, nearest?.end)).toContain(PETS);
    expect(nearest?.start).toBeGreaterThan(0);
  });

  it('has the passage with near lines among the closest where what it leaves of the question is far', async () => {
    const { outcome, results } = await ask({
      question: 'May animals dance?',
      cosines: { question: 0.45, rest: 0.1 },
    });

    expect(outcome).toBe('closest');
    expect(results[0]?.nearest).toBeDefined();
  });

  it('is not answered where no lines are nearer than those of other passages are', async () => {
    const { outcome } = await ask({ question, cosines: { question: 0.39, rest: 0.45 } });

    expect(outcome).not.toBe('answer');
  });

  it('is not answered by an embedder that nobody calibrated in its language', async () => {
    const { outcome, embedded } = await ask({
      ...{ question: 'Darf ich einen Welpen haben?', language: 'de' },
      cosines: { question: 0.9, rest: 0.9 },
    });

    expect(outcome).not.toBe('answer');
    expect(embedded).toHaveLength(1);
  });
});

describe('a question that is near a passage for its names alone', () => {
  const question = 'Who painted the animals of Harbour Lane?';

  it('is not answered: what the names leave of it is far', async () => {
    const { outcome, embedded } = await ask({ question, cosines: { question: 0.7, rest: 0.2 } });

    expect(outcome).not.toBe('answer');
    expect(embedded[1]).toContain('Who painted the of ?');
  });
});

describe('a misspelt question', () => {
  it('is compared with the lines of passages as it was corrected', async () => {
    const question = 'Who painted the anmials of Harbour Lane?';

    const { corrections, embedded } = await ask({
      question,
      cosines: { question: 0.7, rest: 0.2 },
    });

    expect(corrections).toEqual([{ from: 'anmials', to: 'animals' }]);
    expect(embedded[1]).toContain('Who painted the animals of Harbour Lane?');
    expect(embedded[1]).toContain('Who painted the of ?');
  });

  it('keeps the words that only contain a slip', async () => {
    const question = 'Who painted the anmials of McAnmials and Canmials?';

    const { embedded } = await ask({ question, cosines: { question: 0.7, rest: 0.2 } });

    expect(embedded[1]).toContain('Who painted the animals of McAnmials and Canmials?');
  });
});

describe('a question whose names bring a passage very near', () => {
  const question = 'Who painted the animals of Harbour Lane?';

  it.each([
    { rest: 0.31, isAnswered: false },
    { rest: 0.35, isAnswered: true },
  ])('is answered where what they leave of it is two fifths as near: $rest', async (asked) => {
    const { rest, isAnswered } = asked;
    const { outcome } = await ask({ question, cosines: { question: 0.7, rest } });

    expect(outcome === 'answer').toBe(isAnswered);
  });

  it.each([
    { rest: 0.59, isAnswered: false },
    { rest: 0.61, isAnswered: true },
  ])('is so by an embedder that has all texts near each other: $rest', async (asked) => {
    const { rest, isAnswered } = asked;
    const meaning = { en: { ...MEASURED, near: { question: 0.63, rest: 0.6 } } };
    const { outcome } = await ask({ question, cosines: { question: 0.7, rest }, meaning });

    expect(outcome === 'answer').toBe(isAnswered);
  });
});

describe('a question that is near a passage, and nearer without the words that the passage lacks', () => {
  it('is not answered, however near lines are to these words', async () => {
    const { outcome } = await ask({
      question: 'Who painted the animals of Harbour Lane?',
      held: 'Who the animals of Harbour Lane?',
      cosines: { question: 0.6, rest: 0.5, held: 0.7 },
    });

    expect(outcome).toBe('closest');
  });
});

describe('a question that shares with a passage no more than its title', () => {
  const question = 'May I bring a puppy to Harbour Lane?';

  it('is not answered where the rest of it is no nearer than names leave it', async () => {
    const { outcome, embedded } = await ask({ question, cosines: { question: 0.7, rest: 0.35 } });

    expect(outcome).not.toBe('answer');
    expect(embedded[1]).toContain('May I bring a puppy to ?');
  });

  it('is answered where the rest of it is hardly less near', async () => {
    const { outcome } = await ask({ question, cosines: { question: 0.7, rest: 0.55 } });

    expect(outcome).toBe('answer');
  });
});

describe('the order of an embedder', () => {
  const FRENCH = { fr: MEASURED };
  const cosines = { question: 0.7, rest: 0.7 };

  it.each([
    { measured: 'in no language', meaning: null, first: HOUSE_RULES },
    { measured: 'in French alone', meaning: FRENCH, first: RENT },
    { measured: 'in English', meaning: CALIBRATED, first: RENT },
  ])('measured $measured, for an English question that words answer', async (embedder) => {
    const { meaning, first } = embedder;

    const { results } = await ask({ question: 'When is the rent due?', cosines, meaning });

    expect(results[0]?.chunk.content).toBe(first);
  });

  it('measured in French alone is kept for an English question that no words answer', async () => {
    const { results } = await ask({ question: 'May I have a puppy?', cosines, meaning: FRENCH });

    expect(results[0]?.chunk.content).toBe(HOUSE_RULES);
  });
});

describe('a question that its words answer', () => {
  it('asks the embedder once', async () => {
    const { outcome, embedded } = await ask({
      question: 'When is the rent due?',
      cosines: { question: 0.7, rest: 0.7 },
    });

    expect(outcome).toBe('answer');
    expect(embedded).toHaveLength(1);
  });
});
