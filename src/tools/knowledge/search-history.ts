import { z } from 'zod';
import type { FoundMessage } from '../../conversations/index.js';
import { declareTool, searchQuery, type ToolEvidenceItem } from '../tool.js';

const Input = z.strictObject({
  query: searchQuery.describe('Words that were said.'),
  topK: z.int().min(1).max(20).default(5),
});

export const searchHistoryTool = declareTool({
  name: 'search_history',
  description:
    "Searches this user's own earlier messages and the answers to them, in this and in other sessions, by their words. It knows no other user's, and no answer whose sources are gone.",
  input: Input,
  risk: 'safe',
  isForPeople: true,
  searchesKnowledge: true,
  create:
    ({ searchHistory }) =>
    async (input, { scope, language, executionId, signal }) => {
      const found = await searchHistory(scope, { ...input, language, executionId, signal });
      return {
        summary:
          found.length === 0
            ? '0 earlier messages match; repeating it will not help'
            : `${found.length} earlier messages match`,
        evidence: found.flatMap(toEvidence),
      };
    },
});

const toEvidence = ({ role, content, createdAt, restsOn }: FoundMessage): ToolEvidenceItem[] =>
  restsOn.length > 0
    ? restsOn
    : [{ kind: 'value', text: `${createdAt.toISOString().slice(0, 10)}, ${role}: ${content}` }];
