import { z } from 'zod';
import { MemoryType } from '../../memories/schema.js';
import { declareTool, searchQuery } from '../tool.js';

const Input = z.strictObject({
  query: searchQuery,
  memoryType: MemoryType.optional(),
  topK: z.int().min(1).max(10).default(3),
});

export const memorySearch = declareTool({
  name: 'memory_search',
  description:
    "Searches this user's own long-term memories: facts they stated and summaries of earlier sessions. It knows nothing about other people or about documents.",
  input: Input,
  timeoutSec: 5,
  risk: 'safe',
  permission: 'memories',
  isForPeople: true,
  searchesKnowledge: true,
  create:
    ({ searchMemories }) =>
    async (input, { scope, signal, record, question }) => {
      const asked = { ...input, question, record, signal };
      const { results, degraded } = await searchMemories(scope, asked);
      const relevant = results.filter(({ evidence }) => evidence);
      return {
        summary:
          relevant.length === 0
            ? '0 memories match; repeating it will not help'
            : `${relevant.length} memories match`,
        evidence: relevant.map(({ memory, score, coverage }) => ({
          kind: 'memory',
          id: memory.id,
          memory,
          score,
          relevance: coverage,
          coverage,
        })),
        degraded,
      };
    },
});
