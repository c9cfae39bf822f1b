import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Embedder } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import type { MeaningWeights } from '../../src/search/meaning.js';
import type { ChunkId, DocumentId } from '../../src/shared/ids.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

const PETS = 'The tenant keeps no animals without written consent.';
const CALIBRATED: MeaningWeights = {
  ...{ intercept: -1, words: 0.9, lead: 0.1 },
  near: { en: { question: 0.4, rest: 0.3 } },
};

let bench: Workbench;
let tenant: TestTenant;
let documentId: DocumentId;
let pets: ChunkId;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  const added = await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Lease of Harbour Lane',
    passages: [{ content: PETS, chapter: 'Animals' }, 'The rent is due on the third working day.'],
  });
  documentId = added.documentId;
  [pets] = added.chunkIds as [ChunkId];
});

afterAll(() => bench.destroy());

type Geometry = {
  question: string;
  /** Cosines of the passage about animals to the question, and to whatever else is embedded. */
  cosines: { question: number; rest: number };
  meaning?: MeaningWeights;
  language?: string;
};

/** A search whose embedder and index agree on these cosines; the words are found by the real index. */
const ask = async ({ question, cosines, meaning = CALIBRATED, language = 'en' }: Geometry) => {
  const embedded: string[] = [];
  const embedder: Embedder = {
    ...{ model: 'e', dimensions: 1 },
    embed: (texts) => {
      embedded.push(...texts);
      const vectors = texts.map((text) =>
        Float32Array.of(cosines[text === question ? 'question' : 'rest']),
      );
      return Promise.resolve({ vectors, promptTokens: 1, costUsd: null });
    },
  };
  const vectors: Pick<VectorStore, 'for'> = {
    for: (scope) => {
      const reader = bench.vectors.for(scope);
      const searchChunks: typeof reader.searchChunks = async ({ query, ...request }) => {
        const found = await reader.searchChunks({ ...request, query: { ...query, vector: null } });
        const [score = 0] = query.vector ?? [];
        const hit = { id: pets, documentId, terms: ['anim', 'written', 'consent'], score };
        return { ...found, dense: query.vector === null ? [] : [hit] };
      };
      return { ...reader, searchChunks };
    },
  };
  const { searchChunks } = bench.services({ embedder, vectors, search: { meaning } });
  const { signal } = new AbortController();
  const found = await searchChunks(tenant.member, {
    queries: [question],
    topK: 5,
    signal,
    language,
  });
  return { ...found, embedded };
};

describe('a question that its answer shares no words with', () => {
  const question = 'May I have a puppy?';

  it('is answered where the passage is as near as what answers', async () => {
    const { outcome, results } = await ask({ question, cosines: { question: 0.45, rest: 0.45 } });

    expect(outcome).toBe('answer');
    expect(results[0]?.chunk.content).toBe(PETS);
  });

  it('is not answered where the passage is no nearer than others are', async () => {
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
    expect(embedded[1]).toBe('Who painted the of ?');
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
