import { z } from 'zod';
import { ChunkId, DocumentId, MemoryId } from '../shared/ids.js';

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
