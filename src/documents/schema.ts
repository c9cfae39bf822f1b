import { z } from 'zod';
import { DocumentWarnings, type DocumentWarning } from '../shared/document-warnings.js';
import { ERROR_CODES } from '../shared/errors.js';
import { ChunkId, CollectionId, DocumentId, UserId } from '../shared/ids.js';

export const DocumentStatus = z.enum(['queued', 'processing', 'ready', 'failed', 'deleting']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

export const IngestionStage = z.enum([
  'queued',
  'parse',
  'ocr',
  'chunk',
  'embed',
  'upsert',
  'verify',
  'ready',
]);
export type IngestionStage = z.infer<typeof IngestionStage>;

export const Progress = z.object({ stage: IngestionStage, done: z.int(), total: z.int() });
export type Progress = z.infer<typeof Progress>;

/** `tenant`, `private` (only the owner) or `group:NAME`. */
export const Visibility = z
  .string()
  .regex(
    /^(?:tenant|private|group:[\p{L}\p{N}_.-]{1,64})$/u,
    'must be tenant, private or group:NAME',
  );
export type Visibility = z.infer<typeof Visibility>;

/** A document's visibility: one that it was given, or `source` for everyone who may read it at its source. */
export const ShownVisibility = z
  .string()
  .regex(/^(?:tenant|private|source|group:[\p{L}\p{N}_.-]{1,64})$/u)
  .describe(
    '`tenant`, `private`, `group:NAME`, or `source`: everyone who may read it in its source.',
  );

export const Metadata = z.record(
  z.string().min(1).max(64),
  z.union([z.string().max(1000), z.number(), z.boolean()]),
);
export type Metadata = z.infer<typeof Metadata>;

/** What happens to an upload that has the bytes of an existing document but different fields. */
export const OnDuplicate = z
  .enum(['update', 'refuse'])
  .describe(
    'For bytes that are those of a document already, while title, metadata, visibility or collections differ: `update` changes the document, as does leaving this out; `refuse` is 409 and names the fields.',
  );
export type OnDuplicate = z.infer<typeof OnDuplicate>;

/** A version newer than the current one that is either in progress or failed. */
export const Replacement = z.object({
  version: z.int(),
  status: z.enum(['queued', 'processing', 'failed']),
  errorCode: z.enum(ERROR_CODES).nullable(),
});
export type Replacement = z.infer<typeof Replacement>;

export const DocumentRecord = z.object({
  id: DocumentId,
  ownerId: UserId,
  title: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  /** Null for people who may not read the content, because they could test guesses against the digest. */
  sha256: z.string().nullable(),
  language: z.string().nullable(),
  status: DocumentStatus,
  progress: Progress,
  errorCode: z.enum(ERROR_CODES).nullable(),
  version: z.int(),
  replacement: Replacement.nullable(),
  chunkCount: z.int(),
  pageCount: z.int().nullable(),
  /** Parts of the current version's file that could not be read completely or reliably. */
  warnings: DocumentWarnings,
  visibility: ShownVisibility,
  /** The visibility as stored in rows and vectors, with a group's key instead of its name, because the name may change. */
  audience: z.string(),
  metadata: Metadata,
  /** The place of the document in an outside source of its owner; null for everyone else. */
  source: z.string().nullable(),
  sourcePath: z.string().nullable(),
  /** The document's collections that the reader may use. */
  collectionIds: z.array(CollectionId),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type DocumentRecord = z.infer<typeof DocumentRecord>;

/** A passage of one document version; content is `text.slice(charStart, charEnd)` of the version's normalised text. */
export const ChunkRecord = z.object({
  id: ChunkId,
  documentId: DocumentId,
  version: z.int(),
  index: z.int(),
  content: z.string(),
  chapter: z.string().nullable(),
  pageStart: z.int().nullable(),
  pageEnd: z.int().nullable(),
  charStart: z.int(),
  charEnd: z.int(),
  tokenCount: z.int(),
  language: z.string(),
  contentHash: z.string(),
});
export type ChunkRecord = z.infer<typeof ChunkRecord>;

/** The kind of text in a stretch of a version's normalised text. A block that spans several passages is listed with each of them. */
export const TextBlock = z
  .object({
    kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code']),
    level: z.int().optional().describe('Level of a heading; 1 is the outermost.'),
    opens: z
      .enum(['sheet', 'slide'])
      .optional()
      .describe('Set if the heading is the name of a sheet or a slide.'),
    ocr: z
      .literal(true)
      .optional()
      .describe('Read in a picture by text recognition (OCR); absent for text of the file.'),
    confidence: z
      .number()
      .optional()
      .describe('How sure text recognition is of its least certain line, from 0 to 100.'),
    charStart: z.int(),
    charEnd: z.int(),
  })
  .meta({ id: 'TextBlock' });
export type TextBlock = z.infer<typeof TextBlock>;

/** A chunk with the blocks that it overlaps, in order; `blocks` is null if the file was read before blocks were stored. */
export const StructuredChunk = ChunkRecord.extend({
  blocks: z.array(TextBlock).nullable(),
});
export type StructuredChunk = z.infer<typeof StructuredChunk>;

/** A chunk that a reader may see, joined with its live document under the reader's scope. */
export type ReadableChunk = ChunkRecord & {
  title: string;
  /** The warnings of the passage's document. */
  warnings: readonly DocumentWarning[];
  /** The blocks of the passage that text recognition has read in pictures, if any. */
  readBlocks?: readonly TextBlock[] | undefined;
  /** When the document got this content; unset if documents are not compared by date. */
  datedAt?: Date | undefined;
};

/** A passage that a reader may see, with its blocks if they were requested and are known. */
export type StructuredPassage = ReadableChunk & Partial<Pick<StructuredChunk, 'blocks'>>;

/** `replaced`: the version was ready before, and is kept without text, passages and vectors, so that its file can be restored. */
export const VersionStatus = z.enum(['queued', 'processing', 'ready', 'failed', 'replaced']);
export type VersionStatus = z.infer<typeof VersionStatus>;

export const DocumentVersionRecord = z.object({
  documentId: DocumentId,
  version: z.int(),
  status: VersionStatus,
  fileKey: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  /** True if someone uploaded the version by hand, although the document comes from a source. */
  isEdited: z.boolean(),
  /** True if the version was written before the document was shown to more people: only the owner may read or restore it. */
  isOwnerOnly: z.boolean(),
  chunkCount: z.int(),
  createdAt: z.date(),
  /** True if the document has versions other than this one and those kept for restoring. */
  hasOthers: z.boolean(),
  /** True if the version's text and chunks are stored. */
  isParsed: z.boolean(),
});
export type DocumentVersionRecord = z.infer<typeof DocumentVersionRecord>;

/** A version as shown to people who may replace the document. */
export const ListedVersion = z.object({
  version: z.int(),
  status: VersionStatus,
  /** The title found in the file, once the file was read. */
  title: z.string().nullable(),
  filename: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  createdAt: z.date(),
  answers: z.boolean(),
  restorable: z.boolean(),
});
export type ListedVersion = z.infer<typeof ListedVersion>;

export type NewVersion = Pick<
  DocumentVersionRecord,
  'filename' | 'mimeType' | 'sizeBytes' | 'sha256' | 'fileKey'
> &
  Partial<Pick<DocumentVersionRecord, 'isEdited'>>;

export type NewDocument = NewVersion & {
  id: DocumentId;
  ownerId: UserId;
  title: string;
  /** True if nobody chose the title, so that the title found in the file replaces it. */
  isProvisional?: boolean;
  visibility: string;
  metadata: Metadata;
  place?: SourcePlace | null;
};

/** A document's place: the name of its owner's outside source, and the path within that source. */
export type SourcePlace = { source: string; sourcePath: string };

export type ParsedVersion = {
  text: string;
  mimeType: string;
  /** The title found in the file. */
  title: string | null;
  /** The language of most of the document's passages. */
  language: string;
  /** The languages of the remaining passages. */
  otherLanguages: readonly string[];
  pageCount: number | null;
  chunkCount: number;
  /** The part of the index fingerprint that determines how text is cut into passages. */
  chunking: string;
  warnings: readonly DocumentWarning[];
};

export type VersionId = { documentId: DocumentId; version: number };

/** The version that a task on the document concerns: the replacement while it is in progress, otherwise the current version. */
export const versionInWork = ({ version, replacement }: DocumentRecord): number =>
  replacement === null || replacement.status === 'failed' ? version : replacement.version;

const MAX_LISTED = 50;
const DEFAULT_LISTED = 20;

/** The fields in every list of documents that is given to a model. */
export const LISTING_FIELDS = {
  title: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe('Words that the title or the name of the file contains.'),
  sort: z.enum(['newest', 'oldest', 'title']).default('newest'),
  limit: z.int().min(1).max(MAX_LISTED).default(DEFAULT_LISTED),
};
