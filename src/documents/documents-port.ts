import type { DocumentRecord, DocumentStatus, Metadata, Progress } from './document.js';
import type { ErrorCode } from '../shared/errors.js';
import type { DocumentId, UserId } from '../shared/ids.js';
import type { Page, PageRequest } from '../shared/page.js';

export type NewVersion = {
  filename: string;
  mimeType: string;
  sizeBytes: number;
  sha256: string;
  fileKey: string;
};

export type NewDocument = NewVersion & {
  id: DocumentId;
  ownerId: UserId;
  title: string;
  visibility: string;
  metadata: Metadata;
};

export type DocumentVersionRecord = {
  documentId: DocumentId;
  version: number;
  fileKey: string;
  filename: string;
  mimeType: string;
  sizeBytes: number;
  sha256: string;
  chunkCount: number;
  createdAt: Date;
  /** There are other versions of the document besides this one. */
  hasOthers: boolean;
  /** Its text and its chunks are stored. */
  isParsed: boolean;
};

type ParsedVersion = {
  text: string;
  mimeType: string;
  language: string;
  pageCount: number | null;
  chunkCount: number;
};

export type VersionId = { documentId: DocumentId; version: number };

/** What the worker holds: every write below is refused (false) when the task's epoch has moved on. */
export type Lease = { taskId: string; epoch: number };

/**
 * A user scope sees what visibility allows (an admin sees the metadata of private documents too: `listForAdmin` rules live in the adapter's
 * one `visibleTo(scope)`), a system scope the whole tenant. Deleted documents are gone for everybody but the system scope.
 */
export type DocumentRepository = {
  create(document: NewDocument): Promise<DocumentRecord>;
  /** Same bytes, same owner, same visibility, and that document queued, processing or ready. Until the transaction ends, equal uploads wait here. */
  findDuplicate(of: {
    ownerId: UserId;
    sha256: string;
    visibility: string;
  }): Promise<DocumentRecord | null>;
  /** The file of some version in the tenant with these bytes; it is there for as long as the transaction lasts or a row refers to it. */
  fileKeyOf(sha256: string): Promise<string | null>;
  /** Adds what is to replace the version that answers, and returns its number; a document that is not ready waits for it. */
  addVersion(id: DocumentId, version: NewVersion): Promise<number>;
  /** A version that failed is queued again. */
  retryVersion(id: DocumentId, version: number): Promise<void>;
  find(id: DocumentId): Promise<DocumentRecord | null>;
  findByTitle(title: string): Promise<DocumentRecord | null>;
  list(page: PageRequest): Promise<Page<DocumentRecord>>;
  /** Normalised text of the live version, under the reader's scope (an admin gets no private text). */
  readText(id: DocumentId): Promise<string | null>;
  update(
    id: DocumentId,
    changes: { title?: string; visibility?: string; metadata?: Metadata },
  ): Promise<DocumentRecord>;
  /** Unreadable from here on; rows go when the purge task is done. */
  markDeleting(id: DocumentId): Promise<void>;
  /** Marks every private document of a user as deleting and returns their ids. */
  markPrivateOfUserDeleting(userId: UserId): Promise<DocumentId[]>;
  version(id: DocumentId, version: number): Promise<DocumentVersionRecord | null>;
  /** The ready documents with this metadata that the scope may read; null when they are more than `limit`. */
  idsByMetadata(metadata: Metadata, limit: number): Promise<DocumentId[] | null>;
  /** Languages of the ready documents of the tenant, most frequent first. */
  languages(): Promise<string[]>;
  saveParsed(version: VersionId, parsed: ParsedVersion, lease: Lease): Promise<boolean>;
  /** A ready document stays ready; what is reported then is its replacement's. */
  saveProgress(version: VersionId, progress: Progress, lease: Lease): Promise<boolean>;
  /** From `ready` on this version answers. A replacement that failed leaves the document as it was. */
  finish(
    version: VersionId,
    outcome: { status: Extract<DocumentStatus, 'ready' | 'failed'>; errorCode: ErrorCode | null },
    lease: Lease,
  ): Promise<boolean>;
  /** Removes all versions but the one that answers, and a newest one that failed; returns the file keys that nothing refers to any more. */
  dropOtherVersions(id: DocumentId, lease: Lease): Promise<string[]>;
  /** Removes rows of document, versions and chunks; returns the file keys that nothing refers to any more. */
  purge(id: DocumentId, lease: Lease): Promise<string[]>;
  /** Of these file keys, those that some version still refers to. */
  referencedFileKeys(keys: readonly string[]): Promise<string[]>;
};
