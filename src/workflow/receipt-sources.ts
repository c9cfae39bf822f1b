import type { Evidence, Receipt } from '../conversations/index.js';
import type { FoundChunk } from '../search/index.js';
import type { StoredCitation } from '../citations/index.js';

type ReceiptSource = Receipt['sources'][number];

export type Used = {
  /** Ids of the evidence that the answer was written from. */
  inPrompt: ReadonlySet<string>;
  citations: readonly Pick<StoredCitation, 'chunkId' | 'memoryId' | 'toolCallId'>[];
};

/** What became of each piece of evidence; without anything in the prompt no answer was written from any. */
export const toReceiptSources = (
  evidence: readonly Evidence[],
  { inPrompt, citations }: Used,
): ReceiptSource[] =>
  evidence.map((item) => {
    const left = inPrompt.size === 0 ? 'unused' : 'over_budget';
    const used = isCited(item, citations) ? 'cited' : 'in_prompt';
    return {
      ...toIds(item),
      coverage: item.kind === 'tool' ? null : item.coverage,
      outcome: inPrompt.has(item.id) ? used : left,
    };
  });

const isCited = (evidence: Evidence, citations: Used['citations']): boolean =>
  citations.some(({ chunkId, memoryId, toolCallId }) => {
    switch (evidence.kind) {
      case 'chunk':
        return evidence.parts.some(({ id }) => id === chunkId);
      case 'memory':
        return evidence.memory.id === memoryId;
      case 'tool':
        return evidence.toolCallId === toolCallId;
    }
  });

const toIds = (
  evidence: Evidence,
): Pick<ReceiptSource, 'type' | 'chunkId' | 'memoryId' | 'toolCallId'> => {
  const none = { chunkId: null, memoryId: null, toolCallId: null };
  switch (evidence.kind) {
    case 'chunk':
      return { ...none, type: 'document', chunkId: evidence.chunk.id };
    case 'memory':
      return { ...none, type: 'memory', memoryId: evidence.memory.id };
    case 'tool':
      return { ...none, type: 'tool', toolCallId: evidence.toolCallId };
  }
};

/** What became of each chunk that a search found. */
export const toReceiptCandidates = (
  candidates: readonly FoundChunk[],
  { inPrompt, citations }: Used,
): Receipt['candidates'] => {
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  const left = inPrompt.size === 0 ? 'unused' : 'over_budget';
  return candidates.map(({ chunk, parts, scores, coverage, evidence }) => {
    const isCitedChunk = parts.some(({ id }) => cited.has(id));
    const unused = evidence ? left : 'below_relevance';
    return {
      chunkId: chunk.id,
      scores,
      coverage,
      outcome: isCitedChunk ? 'cited' : inPrompt.has(chunk.id) ? 'in_prompt' : unused,
    };
  });
};
