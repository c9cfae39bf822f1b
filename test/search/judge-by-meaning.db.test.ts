import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Embedder } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import type { Calibration } from '../../src/search/meaning.js';
import type { ChunkId, DocumentId } from '../../src/shared/ids.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

const PETS = 'The tenant keeps no animals without written consent.';
const HOUSE_RULES = `The stairs are swept in turns.\n\nBicycles stand in the yard.\n\nAfter ten it is quiet.\n\n${PETS}`;
const YARD = 'What animals the tenant keeps without consent stay in the yard.';
const RENT = 'The rent is due on the third working day.';
const MEASURED = {
  ...{ intercept: -1, words: 0.9, cosine: 1 },
  near: { question: 0.4, rest: 0.3 },
};
const CALIBRATED: Calibration = { en: MEASURED };

let bench: Workbench;
let tenant: TestTenant;
let documentId: DocumentId;
let pets: ChunkId;
let rent: ChunkId;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  const added = await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Lease of Harbour Lane',
    passages: [{ content: HOUSE_RULES, chapter: 'House rules' }, RENT],
  });
  documentId = added.documentId;
  [pets, rent] = added.chunkIds as [ChunkId, ChunkId];
});

afterAll(() => bench.destroy());

type Geometry = {
  question: string;
  /** All that is searched for; the question alone unless given. */
  queries?: string[];
  /** Cosines of the lines about animals to the question, to what their passage leaves of it, and to the question without that. */
  cosines: { question: number; rest: number; held?: number };
  /** That question, where it is not what the other cosines are about. */
  held?: string;
  /** Of the line about the rent to the question; without it the embedder does not find that. */
  beside?: number;
  /** Of that line to what is left of the question. */
  besideRest?: number;
  meaning?: Calibration | null;
  language?: string;
  asker?: TestTenant;
};

/** The question and what is left of it lie at right angles; the lines lie between them as the cosines say, and other lines far off. */
const toVector = (
  text: string,
  { question, cosines, held, beside = 0, besideRest = 0 }: Geometry,
): Float32Array => {
  const { question: ofQuestion, rest, held: ofHeld = 0 } = cosines;
  const away = Math.sqrt(1 - ofQuestion ** 2 - rest ** 2);
  const lines = [ofQuestion, rest, away];
  if (text === question) return Float32Array.of(1, 0, 0, 0);
  if (text === held) {
    return Float32Array.of(...lines.map((part) => ofHeld * part), Math.sqrt(1 - ofHeld ** 2));
  }
  if (text === RENT) {
    return Float32Array.of(beside, besideRest, 0, Math.sqrt(1 - beside ** 2 - besideRest ** 2));
  }
  if (text.includes(PETS)) return Float32Array.of(...lines, 0);
  if (text === YARD) return Float32Array.of(ofQuestion, rest, 0, -away);
  return text.endsWith('?') ? Float32Array.of(0, 1, 0, 0) : Float32Array.of(0, 0, 0, 1);
};

/** A search whose embedder and index agree on these cosines; the words are found by the real index. */
const ask = async (geometry: Geometry) => {
  const { question, queries = [question] } = geometry;
  const { cosines, beside, meaning = CALIBRATED, language = 'en', asker = tenant } = geometry;
  const embedded: string[][] = [];
  const embedder: Embedder = {
    ...{ model: 'e', dimensions: 4 },
    embed: (texts) => {
      embedded.push([...texts]);
      const vectors = texts.map((text) => toVector(text, geometry));
      return Promise.resolve({ vectors, promptTokens: 1, costUsd: null });
    },
  };
  const vectors: Pick<VectorStore, 'for'> = {
    for: (scope) => {
      const reader = bench.vectors.for(scope);
      const searchChunks: typeof reader.searchChunks = async ({ query, ...request }) => {
        const found = await reader.searchChunks({ ...request, query: { ...query, vector: null } });
        const terms = ['anim', 'written', 'consent'];
        const hit = { id: pets, documentId, terms, language: 'en', score: cosines.question };
        const others = beside === undefined ? [] : [{ ...hit, id: rent, score: beside }];
        return { ...found, dense: query.vector === null ? [] : [hit, ...others] };
      };
      return { ...reader, searchChunks };
    },
  };
  const { searchChunks } = bench.services({ embedder, vectors, search: { meaning } });
  const { signal } = new AbortController();
  const found = await searchChunks(asker.member, {
    queries,
    topK: 5,
    signal,
    language,
  });
  return { ...found, embedded };
};

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
      beside: 0.41,
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

describe('a question that is near a passage, and nearer without what that leaves of it', () => {
  it('is not answered, however near that is', async () => {
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
    const other = await bench.test.tenant();
    await addKnowledge(bench, other, {
      owner: other.admin,
      passages: [HOUSE_RULES, { content: YARD, chapter: 'Yard' }],
    });

    const { outcome, results } = await ask({ question, held, cosines, asker: other });

    expect(results.map(({ chunk }) => chunk.content)).toEqual([HOUSE_RULES, YARD]);
    expect(outcome).toBe('closest');
  });

  it('is not answered by lines of another passage either, however near these are', async () => {
    const meaning = { en: { ...MEASURED, intercept: -4 } };
    const near = { beside: 0.75, besideRest: 0.6 };

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
