import { isAppError } from '../shared/errors.js';
import type { ScopedRepositories } from './database.js';
import type { ScopedFiles, StoredFile } from '../platform/files/file-store.js';

/** The file under the key that the row is to name: that of a file with the same bytes where the tenant has one. */
export type Share = (tx: Pick<ScopedRepositories, 'documents'>) => Promise<StoredFile>;

/** Whether a row was made that names the file. */
export const isNew = (outcome: { duplicate: boolean; isReplayed?: boolean }): boolean =>
  !outcome.duplicate && outcome.isReplayed !== true;

/** A foreseen refusal takes its file along at once; after any other failure the commit may have happened. */
const isRefusal = (error: unknown): boolean =>
  isAppError(error) && error.code !== 'storage_unavailable';

/**
 * Saves what names a received file, and keeps equal bytes once: the rows that name a key are the count of its uses. What was just
 * received is known to be whole, so after the commit it takes the place of its equal.
 */
export const saveReceived = async <Outcome extends Parameters<typeof isNew>[0]>(
  { store, received }: { store: ScopedFiles; received: StoredFile },
  save: (share: Share) => Promise<Outcome>,
): Promise<Outcome> => {
  let kept = received;
  const share: Share = async (tx) => {
    const key = await tx.documents.fileKeyOf(received.sha256);
    kept = { ...received, key: key ?? received.key };
    return kept;
  };
  let outcome;
  try {
    outcome = await save(share);
  } catch (error) {
    if (isRefusal(error)) await store.delete(received.key);
    throw error;
  }
  if (kept.key !== received.key) await store.replace(kept.key, received.key);
  else if (!isNew(outcome)) await store.delete(received.key);
  return outcome;
};
