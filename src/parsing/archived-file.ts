import type { Readable } from 'node:stream';
import type { AppError } from '../shared/errors.js';

/** A file of an archive: to be read while the archive is open, or the reason why it is not read. */
export type ArchivedFile = { path: string } & (
  { open: () => Promise<Readable>; refusal?: never } | { refusal: AppError; open?: never }
);
