import { ChunkId, DocumentId, newId } from '../../src/shared/ids.js';
import type { Tool } from '../../src/tools/tool.js';

export const INSTANT_PASSAGE = 'Office staff may work remotely up to three days a week.';

/** A search that takes no time and always finds the same passage. */
export const createInstantSearchTool = (): Tool => {
  const id = newId(ChunkId);
  const chunk = {
    id,
    documentId: newId(DocumentId),
    version: 1,
    index: 0,
    content: INSTANT_PASSAGE,
    chapter: 'Remote work',
    pageStart: 5,
    pageEnd: 5,
    charStart: 0,
    charEnd: INSTANT_PASSAGE.length,
    tokenCount: 12,
    language: 'en',
    contentHash: 'a'.repeat(64),
    title: 'HR Manual',
    warnings: [],
  };
  const part = { id, charStart: 0, charEnd: INSTANT_PASSAGE.length, pageStart: 5, pageEnd: 5 };
  return {
    name: 'rag_search',
    description: 'Finds one passage.',
    parameters: { type: 'object', properties: { query: { type: 'string' } } },
    timeoutMs: 10_000,
    risk: 'safe',
    run: async () => ({
      summary: '1 chunk matches',
      evidence: [
        { kind: 'chunk', id, chunk, parts: [part], score: 1, relevance: 0.9, coverage: 0.9 },
      ],
      candidates: [],
      degraded: [],
    }),
  };
};
