import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKnowledge } from '../support/knowledge.js';
import {
  createNearLines,
  HOUSE_RULES,
  MEASURED,
  PETS,
  YARD,
  type NearLines,
} from '../support/near-lines.js';

let lines: NearLines;
let ask: NearLines['ask'];

beforeAll(async () => {
  lines = await createNearLines();
  ({ ask } = lines);
});

afterAll(() => lines.destroy());

describe('a question all of whose words but one are in a passage', () => {
  const question = 'Who painted the animals that the tenant keeps without written consent?';
  const held = 'Who the animals that the tenant keeps without written consent?';
  const cosines = { question: 0.7, rest: 0.2, held: 0.8 };

  it('is not answered where that word takes it away from the lines, which are far from it', async () => {
    const { outcome, results, embedded } = await ask({ question, held, cosines });

    expect(embedded[1]).toEqual(expect.arrayContaining([held, 'Who painted the that the ?']));
    expect(outcome).toBe('closest');
    expect(results[0]?.chunk.content).toBe(HOUSE_RULES);
  });

  it('is answered where the lines say that in another word', async () => {
    const { outcome } = await ask({ question, held, cosines: { ...cosines, rest: 0.6 } });

    expect(outcome).toBe('answer');
  });

  it('is answered where that word takes it hardly away from the lines', async () => {
    const { outcome } = await ask({ question, held, cosines: { ...cosines, held: 0.72 } });

    expect(outcome).toBe('answer');
  });

  it('is not answered from a further passage either that is far from that word', async () => {
    const other = await lines.bench.test.tenant();
    await addKnowledge(lines.bench, other, {
      owner: other.admin,
      passages: [HOUSE_RULES, { content: YARD, chapter: 'Yard' }],
    });

    const { outcome, results } = await ask({ question, held, cosines, asker: other });

    expect(results.map(({ chunk }) => chunk.content)).toEqual([HOUSE_RULES, YARD]);
    expect(outcome).toBe('closest');
  });

  it('is not answered by lines of another passage either, however near these are', async () => {
    const meaning = { en: { ...MEASURED, intercept: -4 } };
    const near = { beside: { question: 0.75, rest: 0.6 } };

    const { outcome, results } = await ask({ question, held, cosines, meaning, ...near });

    expect(results.map(({ relevance }) => relevance)).toEqual([0.35, 0.35]);
    expect(outcome).toBe('closest');
  });

  it('is answered where that word is a name', async () => {
    const { outcome, embedded } = await ask({
      question: 'Which animals does Kowalski keep as a tenant without written consent?',
      held: 'Which animals does keep as a tenant without written consent?',
      cosines,
    });

    expect(outcome).toBe('answer');
    expect(embedded).toHaveLength(1);
  });

  it('is answered where it is one of several that are searched for', async () => {
    const { outcome } = await ask({
      ...{ question, held, cosines },
      queries: [question, 'animals'],
    });

    expect(outcome).toBe('answer');
  });

  it('is answered where it compares what one passage has with what others have', async () => {
    const { outcome } = await ask({
      question: 'Animals vs parrots that the tenant keeps without written consent?',
      held: 'Animals that the tenant keeps without written consent?',
      cosines,
    });

    expect(outcome).toBe('answer');
  });

  it('is answered where the embedder was not measured in its language', async () => {
    const meaning = { fr: MEASURED };

    const { outcome } = await ask({ question, held, cosines, meaning });

    expect(outcome).toBe('answer');
  });

  it('is not answered from any of twenty passages that lack that word, though eight are read', async () => {
    const other = await lines.bench.test.tenant();
    const passages = Array.from({ length: 20 }, (_, number) => ({
      content: `${PETS} See page ${number}.`,
      chapter: `Lease ${number}`,
    }));
    await addKnowledge(lines.bench, other, { owner: other.admin, passages });

    const meaning = { en: { ...MEASURED, intercept: 0 } };

    const { outcome, results } = await ask({ question, held, cosines, meaning, asker: other });

    expect(results).toHaveLength(20);
    expect(outcome).toBe('closest');
  });

  it('is answered where it asks two things in one query', async () => {
    const { outcome } = await ask({
      question:
        'Which animals does the tenant keep without written consent, and who painted the stairs?',
      held: 'Which animals does the tenant keep without written consent, and who the stairs?',
      cosines,
    });

    expect(outcome).toBe('answer');
  });

  it('is answered where it was misspelt', async () => {
    const queries = ['Who painted the anmials that the tenant keeps without written consent?'];

    const { outcome, corrections } = await ask({ question, held, cosines, queries });

    expect(corrections).toHaveLength(1);
    expect(outcome).toBe('answer');
  });

  it.each([
    { answers: 0, asked: 'its embedder fails at once, which is asked no more' },
    { answers: 1, asked: 'its embedder fails when it is asked about lines' },
  ])('is answered by its words where $asked', async ({ answers }) => {
    const { outcome, embedded } = await ask({ question, held, cosines, answers });

    expect(outcome).toBe('answer');
    expect(embedded).toHaveLength(answers + 1);
  });
});
