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

  it('is answered where some lines of a passage are near by the curve of lines', async () => {
    const { outcome, results } = await ask({ question, near: 0.8 });

    expect(outcome).toBe('answer');
    const { chunk, nearest } = results[0] ?? {};
    expect(chunk?.content).toBe(HOUSE_RULES);
    expect(chunk?.content.slice(nearest?.start, nearest?.end)).toContain(PETS);
    expect(nearest?.start).toBeGreaterThan(0);
  });

  it('is answered by the nearer of two passages', async () => {
    const { results } = await ask({ question, near: 0.7, beside: 0.8 });

    expect(results[0]?.chunk.content).toBe(RENT);
  });

  it('is not answered where no lines are near', async () => {
    const { outcome, results } = await ask({ question, near: 0.2 });

    expect(outcome).toBe('none');
    expect(results[0]?.nearest).toBeUndefined();
  });

  it.each([
    { lacking: 'a curve in its language', calibration: { fr: MEASURED } },
    { lacking: 'a curve of lines', calibration: { en: { passage: MEASURED.passage } } },
    { lacking: 'any calibration', calibration: {} },
  ])('is not compared with lines by an embedder without $lacking', async ({ calibration }) => {
    const { outcome, embedded } = await ask({ question, near: 0.9, calibration });

    expect(outcome).not.toBe('answer');
    expect(embedded).toHaveLength(1);
  });

  it('is answered by lines that are embedded once, however often it is asked', async () => {
    const { outcome, results, embedded } = await ask({ question, near: 0.8, times: 2 });

    expect(outcome).toBe('answer');
    expect(results[0]?.nearest).toBeDefined();
    expect(embedded[1]?.length).toBeGreaterThan(1);
    expect(embedded.slice(2)).toEqual([[question], [question]]);
  });

  it('is judged without lines where the embedder fails when it is asked about them', async () => {
    const { outcome, embedded } = await ask({ question, near: 0.8, answers: 1 });

    expect(outcome).toBe('none');
    expect(embedded).toHaveLength(2);
  });
});

describe('a misspelt question', () => {
  it('is compared with the lines of passages as it was corrected', async () => {
    const question = 'Who painted the anmials of McAnmials?';

    const { corrections, embedded } = await ask({ question, near: 0.7 });

    expect(corrections).toEqual([{ from: 'anmials', to: 'animals' }]);
    expect(embedded[1]).toContain('Who painted the animals of McAnmials?');
  });
});

describe('the order of an embedder', () => {
  const FRENCH = { fr: MEASURED };
  const said = { en: { passage: { intercept: -1, before: 0.9, value: 1 } } };

  it.each([
    { measured: 'in no language', calibration: {}, first: HOUSE_RULES },
    { measured: 'in French alone', calibration: FRENCH, first: RENT },
    { measured: 'in English', calibration: said, first: RENT },
  ])('measured $measured, for an English question that words answer', async (embedder) => {
    const { calibration, first } = embedder;

    const { results } = await ask({ question: 'When is the rent due?', near: 0.7, calibration });

    expect(results[0]?.chunk.content).toBe(first);
  });

  it('measured in French alone is kept for an English question that no words answer', async () => {
    const asked = { question: 'May I have a puppy?', near: 0.7, calibration: FRENCH };

    const { results } = await ask(asked);

    expect(results[0]?.chunk.content).toBe(HOUSE_RULES);
  });
});

describe('a question that its words answer', () => {
  it('asks the embedder once', async () => {
    const question = 'When is the rent due?';

    const { outcome, embedded } = await ask({ question, near: 0.7, calibration: CALIBRATED });

    expect(outcome).toBe('answer');
    expect(embedded).toHaveLength(1);
  });
});
