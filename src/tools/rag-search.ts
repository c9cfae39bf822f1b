import { z } from 'zod';
import { Metadata } from '../documents/index.js';
import type { ChunkEvidence } from '../conversations/index.js';
import { DocumentId } from '../shared/ids.js';
import type { FoundChunk, SearchChunks } from '../search/index.js';
import { declareTool, MAX_SEARCH_CHARS, type ToolContext } from './tool.js';

type Deps = { searchChunks: SearchChunks };

const Input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(MAX_SEARCH_CHARS)
    .describe('What to look for, in full words.'),
  topK: z.int().min(1).max(20).default(5),
  documentIds: z.array(DocumentId).min(1).max(50).optional(),
  metadata: Metadata.optional(),
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
    ({ searchChunks }: Deps) =>
    async ({ query, topK, documentIds, metadata }, context) => {
      const outcome = await searchChunks(context.scope, {
        queries: toQueries(query, context),
        topK,
        filter: { documentIds, metadata },
        language: context.language,
        record: context.record,
        recordOutOfScope: context.recordOutOfScope,
        signal: context.signal,
      });
      const relevant = outcome.results.filter(({ evidence }) => evidence);
      return {
        summary: summarise(outcome.results.length, relevant.length),
        evidence: relevant.map(toEvidence),
        candidates: outcome.results,
        degraded: outcome.degraded,
      };
    },
});

/** Asked in one of the turn's own forms, all of its forms are searched: the rewritten one beside the original. */
const toQueries = (query: string, { questions }: ToolContext): readonly string[] =>
  questions.includes(query) ? [query, ...questions.filter((form) => form !== query)] : [query];

const summarise = (found: number, relevant: number): string =>
  relevant === 0
    ? `0 chunks match (${found} below relevance); repeating it will not help`
    : `${relevant} of ${found} chunks are relevant`;

const toEvidence = ({ chunk, parts, score, coverage }: FoundChunk): ChunkEvidence => ({
  kind: 'chunk',
  id: chunk.id,
  chunk,
  parts,
  score,
  coverage,
});
