import type { Embedder } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import type { Calibration } from '../../src/evidence/meaning.js';
import type { ChunkSearchOutcome } from '../../src/search/schema.js';
import type { ChunkId } from '../../src/shared/ids.js';
import { addKnowledge } from './knowledge.js';
import type { TestTenant } from './tenant.js';
import { createWorkbench, type Workbench } from './workbench.js';

export const PETS = 'The tenant keeps no animals without written consent.';
export const HOUSE_RULES = `The stairs are swept in turns.\n\nBicycles stand in the yard.\n\nAfter ten it is quiet.\n\n${PETS}`;
export const YARD = 'What animals the tenant keeps without consent stay in the yard.';
export const RENT = 'The rent is due on the third working day.';
export const MEASURED = {
  ...{ intercept: -1, words: 0.9, cosine: 1 },
  near: { question: 0.4, rest: 0.3 },
};
export const CALIBRATED: Calibration = { en: MEASURED };

type Geometry = {
  question: string;
  /** All that is searched for; the question alone unless given. */
  queries?: string[];
  /** Cosines of the lines about animals to the question, to what their passage leaves of it, and to the question without that. */
  cosines: { question: number; rest: number; held?: number };
  /** That question, where it is not what the other cosines are about. */
  held?: string;
  /** Cosines of the line about the rent to the question, and to what is left of that; without them the embedder does not find the line. */
  beside?: { question: number; rest?: number };
  meaning?: Calibration | null;
  language?: string;
  asker?: TestTenant;
  /** The number of calls that the embedder answers before it fails; all unless given. */
  answers?: number;
};

/** The question and what is left of it lie at right angles; the lines lie between them as the cosines say, and other lines far off. */
const toVector = (text: string, { question, cosines, held, beside }: Geometry): Float32Array => {
  const { question: ofQuestion, rest, held: ofHeld = 0 } = cosines;
  const away = Math.sqrt(1 - ofQuestion ** 2 - rest ** 2);
  const lines = [ofQuestion, rest, away];
  if (text === question) return Float32Array.of(1, 0, 0, 0);
  if (text === held) {
    return Float32Array.of(...lines.map((part) => ofHeld * part), Math.sqrt(1 - ofHeld ** 2));
  }
  if (text === RENT) {
    const { question: near = 0, rest: nearRest = 0 } = beside ?? {};
    return Float32Array.of(near, nearRest, 0, Math.sqrt(1 - near ** 2 - nearRest ** 2));
  }
  if (text.includes(PETS)) return Float32Array.of(...lines, 0);
  if (text.startsWith(YARD)) return Float32Array.of(ofQuestion, rest, 0, -away);
  return text.endsWith('?') ? Float32Array.of(0, 1, 0, 0) : Float32Array.of(0, 0, 0, 1);
};

export type NearLines = {
  bench: Workbench;
  /** A search whose embedder and index agree on some cosines; the words are found by the real index. */
  ask: (geometry: Geometry) => Promise<ChunkSearchOutcome & { embedded: string[][] }>;
  destroy: () => Promise<void>;
};

/** A lease with house rules about animals, and a line about the rent. */
export const createNearLines = async (): Promise<NearLines> => {
  const bench = await createWorkbench();
  const tenant = await bench.test.tenant();
  const { documentId, chunkIds } = await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'Lease of Harbour Lane',
    passages: [{ content: HOUSE_RULES, chapter: 'House rules' }, RENT],
  });
  const [pets, rent] = chunkIds as [ChunkId, ChunkId];
  const openVectors = ({ cosines, beside }: Geometry): Pick<VectorStore, 'for'> => ({
    for: (scope) => {
      const reader = bench.vectors.for(scope);
      const searchChunks: typeof reader.searchChunks = async ({ query, ...request }) => {
        const found = await reader.searchChunks({ ...request, query: { ...query, vector: null } });
        const hit = { documentId, language: 'en' };
        const terms = ['anim', 'written', 'consent'];
        const near = { ...hit, id: pets, terms, score: cosines.question };
        const others = beside ? [{ ...hit, id: rent, terms: [], score: beside.question }] : [];
        return { ...found, dense: query.vector === null ? [] : [near, ...others] };
      };
      return { ...reader, searchChunks };
    },
  });
  const ask: NearLines['ask'] = async (geometry) => {
    const { question, queries = [question], answers = Infinity, asker = tenant } = geometry;
    const { meaning = CALIBRATED, language = 'en' } = geometry;
    const embedded: string[][] = [];
    const embedder: Embedder = {
      ...{ model: 'e', dimensions: 4 },
      embed: (texts) => {
        embedded.push([...texts]);
        if (embedded.length > answers) return Promise.reject(new Error('The embedder is away.'));
        const vectors = texts.map((text) => toVector(text, geometry));
        return Promise.resolve({ vectors, promptTokens: 1, costUsd: null });
      },
    };
    const vectors = openVectors(geometry);
    const { searchChunks } = bench.services({ embedder, vectors, search: { meaning } });
    const { signal } = new AbortController();
    const found = await searchChunks(asker.member, { queries, topK: 20, signal, language });
    return { ...found, embedded };
  };
  return { bench, ask, destroy: () => bench.destroy() };
};
