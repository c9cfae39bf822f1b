import { z } from 'zod';
import {
  ChunkId,
  DocumentId,
  ExecutionId,
  MemoryId,
  MessageId,
  SessionId,
  UserId,
} from '../shared/ids.js';

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

export const Verification = z.enum(['exact', 'fuzzy', 'unsupported', 'stale']);
export type Verification = z.infer<typeof Verification>;

/** As stored: ids, spans and scores, never text. */
export const StoredCitation = z.object({
  number: z.int(),
  type: z.enum(['document', 'memory', 'tool']),
  documentId: DocumentId.nullable(),
  documentVersion: z.int().nullable(),
  chunkId: ChunkId.nullable(),
  memoryId: MemoryId.nullable(),
  toolCallId: z.string().nullable(),
  charStart: z.int().nullable(),
  charEnd: z.int().nullable(),
  score: z.number().nullable(),
  verification: Verification,
});
export type StoredCitation = z.infer<typeof StoredCitation>;

/** As answered: the stored citation joined with the live text its reader may see. Spans are offsets in the document's normalised text. */
export const Citation = z.object({
  number: z.int(),
  type: z.enum(['document', 'memory', 'tool']),
  documentId: DocumentId.optional(),
  chunkId: ChunkId.optional(),
  memoryId: MemoryId.optional(),
  toolCallId: z.string().optional(),
  url: z.string().optional(),
  title: z.string().optional(),
  chapter: z.string().nullable().optional(),
  pageStart: z.int().nullable().optional(),
  pageEnd: z.int().nullable().optional(),
  charStart: z.int().nullable().optional(),
  charEnd: z.int().nullable().optional(),
  quote: z.string().nullable(),
  score: z.number().nullable(),
  verification: Verification,
});
export type Citation = z.infer<typeof Citation>;

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
