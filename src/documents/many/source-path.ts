import { z } from 'zod';

/** PostgreSQL refuses longer index entries. */
const MAX_PATH_BYTES = 2000;

/** The name that an owner gives to an outside collection of files, such as a folder, a drive or an export. */
export const SourceName = z
  .string()
  .regex(/^[\p{L}\p{N}_.:@-]{1,64}$/u, 'must be 1 to 64 letters, digits or signs out of _ . : @ -')
  .describe('The folder, drive or export of the caller that it comes from.');

/** A path within a source in normalized spelling: Unicode NFC, parts separated by `/`, no `.` or `..`. */
export const SourcePath = z
  .string()
  .max(MAX_PATH_BYTES)
  .overwrite((path) => toSourcePath(path))
  .refine((path) => problemOfPath(path) === null, {
    error: ({ input }) => problemOfPath(String(input)) ?? '',
  })
  .describe('Its path there, relative and with `/`, compared in NFC.');

/** Explains why a normalized path is not a valid file path within a source; null if it is valid. */
const problemOfPath = (path: string): string | null => {
  if (path === '' || path.endsWith('/') || /(?:^|\/)\.$/u.test(path)) return 'must name a file';
  if (path.startsWith('/') || /^[a-z]:(?:\/|$)/iu.test(path)) return 'must be relative';
  if (path.split('/').includes('..')) return 'must not lead out of its folder';
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(path)) return 'must not contain control characters';
  const isLong = Buffer.byteLength(path) > MAX_PATH_BYTES;
  return isLong ? `must have at most ${MAX_PATH_BYTES} bytes in UTF-8` : null;
};

const toSourcePath = (path: string): string =>
  path
    .normalize('NFC')
    .replace(/[\\/]+/gu, '/')
    .replace(/(?<=^|\/)\.\//gu, '');
