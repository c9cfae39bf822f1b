import { open } from 'node:fs/promises';
import { AppError } from '../../shared/errors.js';

/** A rename is durable only once its folder is synced. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Turns a full disk into `insufficient_storage`; returns other errors unchanged. */
export const toDiskError = (error: unknown): unknown => {
  const code = codeOf(error);
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new AppError('insufficient_storage', 'There is no space left for files.', {
    cause: error,
  });
};

/** The system's error code, such as ENOENT. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
