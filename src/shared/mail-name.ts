const MAX_NAME_LENGTH = 120;

/** A subject or the name of an attachment as a file name: it must not be a path. */
export const toMailName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\\/\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s]+/u, '')
    .slice(0, MAX_NAME_LENGTH)
    .trim() || 'Mail';
