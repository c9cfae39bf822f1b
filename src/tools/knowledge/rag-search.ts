import { z } from 'zod';
import type { ChunkEvidence } from '../../conversations/index.js';
import { Metadata } from '../../documents/schema.js';
import { pickReadable, pickShown } from '../../evidence/index.js';
import type { FoundChunk } from '../../search/index.js';
import { documentFilterOfModel } from '../../shared/document-filter.js';
import { DocumentId } from '../../shared/ids.js';
import { narrowScope } from '../../shared/scope.js';
import { declareTool, searchQuery } from '../tool.js';

const DEFAULT_TOP_K = 5;

const Input = z.strictObject({
  query: searchQuery.describe('What to look for, in full words.'),
  topK: z.int().min(1).max(20).default(DEFAULT_TOP_K),
  documentIds: z.array(DocumentId).min(1).max(50).optional(),
  metadata: Metadata.optional(),
  within: documentFilterOfModel.optional(),
});

export const ragSearch = declareTool({
  name: 'rag_search',
  description:
    'Searches the passages of the documents that this user may see. It finds what is written there and nothing else: no web, no live data, no calculations.',
  input: Input,
  timeoutSec: 10,
  risk: 'safe',
  searchesKnowledge: true,
  create:
    ({ searchChunks }) =>
    async ({ query, topK, within, ...filter }, { questions, ...context }) => {
      const { hasSearched } = context;
      const scope = narrowScope(context.scope, within);
      const isOfQuestion = questions.includes(query);
      const [given, asked] = await Promise.all([
        searchChunks(scope, { ...context, queries: toQueries(query, questions), topK, filter }),
        // A model may choose the wrong words, so once per turn the question's own words are searched as well.
        isOfQuestion || hasSearched
          ? null
          : searchChunks(context.scope, { ...context, ...toDefault(questions) }),
      ]);
      return {
        summary: summarise(given.results.length, pickShown(given.results).length),
        evidence: [
          ...toEvidence(given.results, { isOfQuestion }),
          ...toEvidence(asked?.results ?? [], { isOfQuestion: true }),
        ],
        candidates: [...given.results, ...(asked?.results ?? [])],
        corrections: [...given.corrections, ...(asked?.corrections ?? [])],
        // Both ran on the same rankings.
        degraded: given.degraded,
      };
    },
});

const toDefault = (queries: readonly string[]) => ({ queries, topK: DEFAULT_TOP_K });

/** If the query is one of the turn's own forms, all forms are searched, the original together with the rewritten one. */
const toQueries = (query: string, questions: readonly string[]): readonly string[] =>
  questions.includes(query) ? [query, ...questions.filter((form) => form !== query)] : [query];

const summarise = (found: number, relevant: number): string =>
  relevant === 0
    ? `0 chunks match (${found} below relevance); repeating it will not help`
    : `${relevant} of ${found} chunks are relevant`;

const toEvidence = (
  found: readonly FoundChunk[],
  { isOfQuestion }: { isOfQuestion: boolean },
): ChunkEvidence[] =>
  pickReadable(found).map(({ chunk, score, relevance, coverage, nearest }) => ({
    kind: 'chunk',
    id: chunk.id,
    chunk,
    isOfQuestion,
    score,
    relevance,
    coverage,
    ...(nearest && { nearest }),
  }));
