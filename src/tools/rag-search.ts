import { z } from 'zod';
import type { ChunkEvidence } from '../conversations/index.js';
import { Metadata } from '../documents/index.js';
import { pickShown, type FoundChunk } from '../search/index.js';
import { DocumentId } from '../shared/ids.js';
import { declareTool, searchQuery } from './tool.js';

const Input = z.strictObject({
  query: searchQuery.describe('What to look for, in full words.'),
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
    ({ searchChunks }) =>
    async ({ query, topK, ...filter }, { questions, ...context }) => {
      const queries = toQueries(query, questions);
      const { results, corrections, degraded } = await searchChunks(context.scope, {
        ...context,
        queries,
        topK,
        filter,
      });
      const relevant = pickShown(results);
      return {
        summary: summarise(results.length, relevant.length),
        evidence: relevant.map(toEvidence),
        candidates: results,
        corrections,
        degraded,
      };
    },
});

/** Asked in one of the turn's own forms, all of its forms are searched: the rewritten one beside the original. */
const toQueries = (query: string, questions: readonly string[]): readonly string[] =>
  questions.includes(query) ? [query, ...questions.filter((form) => form !== query)] : [query];

const summarise = (found: number, relevant: number): string =>
  relevant === 0
    ? `0 chunks match (${found} below relevance); repeating it will not help`
    : `${relevant} of ${found} chunks are relevant`;

const toEvidence = ({ chunk, parts, score, relevance, coverage }: FoundChunk): ChunkEvidence => ({
  kind: 'chunk',
  id: chunk.id,
  chunk,
  parts,
  score,
  relevance,
  coverage,
});
