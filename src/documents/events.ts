import type { ErrorCode } from '../shared/errors.js';
import type { BatchId, DocumentId } from '../shared/ids.js';

/** Records, in the transaction that changes documents, the events to be sent afterwards. */
export type DocumentEvents = {
  /** A version became ready or failed. */
  finished(version: {
    documentId: DocumentId;
    version: number;
    status: 'ready' | 'failed';
    errorCode: ErrorCode | null;
  }): Promise<void>;
  /** Called before they are deleted, while their readers can still be determined. */
  deleting(ids: readonly DocumentId[]): Promise<void>;
  /** All their files have arrived, and the last of their documents has finished. */
  batchesCompleted(ids: readonly BatchId[]): Promise<void>;
};

/** For code that only reads. */
export const NO_EVENTS: DocumentEvents = {
  finished: () => Promise.resolve(),
  deleting: () => Promise.resolve(),
  batchesCompleted: () => Promise.resolve(),
};
