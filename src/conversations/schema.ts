import { z } from 'zod';
import { ExecutionId, MessageId, SessionId, UserId } from '../shared/ids.js';

const SessionStatus = z.enum(['open', 'closed']);

export const SessionRecord = z.object({
  id: SessionId,
  title: z.string().nullable(),
  status: SessionStatus,
  language: z.string().nullable(),
  createdAt: z.date(),
  lastActivityAt: z.date(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** A closed session with messages that its summary does not know. */
export const UncoveredSession = z.object({
  id: SessionId,
  userId: UserId,
  language: z.string().nullable(),
  lastActivityAt: z.date(),
  /** The newest message that a summary knows; null before the first. */
  summarisedThrough: MessageId.nullable(),
  newestMessageId: MessageId,
});
export type UncoveredSession = z.infer<typeof UncoveredSession>;

export const MessageRecord = z.object({
  id: MessageId,
  sessionId: SessionId,
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  status: z.enum(['ok', 'error']),
  language: z.string().nullable(),
  executionId: ExecutionId,
  confidence: z.number().nullable(),
  citationCount: z.int(),
  lengthChars: z.int(),
  totalMs: z.int().nullable(),
  toolsUsed: z.array(z.string()),
  createdAt: z.date(),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

/** As much of a message as a search in the history looks at. */
export const PastMessage = MessageRecord.pick({
  id: true,
  role: true,
  content: true,
  createdAt: true,
});
export type PastMessage = z.infer<typeof PastMessage>;
