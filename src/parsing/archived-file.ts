import type { Readable } from 'node:stream';
import type { AppError } from '../shared/errors.js';

/** A file of an archive: either it can be read while the archive is open, or there is a reason why it cannot be read. */
export type ArchivedFile = { path: string } & (
  { open: () => Promise<Readable>; refusal?: never } | { refusal: AppError; open?: never }
);
