import { detectLanguage } from '../language/index.js';
import { parseFailure } from './parse-failure.js';

/** Control characters but for tab, line feed, form feed, carriage return and escape. */
// eslint-disable-next-line no-control-regex -- telling binary data from text is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f-\u009f]/gu;
const MAX_CONTROL_SHARE = 0.001;

const SAMPLE_BYTES = 64 * 1024;

/** What Windows-1252 has where Latin-1 has control characters; Node reads the one as the other. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const LATIN_1_CONTROLS = /[\u0080-\u009f]/gu;

const MIN_COMMON_SHARE = 0.85;

type Pair = readonly [lead: number, trail: number];

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
  const shareOfZeros = (parity: number): number =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length / (sample.length / 2);
  const even = shareOfZeros(0);
  const odd = shareOfZeros(1);
  if (odd > 0.6 && even < 0.05) return 'utf-16le';
  if (even > 0.6 && odd < 0.05) return 'utf-16be';
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

/** Some Chinese among other text, as in the columns of a table: high bytes stand in pairs only, which are usual characters. */
const isMixedChinese = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1');
  const runs = text.match(/[\u0080-\u00ff]+/gu) ?? [];
  // The sample may end inside of one.
  if (/[\u0080-\u00ff]/u.test(text.slice(-1))) runs.pop();
  const pairs = pairsOf(bytes);
  return (
    runs.length > 1 &&
    runs.every(({ length }) => length % 2 === 0) &&
    pairs.filter(isCommonGb18030).length >= MIN_COMMON_SHARE * pairs.length
  );
};

/** The two-byte characters of a text in an East Asian code page. */
const pairsOf = (bytes: Buffer): Pair[] => {
  const pairs: Pair[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    pairs.push([lead, bytes[at + 1] ?? 0]);
    at += 1;
  }
  return pairs;
};

const isIn = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

// The usual characters of each code page, by their place in it, and its punctuation; the rarer ones come after them.
const isCommonGb18030 = ([lead, trail]: Pair): boolean =>
  trail >= 0xa1 && (isIn(lead, 0xb0, 0xd7) || isIn(lead, 0xa1, 0xa3));
const isCommonBig5 = ([lead, trail]: Pair): boolean =>
  (isIn(lead, 0xa4, 0xc6) || isIn(lead, 0xa1, 0xa3)) && (isIn(trail, 0x40, 0x7e) || trail >= 0xa1);

/** Korean fills only the first half of the rows that Chinese does. */
const LAST_KOREAN_LEAD = 0xc8;

/** Chinese text in GB 18030 or Big5, told by which of the two has it made of usual characters; undefined where neither does. */
const decodeChinese = (bytes: Buffer): string | undefined => {
  const pairs = pairsOf(bytes.subarray(0, SAMPLE_BYTES));
  const common = pairs.filter(isCommonGb18030).length;
  const commonAsBig5 = pairs.filter(isCommonBig5).length;
  const isBig5 = commonAsBig5 > common;
  const isKorean = !isBig5 && !pairs.some(([lead]) => lead > LAST_KOREAN_LEAD);
  const share = Math.max(common, commonAsBig5) / Math.max(1, pairs.length);
  if (share < MIN_COMMON_SHARE || isKorean) return undefined;
  return tryDecode(bytes, isBig5 ? 'big5' : 'gb18030');
};

const HUNGARIAN_LETTERS = /^[\p{ASCII}áéíóöőúüűÁÉÍÓÖŐÚÜŰ„”“’‘…–—€§°]*$/u;

/** A few words, too few to tell the language by, in letters that only Hungarian has together; õ alone may be Portuguese. */
const isShortHungarian = (central: string, western = ''): boolean =>
  HUNGARIAN_LETTERS.test(central) &&
  (/[őŐ]/u.test(central) || (/[űŰ]/u.test(central) && /[öüóíÖÜÓÍ]/u.test(central))) &&
  detectLanguage(western, { fallback: 'und' }) !== 'pt';

/** Puts the dashes, quotes and euro signs of Western text in place of the control characters that Node has read for them. */
export const restoreWestern = (text: string): string =>
  text.replace(
    LATIN_1_CONTROLS,
    (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control,
  );

/** Decodes as browsers do; with `isFatal` it throws where bytes are none of the encoding. */
export const decodeBytes = (
  bytes: Uint8Array,
  { encoding, isFatal }: { encoding: string; isFatal: boolean },
): string => {
  const decoder = new TextDecoder(encoding, { fatal: isFatal });
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252' ? restoreWestern(text) : text;
};
