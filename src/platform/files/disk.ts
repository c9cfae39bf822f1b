import { open } from 'node:fs/promises';
import { AppError } from '../../shared/errors.js';

/** A rename is durable only once the folder that holds the name is. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A full disk as `insufficient_storage`; anything else as it came. */
export const toDiskError = (error: unknown): unknown => {
  const code = codeOf(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new AppError('insufficient_storage', 'There is no space left for files.', {
    cause: error,
  });
};

/** The system's name for what went wrong, as ENOENT. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
