import type { ChunkId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { Database } from '../../src/compose/repositories.js';
import type { LegHit, VectorStore } from '../../src/platform/vectors/vector-store.js';
import type { Embedder } from '../../src/platform/models/model.js';
import type { FusedHit } from '../../src/search/fuse-rankings.js';
import { createSearchTurns, type FoundChunk } from '../../src/search/index.js';
import { createWordsOf, runLegs } from '../../src/search/legs.js';
import type { Calibration } from '../../src/evidence/index.js';
import { chunkDocument } from '../../src/parsing/chunk-document.js';
import { normaliseDocument } from '../../src/parsing/normalise-document.js';
import { addKnowledge } from '../../test/support/knowledge.js';
import { createTestTenant } from '../../test/support/tenant.js';
import {
  CANDIDATES_PER_LEG,
  createBenchFeatures,
  createObservers,
  SEARCH_SETTINGS,
  SEARCH_TURNS,
} from '../bench-features.js';
import type { CorpusDocument } from './collection.js';

export type RankedDocument = { id: string; isEvidence: boolean; relevance: number };

/** Documents best first. `hidden` are as good as not in the collection. */
export type SearchFunction = (
  question: string,
  options: { hidden: ReadonlySet<string> },
) => Promise<RankedDocument[]>;

/** Finds the fused hits of all rankings, before they are judged. */
export type FindHits = (
  question: string,
  options: { hidden: ReadonlySet<string> },
) => Promise<(FusedHit<ChunkId> & { document: string; content: string })[]>;

export type PipelineOptions = {
  database: Database;
  store: VectorStore;
  folder: string;
  language: string;
  embedder: Embedder | null;
  calibration: Calibration;
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

const embedPassages = async (
  embedder: Embedder | null,
  passages: readonly string[],
): Promise<readonly Float32Array[]> => {
  if (embedder === null) return [];
  const { signal } = new AbortController();
  return (await embedder.embed(passages, { signal, priority: 'background' })).vectors;
};

/** The store with these vectors for the points that are written next. */
const withVectors = (store: VectorStore, embedded: readonly Float32Array[]): VectorStore => ({
  ...store,
  writerFor: (scope) => {
    const writer = store.writerFor(scope);
    return {
      ...writer,
      upsertChunks: (points, turn) =>
        writer.upsertChunks(
          points.map((point, index) => ({ ...point, vector: embedded[index] ?? null })),
          turn,
        ),
    };
  },
});

/** Each document once, as its best passage is ranked. */
const toDocuments = (
  results: readonly FoundChunk[],
  documentOf: (id: ChunkId) => string,
): RankedDocument[] => {
  const ranked = new Map<string, RankedDocument>();
  for (const { chunk, evidence, relevance } of results) {
    const id = documentOf(chunk.id);
    if (!ranked.has(id)) ranked.set(id, { id, isEvidence: evidence, relevance });
  }
  return [...ranked.values()];
};

/** The product's chunker, analyzer, store, fusion, evidence rule and read-back, on a tenant of its own. */
export const createPipeline = async ({ store, ...options }: PipelineOptions) => {
  const { database, folder, language, embedder, calibration } = options;
  const known = new Map<ChunkId, { document: string; content: string }>();
  const documentOf = (id: ChunkId): string => known.get(id)?.document ?? '';
  let hiddenNow: ReadonlySet<string> = new Set();
  const vectors = withHidden(store, (id) => hiddenNow.has(documentOf(id)));
  const stored = { database, vectors, folder, fingerprint: FINGERPRINT };
  const { searchChunks } = createBenchFeatures({ ...stored, embedder, calibration });
  const tenant = await createTestTenant(database);
  const reader: UserScope = tenant.member;

  const index = async (documents: readonly CorpusDocument[]): Promise<void> => {
    for (const document of documents) {
      const passages = toPassages(document);
      if (passages.length === 0) continue;
      const knowledge = { owner: tenant.admin, language, passages };
      const embedded = await embedPassages(embedder, passages);
      const stores = { test: { database }, vectors: withVectors(vectors, embedded) };
      const { chunkIds } = await addKnowledge(stores, tenant, knowledge);
      for (const [at, id] of chunkIds.entries()) {
        known.set(id, { document: document.id, content: passages[at] ?? '' });
      }
    }
    await store.optimize();
  };

  const search: SearchFunction = async (question, { hidden }) => {
    hiddenNow = hidden;
    const { signal } = new AbortController();
    const { results } = await searchChunks(reader, { queries: [question], topK: TOP_K, signal });
    return toDocuments(results, documentOf);
  };

  const turns = createSearchTurns(SEARCH_TURNS);
  const findHits: FindHits = async (question, { hidden }) => {
    hiddenNow = hidden;
    const { signal } = new AbortController();
    const found = vectors.for(reader);
    const { hits } = await runLegs<ChunkId>(
      { embedder, settings: SEARCH_SETTINGS, turns, ...createObservers() },
      {
        queries: [question],
        languages: [language],
        wordsOf: createWordsOf([language]),
        signal,
        inTurn: (work) => turns.run(reader, signal, work),
        ask: (query) =>
          found.searchChunks({ query, filter: {}, limitPerLeg: CANDIDATES_PER_LEG, signal }),
      },
    );
    return hits.map((hit) => ({
      ...hit,
      ...(known.get(hit.id) ?? { document: '', content: '' }),
    }));
  };

  return { index, search, findHits };
};
