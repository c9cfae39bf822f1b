import { z } from 'zod';
import { addressOf } from '../../citations/index.js';
import { parsePart } from '../../http/index.js';
import type { FoundChunk, SearchDeps } from '../../search/index.js';
import { resultWithin } from '../../shared/async.js';
import { DocumentFilter } from '../../shared/document-filter.js';
import { AppError } from '../../shared/errors.js';
import { Degradation } from '../../shared/execution.js';
import { narrowScope } from '../../shared/scope.js';
import { withinCollection, type FindCollection } from '../collection.js';
import { partName } from '../documents.js';
import { collectionField, declareTool } from './tool.js';

export type SearchToolDeps = FindCollection &
  Pick<SearchDeps, 'searchChunks' | 'limitSearches' | 'searchTimeoutMs' | 'maxQueryChars'>;

const TOP_K = 10;

const Found = z.object({
  id: z.string().describe('For `fetch`.'),
  title: z.string(),
  url: z.string().describe('A page that shows the passage.'),
  text: z.string().describe('The passages that were found there.'),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  relevance: z.number().describe('The probability that it answers, 0 to 1.'),
});

const Output = z.object({
  results: z.array(Found),
  degraded: z.array(Degradation),
});

/** The `search` tool that connectors of Claude and ChatGPT require. */
export const createSearchTool = (deps: SearchToolDeps) =>
  declareTool({
    name: 'search',
    title: 'Search documents',
    description:
      "Searches the organisation's documents that you may read and returns passages, best first. Take an `id` of the results to `fetch` to read on.",
    permission: 'search',
    input: z.object({
      query: z.string().trim().min(1).max(deps.maxQueryChars),
      collection: collectionField,
      filter: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'As {"type":"eq","key":"metadata.year","value":2026}; types eq, ne, gt, gte, lt, lte, in, nin, and {"type":"and"|"or","filters":[…]}.',
        ),
    }),
    output: Output,
    run: async ({ query, collection, filter }, { scope, base, signal }) => {
      const within = await withinCollection(deps, scope, collection);
      const wanted = filter === undefined ? null : parsePart(DocumentFilter, filter);
      const narrowed = narrowScope(narrowScope(scope, within), wanted);
      const { results, degraded } = await deps.limitSearches(scope, () =>
        resultWithin({ signal, limitMs: deps.searchTimeoutMs, tooLate }, (limited) =>
          deps.searchChunks(narrowed, { queries: [query], topK: TOP_K, signal: limited }),
        ),
      );
      return {
        value: { results: toFound(results, base), degraded },
      };
    },
  });

const tooLate = (): AppError => new AppError('deadline_exceeded', 'The search took too long.');

/** One result for each part of a document, in the order of its best passage. */
const toFound = (results: readonly FoundChunk[], base: string): z.infer<typeof Found>[] => {
  const byPart = new Map<string, z.infer<typeof Found>>();
  for (const { chunk, relevance } of results) {
    const id = partName(chunk.documentId, chunk.index);
    const known = byPart.get(id);
    if (known !== undefined) {
      known.text += `\n…\n${chunk.content}`;
      continue;
    }
    const { title, content: text, pageStart, pageEnd } = chunk;
    const url = addressOf(chunk, base) ?? base;
    byPart.set(id, { id, title, url, text, pageStart, pageEnd, relevance });
  }
  return [...byPart.values()];
};
