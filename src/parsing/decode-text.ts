import { detectLanguage } from '../language/index.js';
import { parseFailure } from './parse-failure.js';
import { decodeBytes } from './decode-bytes.js';
import { decodeChinese, isMixedChinese } from './decode-chinese.js';

/** Control characters but for tab, line feed, form feed, carriage return and escape. */
// eslint-disable-next-line no-control-regex -- telling binary data from text is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f-\u009f]/gu;
const MAX_CONTROL_SHARE = 0.001;

export const isBinary = (text: string): boolean =>
  text.includes('\u0000') ||
  (text.match(CONTROL)?.length ?? 0) > Math.max(1, text.length * MAX_CONTROL_SHARE);

/** A text file's characters: UTF-8, UTF-16, the charset an HTML file declares, or an old Western or Chinese code page. Refuses binary data. */
export const decodeText = (bytes: Buffer): string => {
  const utf16 = byMark(bytes) ?? guessUtf16(bytes);
  const text = utf16
    ? tryDecode(bytes, utf16)
    : (tryDecode(bytes, 'utf-8') ??
      (bytes.includes(0) ? undefined : (decodeDeclared(bytes) ?? decodeLegacy(bytes))));
  if (text === undefined || isBinary(text)) throw parseFailure('unsupported_format');
  return text.replace(/^\ufeff/u, '').replace(/\r\n?/gu, '\n');
};

const byMark = (bytes: Buffer): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

/** UTF-16 without a byte order mark shows as a zero in every second byte of Western text. */
const guessUtf16 = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const sample = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  sample.forEach((byte, position) => {
    if (byte !== 0) return;
    if (position % 2 === 0) even += 1;
    else odd += 1;
  });
  const pairs = sample.length / 2;
  if (odd > pairs * 0.6 && even < pairs * 0.05) return 'utf-16le';
  if (even > pairs * 0.6 && odd < pairs * 0.05) return 'utf-16be';
  return undefined;
};

const tryDecode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return decodeBytes(bytes, { encoding, isFatal: true });
  } catch {
    return undefined;
  }
};

const DECLARED_CHARSET = /<meta[^<>]{0,200}?charset\s*=\s*["']?([\w-]{2,40})/i;

const decodeDeclared = (bytes: Buffer): string | undefined => {
  const name = DECLARED_CHARSET.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
  return name === undefined ? undefined : tryDecode(bytes, name);
};

const CENTRAL_EUROPEAN: ReadonlySet<string> = new Set(['hu', 'pl', 'cs', 'ro']);
const SAMPLE_BYTES = 64 * 1024;

const MAX_HIGH_SHARE = 0.4;

/** Old single-byte Western text: code page 1250 where that reads as a Central European language, else 1252. */
const decodeLegacy = (bytes: Buffer): string | undefined => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const high = sample.filter((byte) => byte >= 0x80).length;
  const letters = sample.toString('latin1').match(/\p{L}/gu)?.length ?? 0;
  if (isMixedChinese(sample)) return decodeChinese(bytes);
  // Mostly high bytes: another script, in an encoding that nothing in the file names.
  if (high > MAX_HIGH_SHARE * Math.max(letters, 1)) return decodeChinese(bytes);
  const central = tryDecode(bytes, 'windows-1250');
  if (central !== undefined && CENTRAL_EUROPEAN.has(detectLanguage(central, { fallback: 'und' }))) {
    return central;
  }
  const western = tryDecode(bytes, 'windows-1252');
  return central !== undefined && isShortHungarian(central, western) ? central : western;
};

const HUNGARIAN_LETTERS = /^[\p{ASCII}áéíóöőúüűÁÉÍÓÖŐÚÜŰ„”“’‘…–—€§°]*$/u;

/** A few words, too few to tell the language by, in letters that only Hungarian has together; õ alone may be Portuguese. */
const isShortHungarian = (central: string, western = ''): boolean =>
  HUNGARIAN_LETTERS.test(central) &&
  (/[őŐ]/u.test(central) || (/[űŰ]/u.test(central) && /[öüóíÖÜÓÍ]/u.test(central))) &&
  detectLanguage(western, { fallback: 'und' }) !== 'pt';
