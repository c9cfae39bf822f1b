import { z } from 'zod';
import { Metadata, type CollectionDeps, type DocumentDeps } from '../documents/index.js';
import { userRoute, type Route } from '../http/index.js';
import type { SearchDeps } from '../search/index.js';
import { resultWithin } from '../shared/async.js';
import { allOf, type DocumentFilter } from '../shared/document-filter.js';
import { AppError } from '../shared/errors.js';
import { CollectionId, type DocumentId } from '../shared/ids.js';
import { narrowScope, type UserScope } from '../shared/scope.js';
import { OPENAI_BASE, OPENAI_DIALECT } from './dialect.js';
import { AttributeFilter, toDocumentFilter } from './filters.js';
import { toIgnoredHeader } from './parameters.js';

export type StoreSearchDeps = Pick<
  SearchDeps,
  'searchChunks' | 'limitSearches' | 'searchTimeoutMs' | 'maxQueryChars'
> & {
  collections: Pick<CollectionDeps['collections'], 'get'>;
  readDocuments: Pick<DocumentDeps['readDocuments'], 'list'>;
};

const Page = z
  .object({
    object: z.literal('vector_store.search_results.page'),
    search_query: z.array(z.string()),
    data: z.array(
      z.object({
        file_id: z.string(),
        filename: z.string(),
        score: z.number().describe('The probability that the passage answers, 0 to 1.'),
        attributes: Metadata,
        content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
      }),
    ),
    has_more: z.literal(false),
    next_page: z.null(),
  })
  .meta({ id: 'OpenAiSearchPage' });

const MAX_QUERIES = 8;
const KNOWN = new Set(['query', 'filters', 'max_num_results', 'ranking_options']);

/** A search in one collection. */
export const createStoreSearchRoutes = (deps: StoreSearchDeps): Route[] => [
  userRoute({
    method: 'post',
    path: `${OPENAI_BASE}/vector_stores/:id/search`,
    operationId: 'searchOpenAiVectorStore',
    tag: 'openai',
    errors: ['too_many_parallel_searches', 'vector_store_unavailable', 'deadline_exceeded'],
    example: { query: 'remote work', max_num_results: 3 },
    summary: 'Search the passages of a collection',
    permission: 'search',
    openTo: 'pages',
    dialect: OPENAI_DIALECT,
    params: z.strictObject({ id: CollectionId }),
    body: toBody(deps.maxQueryChars),
    responses: { 200: { description: 'Passages, best first', schema: Page } },
    handle: async ({ scope, params: { id }, body, signal }) => {
      await deps.collections.get(scope, id);
      const within = allOf(
        { type: 'eq', key: 'collectionId', value: id },
        body.filters ? toDocumentFilter(body.filters) : null,
      );
      const queries = [body.query].flat();
      const topK = body.max_num_results ?? 10;
      const { results } = await deps.limitSearches(scope, () =>
        resultWithin({ signal, limitMs: deps.searchTimeoutMs, tooLate }, (limited) =>
          deps.searchChunks(narrowScope(scope, within), { queries, topK, signal: limited }),
        ),
      );
      const least = body.ranking_options?.score_threshold ?? 0;
      const found = results.filter(({ relevance }) => relevance >= least);
      const documents = await readMetadata(deps, scope, [
        ...new Set(found.map(({ chunk }) => chunk.documentId)),
      ]);
      const data = found.map(({ chunk, relevance: score }) => ({
        file_id: chunk.documentId,
        score,
        filename: documents.get(chunk.documentId)?.filename ?? chunk.title,
        attributes: documents.get(chunk.documentId)?.metadata ?? {},
        content: [{ type: 'text', text: chunk.content }],
      }));
      return {
        status: 200,
        body: {
          object: 'vector_store.search_results.page',
          search_query: queries,
          data,
          has_more: false,
          next_page: null,
        },
        headers: toIgnoredHeader(body, { known: KNOWN }),
      };
    },
  }),
];

const toBody = (maxQueryChars: number) => {
  const query = z.string().trim().min(1).max(maxQueryChars);
  return z
    .looseObject({
      query: z.union([query, z.array(query).min(1).max(MAX_QUERIES)]),
      filters: AttributeFilter.nullish(),
      max_num_results: z.int().min(1).max(50).nullish(),
      ranking_options: z
        .looseObject({ score_threshold: z.number().min(0).max(1).nullish() })
        .nullish(),
    })
    .meta({ id: 'OpenAiSearchRequest' });
};

const tooLate = (): AppError => new AppError('deadline_exceeded', 'The search took too long.');

const readMetadata = async (
  { readDocuments }: StoreSearchDeps,
  scope: UserScope,
  ids: readonly DocumentId[],
) => {
  if (ids.length === 0) return new Map<string, never>();
  const filter: DocumentFilter = { type: 'in', key: 'documentId', value: [...ids] };
  const { items } = await readDocuments.list(scope, { filter, limit: ids.length });
  return new Map(items.map((document) => [document.id as string, document]));
};
