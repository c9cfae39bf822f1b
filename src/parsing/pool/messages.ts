import { z } from 'zod';
import { DocumentWarnings } from '../../shared/document-warnings.js';
import { AnalyzedChunk } from '../parsed-document.js';
import { FoundBoxes, type PageLook } from '../page-pictures/schema.js';
import { PageToRead, type OcrRequest } from '../ocr/schema.js';
import { formats } from '../formats.js';

/** The bytes themselves follow on standard input: a child opens no file. */
export type ChildRequest = { size: number } & (
  | { kind: 'parse'; filename: string; chunkTokens: number; ocr?: OcrRequest | undefined }
  | ({ kind: 'look' } & PageLook)
);

/** A large result comes in parts, so that no single message holds up the parent's event loop. */
export const TEXT_PART_LENGTH = 500_000;
export const CHUNKS_PER_MESSAGE = 250;

const Part = { text: z.string(), chunks: z.array(AnalyzedChunk) };

/**
 * A message from a child: as many parts as needed, and then `done` with the last one, or `failed`; a look at pages has one message. The
 * child has read an untrusted file, so the parent trusts only messages of this shape.
 */
export const ChildMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('part'), ...Part }),
  z.object({
    type: z.literal('done'),
    ...Part,
    format: z.enum(formats.names),
    title: z.string().nullable(),
    pageCount: z.int().nullable(),
    language: z.string(),
    warnings: DocumentWarnings,
    toRead: z.array(PageToRead).optional(),
    /** The number of words on which each language's stemmer has failed. */
    stemmerFailures: z.record(z.string(), z.int().min(0)),
  }),
  z.object({
    type: z.literal('picture'),
    png: z.custom<Uint8Array>((png) => png instanceof Uint8Array),
  }),
  z.object({
    type: z.literal('scan'),
    width: z.int().min(1),
    height: z.int().min(1),
    grey: z.custom<Uint8Array>((grey) => grey instanceof Uint8Array),
  }),
  z.object({ type: z.literal('boxes'), ...FoundBoxes.shape }),
  z.object({ type: z.literal('failed'), code: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
