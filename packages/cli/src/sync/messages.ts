import { fieldOf } from '../fields.js';

/** The reason of a failure of the file system, in words. */
export const toMessage = (error: unknown): string => {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? (WORDS[code] ?? code) : String(error);
};

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  ENOTDIR: 'it is not a folder',
  ELOOP: 'it is a loop of links',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk takes nothing new',
  EIO: 'the disk does not answer',
};
