import { isAppError } from '../../domain/errors.js';

/** A foreseen refusal takes its file along at once; after any other failure the commit may have happened. */
export const saveOrDiscard = async <Result>(
  save: () => Promise<Result>,
  discard: () => Promise<void>,
): Promise<Result> => {
  try {
    return await save();
  } catch (error) {
    if (isAppError(error) && error.code !== 'storage_unavailable') await discard();
    throw error;
  }
};
