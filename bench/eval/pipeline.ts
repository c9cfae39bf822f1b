import type { ChunkId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/repositories.js';
import type { LegHit, VectorStore } from '../../src/platform/vectors/vector-store.js';
import { chunkDocument } from '../../src/parsing/chunk-document.js';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';
import { addKnowledge } from '../../test/support/knowledge.js';
import { createTestTenant } from '../../test/support/tenant.js';
import { createBenchFeatures } from '../bench-features.js';
import type { CorpusDocument } from './collection.js';

export type RankedDocument = { id: string; isEvidence: boolean };

/** Documents best first. `hidden` are as good as not in the collection. */
export type SearchFunction = (
  question: string,
  options: { hidden: ReadonlySet<string> },
) => Promise<RankedDocument[]>;

export type PipelineOptions = {
  database: Database;
  store: VectorStore;
  folder: string;
  language: string;
};

export const CHUNK_TOKENS = 400;
/** More than ten, since passages of one document count once. */
const TOP_K = 20;
const FINGERPRINT = 'test';

const toPassages = ({ title, text }: CorpusDocument): string[] => {
  const blocks = [
    ...(title === '' ? [] : [{ kind: 'heading' as const, level: 1, text: title }]),
    { kind: 'paragraph' as const, text },
  ];
  return chunkDocument(normaliseDocument(blocks), { maxTokens: CHUNK_TOKENS }).map(
    ({ content }) => content,
  );
};

/** The store as if some documents were not in it; what is hidden changes from question to question. */
const withHidden = (store: VectorStore, isHidden: (id: ChunkId) => boolean): VectorStore => ({
  ...store,
  for: (scope) => {
    const reader = store.for(scope);
    const shown = (hits: LegHit<ChunkId>[]) => hits.filter(({ id }) => !isHidden(id));
    return {
      ...reader,
      searchChunks: async (request) => {
        const legs = await reader.searchChunks(request);
        return { ...legs, lexical: shown(legs.lexical), dense: shown(legs.dense) };
      },
    };
  },
});

/** The product's chunker, analyzer, store, fusion, evidence rule and read-back, on a tenant of its own. */
export const createPipeline = async ({ database, store, folder, language }: PipelineOptions) => {
  const names = new Map<ChunkId, string>();
  let hiddenNow: ReadonlySet<string> = new Set();
  const vectors = withHidden(store, (id) => hiddenNow.has(names.get(id) ?? ''));
  const { searchChunks } = createBenchFeatures({
    database,
    vectors,
    folder,
    fingerprint: FINGERPRINT,
  });
  const tenant = await createTestTenant(database);
  const reader: UserScope = tenant.member;

  const index = async (documents: readonly CorpusDocument[]): Promise<void> => {
    for (const document of documents) {
      const passages = toPassages(document);
      if (passages.length === 0) continue;
      const knowledge = { owner: tenant.admin, language, passages };
      const { chunkIds } = await addKnowledge({ test: { database }, vectors }, tenant, knowledge);
      for (const id of chunkIds) names.set(id, document.id);
    }
    await store.optimize();
  };

  const search: SearchFunction = async (question, { hidden }) => {
    hiddenNow = hidden;
    const { signal } = new AbortController();
    const { results } = await searchChunks(reader, { queries: [question], topK: TOP_K, signal });
    const ranked = new Map<string, RankedDocument>();
    for (const { chunk, evidence } of results) {
      const id = names.get(chunk.id) ?? '';
      if (!ranked.has(id)) ranked.set(id, { id, isEvidence: evidence });
    }
    return [...ranked.values()];
  };

  return { index, search };
};
