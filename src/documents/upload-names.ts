/** What the content is, the parser finds out; the client's word for it is not believed. */
export const UNKNOWN_TYPE = 'application/octet-stream';
const MAX_NAME_LENGTH = 255;

/** The client's name for a file, as metadata: one line without a path. */
export const toFilename = (name: string): string => {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const printable = base.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim();
  return printable.slice(0, MAX_NAME_LENGTH) || 'document';
};
