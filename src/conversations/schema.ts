import { z } from 'zod';
import type { ReadableChunk } from '../documents/index.js';
import type { MemoryRecord } from '../memories/index.js';
import type { Span } from '../search/index.js';
import {
  ExecutionId,
  MessageId,
  SessionId,
  UserId,
  ChunkId,
  MemoryId,
  type DocumentId,
} from '../shared/ids.js';

const SessionStatus = z.enum(['open', 'closed']);

export const SessionRecord = z.object({
  id: SessionId,
  title: z.string().nullable(),
  status: SessionStatus,
  language: z.string().nullable(),
  createdAt: z.date(),
  lastActivityAt: z.date(),
  pinnedAt: z.date().nullable(),
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

/** What a model wrote before its answer was repaired. */
export const BeforeRepair = z.object({
  text: z.string(),
  /** The sources that the model was given. The text is hidden once one of them may not be read. */
  sources: z.array(z.object({ chunkId: ChunkId.nullable(), memoryId: MemoryId.nullable() })),
});
export type BeforeRepair = z.infer<typeof BeforeRepair>;

/** A message with the text before its repair, which only its owner may see. */
export const StoredMessage = MessageRecord.extend({ beforeRepair: BeforeRepair.nullable() });
export type StoredMessage = z.infer<typeof StoredMessage>;

export const textBeforeRepair = z
  .string()
  .nullable()
  .describe(
    'What the model wrote before it was asked to correct its answer; its citation numbers are not those of the answer. Null if nothing was corrected, or once one of its sources may not be read.',
  );

/** The part of a message that a search in the history looks at. */
export const PastMessage = MessageRecord.pick({
  id: true,
  role: true,
  content: true,
  createdAt: true,
});
export type PastMessage = z.infer<typeof PastMessage>;

export const Rating = z.enum(['up', 'down']);
export type Rating = z.infer<typeof Rating>;

/** The opinion of a session's owner about an answer. */
export const Feedback = z.object({
  rating: Rating,
  comment: z.string().nullable(),
  shareWithAdmin: z
    .boolean()
    .describe('Whether admins may read the comment, and the question and answer that it is about.'),
});
export type Feedback = z.infer<typeof Feedback>;

/**
 * A passage that an answer may be based on. `relevance` is the probability that it answers, `coverage` the share of the question's words it
 * contains; both are 1 where the user or the model named the thing itself.
 */
export type ChunkEvidence = {
  kind: 'chunk';
  id: string;
  chunk: ReadableChunk;
  /** Found by the words of the question, and not by others that a model chose. */
  isOfQuestion?: boolean;
  score: number;
  relevance: number;
  coverage: number;
  /** Lines of its content that are nearest to the question by their meaning, where that was asked. */
  nearest?: Span;
};

/** A stored chunk by itself as evidence. */
export const toChunkEvidence = (chunk: ReadableChunk, coverage: number): ChunkEvidence => ({
  kind: 'chunk',
  id: chunk.id,
  chunk,
  score: coverage,
  relevance: coverage,
  coverage,
});

export type MemoryEvidence = {
  kind: 'memory';
  id: string;
  memory: MemoryRecord;
  score: number;
  relevance: number;
  coverage: number;
};

/**
 * The source behind a tool's result: a store of ours, a service outside, the calculator, a file of the workspace; or the model itself,
 * where its code printed it, or the call wrote a file that the model had named.
 */
export type ToolOrigin = 'store' | 'service' | 'calculation' | 'file' | 'writing' | 'code';

/** A passage by its ids, as a citation has them. */
export type PassagePlace = { documentId: DocumentId; documentVersion: number; chunkId: ChunkId };

/** A returned value or a completed side effect of a tool. */
type ToolEvidence = {
  kind: 'tool';
  id: string;
  toolCallId: string;
  origin: ToolOrigin;
  text: string;
  url?: string;
  /** The number of all that a list is cut from. */
  count?: number;
  /** The document that it was read from, where it is one. */
  restsOn?: PassagePlace;
};

export type Evidence = ChunkEvidence | MemoryEvidence | ToolEvidence;
