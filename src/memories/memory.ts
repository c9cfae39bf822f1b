import { z } from 'zod';
import { MemoryId, MessageId, SessionId } from '../shared/ids.js';

export const MemoryType = z.enum(['explicit_fact', 'session_summary']);
export type MemoryType = z.infer<typeof MemoryType>;

/** Superseded: contradicted by a later one; kept and listed, but in no search and no prompt. */
const MemoryState = z.enum(['active', 'superseded']);

export const MemoryRecord = z.object({
  id: MemoryId,
  content: z.string(),
  memoryType: MemoryType,
  state: MemoryState,
  supersededById: MemoryId.nullable(),
  /** True once its vector is written; until then it is read from PostgreSQL. */
  embedded: z.boolean(),
  sourceSessionId: SessionId.nullable(),
  /** The message it quotes; null once its text was edited, or when it quotes none. */
  sourceMessageId: MessageId.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type MemoryRecord = z.infer<typeof MemoryRecord>;
