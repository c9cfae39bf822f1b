import { AppError, isAppError } from '../../shared/errors.js';

type Mismatch = { place: string; stored: number | null; wanted: number | null };

/** The stored vectors do not match the settings; waiting does not help. */
export class DimensionMismatch extends AppError {
  constructor({ place, stored, wanted }: Mismatch) {
    super(
      'vector_store_unavailable',
      `${place} holds vectors of ${stored ?? 'no'} dimensions, not ${wanted ?? 'none'}.`,
    );
  }
}

/** Turns an error of a vendor or the network into our own, with the original as its cause. */
export const toVectorStoreError = (error: unknown): AppError =>
  isAppError(error)
    ? error
    : new AppError('vector_store_unavailable', 'The vector store cannot be reached.', {
        cause: error,
      });

/** The same work, failing only with our own errors. */
export const translated = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw toVectorStoreError(error);
  }
};
