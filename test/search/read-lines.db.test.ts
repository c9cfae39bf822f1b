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

describe('a question that shares no words with its answer', () => {
  const question = 'May I have a puppy?';

  it('is answered if some lines of a passage are near enough by the calibration for lines', async () => {
    const { outcome, results } = await ask({ question, near: 0.8 });

    expect(outcome).toBe('answer');
    const { chunk, nearest } = results[0] ?? {};
    expect(chunk?.content).toBe(HOUSE_RULES);
    expect(chunk?.content.slice(nearest?.start, nearest?.end)).toContain(PETS);
    expect(nearest?.start).toBeGreaterThan(0);
  });

  it('is answered from the nearer of two passages', async () => {
    const { results } = await ask({ question, near: 0.7, beside: 0.8 });

    expect(results[0]?.chunk.content).toBe(RENT);
  });

  it('is not answered if no lines are near', async () => {
    const { outcome, results } = await ask({ question, near: 0.2 });

    expect(outcome).toBe('none');
    expect(results[0]?.nearest).toBeUndefined();
  });

  it.each([
    { lacking: 'a calibration for its language', calibration: { fr: MEASURED } },
    { lacking: 'a calibration for lines', calibration: { en: { passage: MEASURED.passage } } },
    { lacking: 'any calibration', calibration: {} },
  ])('is not compared with lines by an embedder without $lacking', async ({ calibration }) => {
    const { outcome, embedded } = await ask({ question, near: 0.9, calibration });

    expect(outcome).not.toBe('answer');
    expect(embedded).toHaveLength(1);
  });

  it('is answered from lines that are embedded once, however often it is asked', async () => {
    const { outcome, results, embedded } = await ask({ question, near: 0.8, times: 2 });

    expect(outcome).toBe('answer');
    expect(results[0]?.nearest).toBeDefined();
    expect(embedded[1]?.length).toBeGreaterThan(1);
    expect(embedded.slice(2)).toEqual([[question], [question]]);
  });

  it('is answered without lines if the embedder fails on them', async () => {
    const { outcome, embedded } = await ask({ question, near: 0.8, answers: 1 });

    expect(outcome).toBe('none');
    expect(embedded).toHaveLength(2);
  });
});

describe('a misspelt question', () => {
  it('is compared with the lines of passages in its corrected form', async () => {
    const question = 'Who painted the anmials of McAnmials?';

    const { corrections, embedded } = await ask({ question, near: 0.7 });

    expect(corrections).toEqual([{ from: 'anmials', to: 'animals' }]);
    expect(embedded[1]).toContain('Who painted the animals of McAnmials?');
  });
});

describe('the ranking by an embedder', () => {
  const FRENCH = { fr: MEASURED };
  const said = { en: { passage: { intercept: -1, before: 0.9, value: 1 } } };

  it.each([
    { measured: 'for no language', calibration: {}, first: HOUSE_RULES },
    { measured: 'only for French', calibration: FRENCH, first: RENT },
    { measured: 'for English', calibration: said, first: RENT },
  ])(
    'calibrated $measured is weighed accordingly for an English question whose words match',
    async (embedder) => {
      const { calibration, first } = embedder;

      const { results } = await ask({ question: 'When is the rent due?', near: 0.7, calibration });

      expect(results[0]?.chunk.content).toBe(first);
    },
  );

  it('calibrated only for French is used for an English question whose words match nothing', async () => {
    const asked = { question: 'May I have a puppy?', near: 0.7, calibration: FRENCH };

    const { results } = await ask(asked);

    expect(results[0]?.chunk.content).toBe(HOUSE_RULES);
  });
});

describe('a question that is answered by its words', () => {
  it('asks the embedder only once', async () => {
    const question = 'When is the rent due?';

    const { outcome, embedded } = await ask({ question, near: 0.7, calibration: CALIBRATED });

    expect(outcome).toBe('answer');
    expect(embedded).toHaveLength(1);
  });
});
