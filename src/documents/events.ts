import type { ErrorCode } from '../shared/errors.js';
import type { BatchId, DocumentId } from '../shared/ids.js';

/** Records the events to send afterwards, in the transaction that changes the documents. */
export type DocumentEvents = {
  /** A version became ready or failed. */
  finished(version: {
    documentId: DocumentId;
    version: number;
    status: 'ready' | 'failed';
    errorCode: ErrorCode | null;
  }): Promise<void>;
  /** Called before these documents are deleted, while their readers can still be determined. */
  deleting(ids: readonly DocumentId[]): Promise<void>;
  /** Called when all files of a batch have arrived and the last of its documents has finished. */
  batchesCompleted(ids: readonly BatchId[]): Promise<void>;
};

/** Used by code that only reads documents. */
export const NO_EVENTS: DocumentEvents = {
  finished: () => Promise.resolve(),
  deleting: () => Promise.resolve(),
  batchesCompleted: () => Promise.resolve(),
};
