import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: [
      'Annual leave is 25 days. It is asked for in writing.',
      'Travel costs are refunded within thirty days.',
      'The canteen opens at noon.',
      'The contract AX-77-2291 ends in March 2027.',
    ],
  });
});

afterAll(() => bench.destroy());

describe('an answer that consists only of the closest passages', () => {
  const question = 'When does the shop beside the canteen open?';

  it('says so, cites them, and has a confidence below their relevance', async () => {
    const { signal } = new AbortController();
    const search = { queries: [question], topK: 5, signal };
    const { results } = await bench.services().searchChunks(tenant.member, search);

    const { responseType, citations, confidence } = await bench.asker()(tenant.member, question);

    const best = Math.max(...results.map(({ relevance }) => relevance));
    expect(responseType).toBe('closest');
    expect(citations.length).toBeGreaterThan(0);
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(0.7 * best);
  });
});

describe('an uncertain answer', () => {
  it('is presented as the closest passages if no passage has the number asked for', async () => {
    const counted = await bench.asker()(tenant.member, 'How many days is annual leave?');
    const uncounted = await bench.asker()(tenant.member, 'How many forms does annual leave need?');

    expect(counted.responseType).toBe('answer');
    expect(uncounted.responseType).toBe('closest');
    expect(uncounted.confidence).toBeLessThan(counted.confidence ?? 0);
  });
});

describe('a question about a code', () => {
  it('gets the most similar code as the closest passage, and a note that the code was not found', async () => {
    const { responseType, answer, confidence } = await bench.asker()(
      tenant.member,
      'When does contract AX-77-2219 end?',
    );

    expect(responseType).toBe('closest');
    expect(answer).toContain('These words of the question were not found: “AX-77-2219”.');
    expect(answer).toContain('AX-77-2291 ends in March 2027');
    expect(confidence).toBeLessThan(0.5);
  });

  it('is answered if the document has the code in another spelling', async () => {
    const { responseType, answer } = await bench.asker()(
      tenant.member,
      'When does contract ax 77/2291 end?',
    );

    expect(responseType).toBe('answer');
    expect(answer).not.toContain('not found');
  });
});
