import type { ScopedRepositories } from '../../ports/database/index.js';
import type { ScopedFiles, StoredFile } from '../../ports/file-store.js';

/** Under the key of a file with the same bytes where the tenant has one: the rows that name a key are the count of its uses. */
export const shareFile = async (
  tx: Pick<ScopedRepositories, 'documents'>,
  file: StoredFile,
): Promise<StoredFile> => ({
  ...file,
  key: (await tx.documents.fileKeyOf(file.sha256)) ?? file.key,
});

type Settled = { received: StoredFile; keptKey: string; isNew: boolean };

/** After the commit. What was just received is known to be whole, so it takes the place of its equal. */
export const settleFile = async (
  store: ScopedFiles,
  { received, keptKey, isNew }: Settled,
): Promise<void> => {
  if (keptKey !== received.key) await store.replace(keptKey, received.key);
  else if (!isNew) await store.delete(received.key);
};
