import iconv from 'iconv-lite';

/** Browsers and most libraries encode only these as a percent sign and digits. */
const ESCAPES: Record<string, string> = { '%22': '"', '%0a': '\n', '%0d': '\r' };
const ESCAPE = /%(?:22|0a|0d)/giu;

/** Decodes a form field's or file's name as its sender wrote it; the input has one character per byte. */
export const toFormName = (bytes: string): string =>
  toText(bytes).replace(ESCAPE, (escape) => ESCAPES[escape.toLowerCase()] ?? escape);

/**
 * UTF-8, or else the encoding of old Western programs. A character beyond a byte means that the name was decoded already, because its
 * header named the character set.
 */
const toText = (name: string): string => {
  // eslint-disable-next-line no-control-regex -- what is ASCII reads the same in both
  if (/^[\u0000-\u007f]*$/u.test(name) || /[^\u0000-\u00ff]/u.test(name)) return name;
  const bytes = Buffer.from(name, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return iconv.decode(bytes, 'windows-1252');
  }
};
