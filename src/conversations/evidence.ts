import type { ReadableChunk } from '../documents/index.js';
import type { MemoryRecord } from '../memories/index.js';
import type { ChunkPart } from '../search/index.js';

/** What an answer may rest on. `coverage` is the evidence rule's number; 1 where the user or the model named the thing itself. */
export type ChunkEvidence = {
  kind: 'chunk';
  id: string;
  chunk: ReadableChunk;
  parts: readonly ChunkPart[];
  score: number;
  coverage: number;
};

export type MemoryEvidence = {
  kind: 'memory';
  id: string;
  memory: MemoryRecord;
  score: number;
  coverage: number;
};

/** A returned value or a completed side effect of a tool. */
export type ToolEvidence = {
  kind: 'tool';
  id: string;
  toolCallId: string;
  text: string;
  url?: string;
};

export type Evidence = ChunkEvidence | MemoryEvidence | ToolEvidence;
