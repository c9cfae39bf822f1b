import { z } from 'zod';
import type { SearchMemories } from '../memories/index.js';
import { declareTool, MAX_SEARCH_CHARS } from './tool.js';
import { MemoryType } from '../platform/vectors/vector-store.js';

type Deps = { searchMemories: SearchMemories };

const Input = z.strictObject({
  query: z.string().trim().min(1).max(MAX_SEARCH_CHARS),
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
  searchesKnowledge: true,
  create:
    ({ searchMemories }: Deps) =>
    async (input, { scope, signal, record }) => {
      const { results, degraded } = await searchMemories(scope, { ...input, record, signal });
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
          coverage,
        })),
        candidates: [],
        degraded,
      };
    },
});
