import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { userRoute, type ParallelLimit, type Route } from '../http/index.js';
import { resultWithin } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import { Degradation } from '../shared/execution.js';
import { DocumentId } from '../shared/ids.js';
import { narrowScope, type UserScope } from '../shared/scope.js';
import type { ExplainSearch } from './explain.js';
import { Correction } from '../shared/correction.js';
import { SearchFilter, splitFilter } from './filtered-reader.js';
import { Explanation, LegStates, SearchResult, type FoundChunk } from './schema.js';
import { SearchOutcome } from '../evidence/index.js';
import type { SearchChunks } from './search-chunks.js';

export type SearchDeps = {
  searchChunks: SearchChunks;
  explainSearch: ExplainSearch;
  maxQueryChars: number;
  searchTimeoutMs: number;
  limitSearches: ParallelLimit;
};

const SearchAnswer = z
  .object({
    results: z.array(SearchResult.meta({ id: 'SearchResult' })),
    outcome: SearchOutcome,
    corrections: z.array(Correction),
    legs: LegStates,
    degraded: z.array(Degradation),
    tookMs: z.int(),
  })
  .meta({ id: 'SearchAnswer' });

export const createSearchRoutes = (deps: SearchDeps): Route[] => [
  createSearchRoute(deps),
  createExplainRoute(deps),
];

const createSearchRoute = ({ searchChunks, maxQueryChars, ...limits }: SearchDeps): Route =>
  userRoute({
    method: 'post',
    path: '/v1/search',
    operationId: 'searchPassages',
    tag: 'search',
    errors: ['too_many_parallel_searches', 'vector_store_unavailable', 'deadline_exceeded'],
    example: {
      query: 'remote work',
      topK: 3,
      filter: { type: 'eq', key: 'metadata.year', value: 2026 },
    },
    summary: 'Search the passages that the caller may see',
    permission: 'search',
    openTo: 'pages',
    body: z
      .strictObject({
        query: z.string().trim().min(1).max(maxQueryChars),
        topK: z.int().min(1).max(50).default(5),
        minScore: z.number().min(0).max(1).optional(),
        filter: SearchFilter.optional(),
      })
      .meta({ id: 'SearchRequest' }),
    responses: { 200: { description: 'Passages, best first', schema: SearchAnswer } },
    handle: async ({ scope, body, signal }) => {
      const startedAt = performance.now();
      const { query, filter, ...rest } = body;
      const { within, ofPassages } = splitFilter(filter);
      const found = await runLimited({ ...limits, scope, signal }, (limited) =>
        searchChunks(narrowScope(scope, within), {
          ...rest,
          queries: [query],
          signal: limited,
          filter: ofPassages,
        }),
      );
      const tookMs = Math.round(performance.now() - startedAt);
      const { legs, degraded, outcome, corrections } = found;
      const results = found.results.map(toResult);
      return { status: 200, body: { results, outcome, corrections, legs, degraded, tookMs } };
    },
  });

const createExplainRoute = ({ explainSearch, maxQueryChars, ...limits }: SearchDeps): Route =>
  userRoute({
    method: 'post',
    path: '/v1/search/explain',
    operationId: 'explainSearch',
    tag: 'search',
    errors: [
      'not_found',
      'too_many_parallel_searches',
      'vector_store_unavailable',
      'deadline_exceeded',
    ],
    example: { query: 'remote work', documentId: '0197e0b2-0000-7000-8000-000000000000' },
    summary: 'Explain why a search does or does not find a document',
    permission: 'search',
    body: z
      .strictObject({
        query: z.string().trim().min(1).max(maxQueryChars),
        documentId: DocumentId,
        topK: z.int().min(1).max(50).default(5),
        filter: SearchFilter.optional(),
      })
      .meta({ id: 'ExplainRequest' }),
    responses: {
      200: {
        description: 'The step at which it was dropped, or that it was found',
        schema: Explanation.meta({ id: 'Explanation' }),
      },
    },
    handle: async ({ scope, body, signal }) => ({
      status: 200,
      body: await runLimited({ ...limits, scope, signal }, (limited) =>
        explainSearch(scope, { ...body, signal: limited }),
      ),
    }),
  });

type Limited = Pick<SearchDeps, 'limitSearches' | 'searchTimeoutMs'> & {
  scope: UserScope;
  signal: AbortSignal;
};

const runLimited = <Result>(
  { limitSearches, searchTimeoutMs: limitMs, scope, signal }: Limited,
  search: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> =>
  limitSearches(scope, () => resultWithin({ signal, limitMs, tooLate }, search));

const tooLate = (): AppError => new AppError('deadline_exceeded', 'The search took too long.');

const toResult = ({ chunk, score, scores, relevance, evidence }: FoundChunk): SearchResult => {
  const { id: chunkId, documentId, title, chapter, pageStart, pageEnd, content } = chunk;
  const passage = { chunkId, documentId, title, chapter, pageStart, pageEnd, content };
  return { ...passage, score, scores, relevance, evidence };
};
