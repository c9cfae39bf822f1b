import { z } from 'zod';
import type { SearchMemories } from '../memories/index.js';
import { defineTool, MAX_SEARCH_CHARS, type Tool } from './tool.js';
import { MemoryType } from '../platform/vectors/vector-store.js';

type Deps = { searchMemories: SearchMemories; timeoutMs: number };

const Input = z.strictObject({
  query: z.string().trim().min(1).max(MAX_SEARCH_CHARS),
  memoryType: MemoryType.optional(),
  topK: z.int().min(1).max(10).default(3),
});

export const createMemorySearch = ({ searchMemories, timeoutMs }: Deps): Tool =>
  defineTool({
    name: 'memory_search',
    description:
      "Searches this user's own long-term memories: facts they stated and summaries of earlier sessions. It knows nothing about other people or about documents.",
    input: Input,
    timeoutMs,
    risk: 'safe',
    run: async (input, { scope, signal, record }) => {
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
