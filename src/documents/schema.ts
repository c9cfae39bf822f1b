import { z } from 'zod';
import { DocumentWarnings, type DocumentWarning } from '../shared/document-warnings.js';
import { ERROR_CODES } from '../shared/errors.js';
import { ChunkId, CollectionId, DocumentId, UserId } from '../shared/ids.js';

export const DocumentStatus = z.enum(['queued', 'processing', 'ready', 'failed', 'deleting']);
export type DocumentStatus = z.infer<typeof DocumentStatus>;

export const IngestionStage = z.enum([
  'queued',
  'parse',
  'chunk',
  'embed',
  'upsert',
  'verify',
  'ready',
]);
export type IngestionStage = z.infer<typeof IngestionStage>;

export const Progress = z.object({ stage: IngestionStage, done: z.int(), total: z.int() });
export type Progress = z.infer<typeof Progress>;

/** `tenant`, `private` (its owner) or `group:NAME`. */
export const Visibility = z
  .string()
  .regex(
    /^(?:tenant|private|group:[\p{L}\p{N}_.-]{1,64})$/u,
    'must be tenant, private or group:NAME',
  );
export type Visibility = z.infer<typeof Visibility>;

/** The visibility that a document has: one that it was given, or `source`, which is whoever may read it at its source. */
export const ShownVisibility = z
  .string()
  .regex(/^(?:tenant|private|source|group:[\p{L}\p{N}_.-]{1,64})$/u)
  .describe('`tenant`, `private`, `group:NAME`, or `source`: whoever may read it at its source.');

export const Metadata = z.record(
  z.string().min(1).max(64),
  z.union([z.string().max(1000), z.number(), z.boolean()]),
);
export type Metadata = z.infer<typeof Metadata>;

/** What becomes of an upload whose bytes are those of a document, where it says something else of it. */
export const OnDuplicate = z
  .enum(['update', 'refuse'])
  .describe(
    'For bytes that are those of a document already, while title, metadata, visibility or collections differ: `update` changes the document, as does leaving this out; `refuse` is 409 and names the fields.',
  );
export type OnDuplicate = z.infer<typeof OnDuplicate>;

/** A newer version than the one that answers: on its way, or failed. */
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
  /** Null for who may not read the content: whoever has a guess could hold it against the digest. */
  sha256: z.string().nullable(),
  language: z.string().nullable(),
  status: DocumentStatus,
  progress: Progress,
  errorCode: z.enum(ERROR_CODES).nullable(),
  version: z.int(),
  replacement: Replacement.nullable(),
  chunkCount: z.int(),
  pageCount: z.int().nullable(),
  /** The parts of the answering version's file that could not be read, or not for certain. */
  warnings: DocumentWarnings,
  visibility: ShownVisibility,
  /** The visibility as rows and vectors hold it: a group by its key, which its name may change over. */
  audience: z.string(),
  metadata: Metadata,
  /** The place of the document in what its owner keeps elsewhere; null for everybody else. */
  source: z.string().nullable(),
  sourcePath: z.string().nullable(),
  /** Those that the reader may ask through. */
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

/** What a stretch of a version's normalised text is. A block that runs over several passages is listed with each. */
export const TextBlock = z
  .object({
    kind: z.enum(['heading', 'paragraph', 'list', 'table', 'code']),
    level: z.int().optional().describe('Level of a heading; 1 is the outermost.'),
    opens: z
      .enum(['sheet', 'slide'])
      .optional()
      .describe('Set if the heading is the name of a sheet or a slide.'),
    charStart: z.int(),
    charEnd: z.int(),
  })
  .meta({ id: 'TextBlock' });
export type TextBlock = z.infer<typeof TextBlock>;

/** A chunk with the blocks that it holds, or parts of them, in order; null where its file was read before they were kept. */
export const StructuredChunk = ChunkRecord.extend({
  blocks: z.array(TextBlock).nullable(),
});
export type StructuredChunk = z.infer<typeof StructuredChunk>;

/** The part of a chunk that a reader may see: joined with its live document under the reader's scope. */
export type ReadableChunk = ChunkRecord & {
  title: string;
  /** The warnings of its document. */
  warnings: readonly DocumentWarning[];
  /** The time since which its document says this; unset where nobody compares documents. */
  datedAt?: Date | undefined;
};

/** A chunk that somebody may read, with its blocks where they were asked for and are known. */
export type StructuredPassage = ReadableChunk & Partial<Pick<StructuredChunk, 'blocks'>>;

/** `replaced`: was ready, and is kept without its text, its passages and its vectors, so that its file can be restored. */
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
  /** Put in by hand, while the document comes from a source. */
  isEdited: z.boolean(),
  /** Written before the document was shown to more people: only its owner reads or restores it. */
  isOwnerOnly: z.boolean(),
  chunkCount: z.int(),
  createdAt: z.date(),
  /** There are other versions of the document besides this one and those that are kept to be restored. */
  hasOthers: z.boolean(),
  /** Its text and its chunks are stored. */
  isParsed: z.boolean(),
});
export type DocumentVersionRecord = z.infer<typeof DocumentVersionRecord>;

/** A version as those who may replace the document are shown it. */
export const ListedVersion = z.object({
  version: z.int(),
  status: VersionStatus,
  /** The title that the file gives itself, once it was read. */
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
  /** Nobody chose the title: the one that the file gives itself takes its place. */
  isProvisional?: boolean;
  visibility: string;
  metadata: Metadata;
  place?: SourcePlace | null;
};

/** A document by its place: the name of what its owner keeps elsewhere, and the path in there. */
export type SourcePlace = { source: string; sourcePath: string };

export type ParsedVersion = {
  text: string;
  mimeType: string;
  /** The title that the file gives itself. */
  title: string | null;
  /** The language of most of its passages. */
  language: string;
  /** Those of other passages. */
  otherLanguages: readonly string[];
  pageCount: number | null;
  chunkCount: number;
  /** The part of the index fingerprint that says how passages were cut. */
  chunking: string;
  warnings: readonly DocumentWarning[];
};

export type VersionId = { documentId: DocumentId; version: number };

/** The version a task of the document is about: its replacement while that is on its way, else the one that answers. */
export const versionInWork = ({ version, replacement }: DocumentRecord): number =>
  replacement === null || replacement.status === 'failed' ? version : replacement.version;

const MAX_LISTED = 50;
const DEFAULT_LISTED = 20;

/** The fields of whatever lists documents for a model. */
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
