import type { Embedder } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import type { Calibration } from '../../src/evidence/index.js';
import type { ChunkSearchOutcome } from '../../src/search/schema.js';
import type { ChunkId } from '../../src/shared/ids.js';
import { addKnowledge } from './knowledge.js';
import { createWorkbench } from './workbench.js';

export const PETS = 'The tenant keeps no animals without written consent.';
export const HOUSE_RULES = `The stairs are swept in turns.\n\nBicycles stand in the yard.\n\nAfter ten it is quiet.\n\n${PETS}`;
export const RENT = 'The rent is due on the third working day.';
/** Lines decide from a cosine of .5 on where words say nothing; passages change nothing. */
export const MEASURED = {
  passage: { intercept: 0, before: 1, value: 0 },
  lines: { intercept: -12, before: 0.1, value: 25 },
};
export const CALIBRATED: Calibration = { en: MEASURED };

type Geometry = {
  question: string;
  /** All that is searched for; the question alone unless given. */
  queries?: string[];
  /** The cosine of the line about animals to the question. */
  near: number;
  /** That of the line about the rent; without it the embedder does not find the line. */
  beside?: number;
  calibration?: Calibration;
  language?: string;
  /** The number of calls that the embedder answers before it fails; all unless given. */
  answers?: number;
  /** The number of times that it is asked; once unless given. */
  times?: number;
};

const toVector = (text: string, { question, near, beside = 0 }: Geometry): Float32Array => {
  const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
  if (text === question) return at(1);
  if (text === RENT) return at(beside);
  return at(text.includes(PETS) ? near : 0);
};

export type NearLines = {
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
  const openVectors = ({ near, beside }: Geometry): Pick<VectorStore, 'for'> => ({
    for: (scope) => {
      const reader = bench.vectors.for(scope);
      const searchChunks: typeof reader.searchChunks = async ({ query, ...request }) => {
        const found = await reader.searchChunks({ ...request, query: { ...query, vector: null } });
        const hit = { documentId, language: 'en' };
        const terms = ['anim', 'written', 'consent'];
        const first = { ...hit, id: pets, terms, score: near };
        const others = beside === undefined ? [] : [{ ...hit, id: rent, terms: [], score: beside }];
        return { ...found, dense: query.vector === null ? [] : [first, ...others] };
      };
      return { ...reader, searchChunks };
    },
  });
  const ask: NearLines['ask'] = async (geometry) => {
    const { question, queries = [question], answers = Infinity, times = 1 } = geometry;
    const { calibration = CALIBRATED, language = 'en' } = geometry;
    const embedded: string[][] = [];
    const embedder: Embedder = {
      model: 'e',
      dimensions: 2,
      embed: (texts) => {
        embedded.push([...texts]);
        if (embedded.length > answers) return Promise.reject(new Error('The embedder is away.'));
        const vectors = texts.map((text) => toVector(text, geometry));
        return Promise.resolve({ vectors, promptTokens: 1, costUsd: null });
      },
    };
    const vectors = openVectors(geometry);
    const { searchChunks } = bench.services({ embedder, vectors, search: { calibration } });
    const { signal } = new AbortController();
    const search = { queries, topK: 20, signal, language };
    for (let again = 1; again < times; again += 1) await searchChunks(tenant.member, search);
    return { ...(await searchChunks(tenant.member, search)), embedded };
  };
  return { ask, destroy: () => bench.destroy() };
};
