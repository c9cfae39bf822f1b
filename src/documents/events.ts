import type { ErrorCode } from '../shared/errors.js';
import type { BatchId, DocumentId } from '../shared/ids.js';

/** Notes in the transaction that changes documents what is to be told of them afterwards. */
export type DocumentEvents = {
  /** A version became ready or failed. */
  finished(version: {
    documentId: DocumentId;
    version: number;
    status: 'ready' | 'failed';
    errorCode: ErrorCode | null;
  }): Promise<void>;
  /** Called before they are closed, while it can still be said who may read them. */
  deleting(ids: readonly DocumentId[]): Promise<void>;
  /** All of their files are there, and the last of their documents has ended. */
  batchesCompleted(ids: readonly BatchId[]): Promise<void>;
};

/** For those who only read. */
export const NO_EVENTS: DocumentEvents = {
  finished: () => Promise.resolve(),
  deleting: () => Promise.resolve(),
  batchesCompleted: () => Promise.resolve(),
};
