import { z } from 'zod';
import { MemoryId, MessageId, SessionId } from './ids.js';

export const MemoryType = z.enum(['explicit_fact', 'session_summary']);
export type MemoryType = z.infer<typeof MemoryType>;

export const MemoryRecord = z.object({
  id: MemoryId,
  content: z.string(),
  memoryType: MemoryType,
  /** True once its vector is written; until then it is read from PostgreSQL. */
  embedded: z.boolean(),
  sourceSessionId: SessionId.nullable(),
  sourceMessageId: MessageId.nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type MemoryRecord = z.infer<typeof MemoryRecord>;
