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

describe('an answer of nothing but the closest passages', () => {
  const question = 'When does the shop beside the canteen open?';

  it('says so, cites them, and is less sure than they are relevant', async () => {
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

describe('an answer that nobody can be sure of', () => {
  it('is told to be no more than the closest passages where nothing counts what is asked for', async () => {
    const counted = await bench.asker()(tenant.member, 'How many days is annual leave?');
    const uncounted = await bench.asker()(tenant.member, 'How many forms does annual leave need?');

    expect(counted.responseType).toBe('answer');
    expect(uncounted.responseType).toBe('closest');
    expect(uncounted.confidence).toBeLessThan(counted.confidence ?? 0);
  });
});

describe('a question for a code that no document has', () => {
  it('is answered with its neighbour as the closest passage, and with the code that was not found', async () => {
    const { responseType, answer, confidence } = await bench.asker()(
      tenant.member,
      'When does contract AX-77-2219 end?',
    );

    expect(responseType).toBe('closest');
    expect(answer).toContain('These words of the question were not found: “AX-77-2219”.');
    expect(answer).toContain('AX-77-2291 ends in March 2027');
    expect(confidence).toBeLessThan(0.5);
  });

  it('is answered where the document has it in another spelling', async () => {
    const { responseType, answer } = await bench.asker()(
      tenant.member,
      'When does contract ax 77/2291 end?',
    );

    expect(responseType).toBe('answer');
    expect(answer).not.toContain('not found');
  });
});
