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

/** A closed session with messages that its summary does not include yet. */
export const UncoveredSession = z.object({
  id: SessionId,
  userId: UserId,
  language: z.string().nullable(),
  lastActivityAt: z.date(),
  /** The newest message that a summary includes; null before the first summary. */
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

/** The text that a model wrote before the answer was repaired. */
export const BeforeRepair = z.object({
  text: z.string(),
  /** The sources that were given to the model. The text is hidden once the reader may not read one of them. */
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

/** The part of a message that a search in earlier conversations uses. */
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
 * A passage on which an answer may be based. `relevance` is the probability that it answers the question, `coverage` the share of the
 * question's words in it; both are 1 if the user or the model named the document itself.
 */
export type ChunkEvidence = {
  kind: 'chunk';
  id: string;
  chunk: ReadableChunk;
  /** True if the passage was found with the words of the question, not with other words chosen by a model. */
  isOfQuestion?: boolean;
  score: number;
  relevance: number;
  coverage: number;
  /** The lines of the content that are nearest to the question in meaning, if that was determined. */
  nearest?: Span;
};

/** A single stored chunk as evidence. */
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
 * The origin of a tool's result: our own data, an outside service, the calculator, a workspace file; or the model itself, if its code
 * printed the result or the call wrote a file that the model named.
 */
export type ToolOrigin = 'store' | 'service' | 'calculation' | 'file' | 'writing' | 'code';

/** The ids that identify a passage, as in a citation. */
export type PassagePlace = { documentId: DocumentId; documentVersion: number; chunkId: ChunkId };

/** A value returned by a tool, or the report of a completed side effect. */
type ToolEvidence = {
  kind: 'tool';
  id: string;
  toolCallId: string;
  origin: ToolOrigin;
  text: string;
  url?: string;
  /** The total number of entries if the result is an excerpt of a list. */
  count?: number;
  /** The document from which the value was read, if any. */
  restsOn?: PassagePlace;
};

export type Evidence = ChunkEvidence | MemoryEvidence | ToolEvidence;
