import { z } from 'zod';
import { MemoryId, MessageId, SessionId, type ExecutionId, type UserId } from '../shared/ids.js';
import type { MemoryType as StoredType } from '../platform/vectors/vector-store.js';
import type { Degradation } from '../shared/execution.js';
import type { Question } from '../questions/index.js';
import type { SearchRecord } from '../search/index.js';

export const MemoryType = z.enum(['explicit_fact', 'session_summary'] satisfies StoredType[]);
export type MemoryType = z.infer<typeof MemoryType>;

/**
 * Pending: proposed by a model, and not yet confirmed by its user. Superseded: contradicted or repeated by a later one. Both are kept and
 * listed, but excluded from searches and prompts.
 */
const MemoryState = z.enum(['active', 'pending', 'superseded']);

export const MemoryRecord = z.object({
  id: MemoryId,
  content: z.string(),
  memoryType: MemoryType,
  state: MemoryState,
  /** When a pending one is deleted; null for any other. */
  confirmBy: z.date().nullable(),
  supersededById: MemoryId.nullable(),
  /** True once its vector is written; until then it is read from PostgreSQL. */
  embedded: z.boolean(),
  sourceSessionId: SessionId.nullable(),
  /** The message that the memory quotes; null if it quotes none, or if the memory was edited since. */
  sourceMessageId: MessageId.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type MemoryRecord = z.infer<typeof MemoryRecord>;

export type MemorySearch = SearchRecord & {
  query: string;
  /** The question as interpreted by the turn, if the query is that question. */
  question?: Question | undefined;
  topK: number;
  memoryType?: MemoryType | undefined;
  signal: AbortSignal;
};

type FoundMemory = {
  memory: MemoryRecord;
  score: number;
  coverage: number;
  evidence: boolean;
};

export type MemorySearchOutcome = { results: FoundMemory[]; degraded: Degradation[] };

export type NewMemory = {
  id: MemoryId;
  userId: UserId;
  content: string;
  memoryType: MemoryType;
  language: string;
  sourceSessionId: SessionId | null;
  sourceMessageId: MessageId | null;
  /** Pending for this many days, proposed in this turn; without it the memory is active at once. */
  proposal?: { days: number; executionId: ExecutionId };
};

export type MemoryChanges = {
  content: string;
  language: string;
  /** The message that the new text comes from; null: none, and the session stays. */
  source: { sessionId: SessionId; messageId: MessageId } | null;
};

export type OwnedMemory = MemoryRecord & { userId: UserId };
