import { AppError } from '../../shared/errors.js';

type Mismatch = { place: string; stored: number | null; wanted: number | null };

/** What is stored does not fit the settings; waiting does not help. */
export class DimensionMismatch extends AppError {
  constructor({ place, stored, wanted }: Mismatch) {
    super(
      'vector_store_unavailable',
      `${place} holds vectors of ${stored ?? 'no'} dimensions, not ${wanted ?? 'none'}.`,
    );
  }
}
