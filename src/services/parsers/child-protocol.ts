import { z } from 'zod';
import { DocumentChunk, DocumentFormat } from '../../domain/parsed-document.js';

export type ChildRequest = { path: string; filename: string; chunkTokens: number };

/** A large result comes in parts, so that no single message holds up the parent's event loop. */
export const TEXT_PART_LENGTH = 500_000;
export const CHUNKS_PER_MESSAGE = 250;

/** What a child says. It has read an untrusted file, so the parent believes nothing but this shape. */
export const ChildMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('text'), part: z.string() }),
  z.object({ type: z.literal('chunks'), chunks: z.array(DocumentChunk) }),
  z.object({
    type: z.literal('done'),
    format: DocumentFormat,
    pageCount: z.int().nullable(),
    language: z.string(),
  }),
  z.object({ type: z.literal('failed'), code: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
