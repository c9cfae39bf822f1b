import { toPlainLine } from '../shared/plain-line.js';

const MAX_NAME_LENGTH = 255;

/** The client's name for a file, as metadata: one line without a path. */
export const toFilename = (name: string): string => {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const line = base.replace(/[\t\n\r\p{Zl}\p{Zp}]+/gu, ' ');
  const printable = line.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  return printable.slice(0, MAX_NAME_LENGTH) || 'document';
};

/** Derives a title for a document that has only a file name. */
export const titleOfFile = (filename: string): string =>
  toPlainLine(toFilename(filename)).replace(/(?<=.)\.[^.]{1,8}$/u, '');
