import iconv from 'iconv-lite';
import { detect } from 'jschardet';
import type { DocumentWarning } from '../shared/document-warnings.js';
import { parseFailure } from './parse-failure.js';
import { EAST_ASIAN } from '../shared/scripts.js';

/** Control characters except tab, line feed, form feed, carriage return and escape. */
// eslint-disable-next-line no-control-regex -- telling binary data from text is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f-\u009f]/gu;
const MAX_CONTROL_SHARE = 0.001;

const LATIN_1_CONTROLS = /[\u0080-\u009f]/gu;

export const isBinary = (text: string): boolean =>
  text.includes('\u0000') ||
  (text.match(CONTROL)?.length ?? 0) > Math.max(1, text.length * MAX_CONTROL_SHARE);

const MAX_BINARY_SHARE = 0.01;
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/**
 * Finds out from the first bytes of a file that it is not text in any character set. This check is more tolerant than the final one,
 * because the rest of the file may be clean.
 */
export const isSurelyBinary = (beginning: Buffer): boolean => {
  if (encodingOf(beginning) !== undefined) return false;
  let zeros = 0;
  let controls = 0;
  for (const byte of beginning) {
    if (byte === 0) zeros += 1;
    else if (byte === 0x7f || (byte < 0x20 && !TEXT_CONTROLS.has(byte))) controls += 1;
  }
  return (
    zeros > beginning.length / 2 || controls > Math.max(1, beginning.length * MAX_BINARY_SHARE)
  );
};

/** The characters of a text file, with warnings if some are uncertain or were left out. */
export type DecodedText = { text: string; warnings: DocumentWarning[] };

/**
 * A text file's characters: as its byte order mark or its head declares them, otherwise UTF-8, otherwise the most likely character set.
 * Refuses binary data.
 */
export const readText = (bytes: Buffer): DecodedText => {
  const { text, warnings } = decodeMarked(bytes) ?? decodeUnmarked(bytes);
  const shown = withoutNuls(text);
  if (isBinary(shown)) throw parseFailure('unsupported_format');
  return {
    text: shown.replace(/^\ufeff/u, '').replace(/\r\n?/gu, '\n'),
    warnings: shown.length < text.length ? [...warnings, NULS] : warnings,
  };
};

export const decodeText = (bytes: Buffer): string => readText(bytes).text;

const NULS: DocumentWarning = {
  code: 'characters_unreadable',
  detail: 'Zero bytes stand among the text; they were left out.',
};
const MAX_NUL_SHARE = 0.05;

/** Some programs leave a few zero bytes in a file. If there are more of them, or other control characters with them, it is not text. */
const withoutNuls = (text: string): string => {
  const plain = text.replaceAll('\u0000', '');
  return text.length - plain.length <= text.length * MAX_NUL_SHARE ? plain : text;
};

const decodeMarked = (bytes: Buffer): DecodedText | undefined => {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  const text = tryDecode(bytes, encoding);
  if (text === undefined) throw parseFailure('unsupported_format');
  return { text, warnings: [] };
};

/** An escape sequence that switches to Japanese characters; all bytes are ASCII. */
// eslint-disable-next-line no-control-regex -- the escape is what tells it
const JAPANESE_ESCAPE = /\u001b\$[@B]/u;

const decodeUnmarked = (bytes: Buffer): DecodedText => {
  const text = tryDecode(bytes, 'utf-8');
  const isEscaped = text !== undefined && JAPANESE_ESCAPE.test(text.slice(0, SAMPLE_BYTES));
  const certain =
    (isEscaped ? tryDecode(bytes, 'iso-2022-jp') : undefined) ?? text ?? decodeDeclared(bytes);
  if (certain !== undefined) return { text: certain, warnings: [] };
  return decodeDamaged(bytes) ?? guess(bytes);
};

/** This many multi-byte characters are needed for each wrong byte, because other character sets occasionally look like UTF-8 by chance. */
const MIN_RIGHT_TO_WRONG = 2;

/** UTF-8 with some invalid bytes: each of them costs only itself. */
const decodeDamaged = (bytes: Buffer): DecodedText | undefined => {
  const text = decodeBytes(bytes, { encoding: 'utf-8', isFatal: false });
  const wrong = text.match(/\ufffd/gu)?.length ?? 0;
  const right = (text.match(BEYOND_ASCII)?.length ?? 0) - wrong;
  if (right < MIN_RIGHT_TO_WRONG * wrong) return undefined;
  const detail = `Bytes that are no UTF-8 stand as \ufffd: ${wrong}.`;
  return { text, warnings: [{ code: 'characters_unreadable', detail }] };
};

const BEYOND_ASCII = /[^\p{ASCII}]/gu;

const SAMPLE_BYTES = 64 * 1024;

/** Short texts, and character sets that differ in only a few letters, have a lower confidence. */
const SURE_CONFIDENCE = 0.2;

/** Guesses the character set from the letters that are usual in each language. */
const guess = (bytes: Buffer): DecodedText => {
  const sample = linesBeyondAscii(bytes);
  const { encoding: likely, confidence } = detect(sample);
  const isSure = confidence >= SURE_CONFIDENCE;
  const encoding = !isSure && isMixedChinese(sample) ? 'gb18030' : likely;
  const text = encoding === null || isUtf16(encoding) ? undefined : tryDecode(bytes, encoding);
  if (encoding === null || text === undefined) throw parseFailure('unsupported_format');
  const detail = `The file does not name its character set; it was read as ${encoding}.`;
  return {
    text,
    warnings: isSure ? [] : [{ code: 'encoding_guessed', detail }],
  };
};

/** UTF-16 was already recognised by its zeros. A detector that counts letters mistakes stray zeros in other text for it. */
const isUtf16 = (encoding: string): boolean => /^utf-?16/iu.test(encoding);

/** Some Chinese within other text, as in the columns of a table: high bytes only come in pairs, and the pairs are common characters. */
const isMixedChinese = (bytes: Buffer): boolean => {
  const runs = bytes.toString('latin1').match(/[\u0080-\u00ff]+/gu) ?? [];
  // A sample may end in the middle of one.
  const whole = isHigh(bytes.at(-1) ?? 0) ? runs.slice(0, -1) : runs;
  const pairs = whole.join('').match(/../gsu) ?? [];
  const common = pairs.filter((pair) => COMMON_GB18030.test(pair)).length;
  return (
    whole.length > 1 &&
    whole.every(({ length }) => length % 2 === 0) &&
    common >= MIN_COMMON_SHARE * pairs.length &&
    // Korean fills only the first half of the rows that Chinese fills.
    pairs.some((pair) => pair > LAST_KOREAN_ROW)
  );
};

const MIN_COMMON_SHARE = 0.85;
const COMMON_GB18030 = /^[\u00b0-\u00d7\u00a1-\u00a3][\u00a1-\u00ff]$/u;
const LAST_KOREAN_ROW = '\u00c8\u00ff';

/** Lines that are not all ASCII, because the other lines would suggest English. */
const linesBeyondAscii = (bytes: Buffer): Buffer => {
  const lines: Buffer[] = [];
  let size = 0;
  for (let at = bytes.findIndex(isHigh); at !== -1 && size < SAMPLE_BYTES;) {
    const from = bytes.lastIndexOf(LINE_FEED, at) + 1;
    const end = bytes.indexOf(LINE_FEED, at);
    const line = bytes.subarray(
      from,
      Math.min(end === -1 ? bytes.length : end + 1, from + SAMPLE_BYTES),
    );
    lines.push(line);
    size += line.length;
    const next = end === -1 ? -1 : bytes.subarray(end).findIndex(isHigh);
    at = next === -1 ? -1 : end + next;
  }
  return Buffer.concat(lines);
};

const LINE_FEED = 0x0a;
const isHigh = (byte: number): boolean => byte >= 0x80;

/** By the byte order mark, or by the positions of the zeros; undefined for character sets with neither. */
const encodingOf = (bytes: Buffer): string | undefined => byMark(bytes) ?? guessUnmarkedUtf(bytes);

const byMark = (bytes: Buffer): string | undefined => {
  if (bytes.subarray(0, 4).equals(UTF_32LE_MARK)) return 'utf-32le';
  if (bytes.subarray(0, 4).equals(UTF_32BE_MARK)) return 'utf-32be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

const UTF_32LE_MARK = Buffer.from([0xff, 0xfe, 0, 0]);
const UTF_32BE_MARK = Buffer.from([0, 0, 0xfe, 0xff]);

const tryDecode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return decodeBytes(bytes, { encoding, isFatal: true });
  } catch {
    return undefined;
  }
};

const DECLARATIONS: readonly RegExp[] = [
  /<meta[^<>]{0,200}?charset\s*=\s*["']?([\w-]{2,40})/i,
  /^\s*<\?xml[^<>]{0,100}?encoding\s*=\s*["']([\w-]{2,40})/i,
];

const decodeDeclared = (bytes: Buffer): string | undefined => {
  const head = bytes.subarray(0, 2048).toString('latin1');
  const name = DECLARATIONS.map((declaration) => declaration.exec(head)?.[1]).find(Boolean);
  return name === undefined ? undefined : tryDecode(bytes, name);
};

/** Replaces the control characters that Node reads as Latin-1 with the dashes, quotes and euro signs of Windows-1252. */
export const restoreWestern = (text: string): string =>
  text.replace(LATIN_1_CONTROLS, (control) => {
    const sign = iconv.decode(Buffer.from(control, 'latin1'), 'windows-1252');
    return sign === '\ufffd' ? control : sign;
  });

/**
 * Decodes like a browser, and encodings that browsers do not know with iconv; with `isFatal` it throws if bytes are invalid in the
 * encoding.
 */
export const decodeBytes = (
  bytes: Uint8Array,
  { encoding, isFatal }: { encoding: string; isFatal: boolean },
): string => {
  const label = LABELS.get(encoding.toLowerCase()) ?? encoding;
  const decoder = BEYOND_BROWSERS.test(label) ? undefined : browserDecoder(label, { isFatal });
  if (!decoder) return decodeByIconv(bytes, { encoding: label, isFatal });
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252' ? restoreWestern(text) : text;
};

/** Undefined if browsers do not know the encoding. */
export const browserDecoder = (
  encoding: string,
  { isFatal }: { isFatal: boolean },
): InstanceType<typeof TextDecoder> | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: isFatal });
  } catch {
    return undefined;
  }
};

/** True for the name of an encoding that `decodeBytes` reads. */
export const isKnownEncoding = (encoding: string): boolean => {
  try {
    decodeBytes(new Uint8Array(), { encoding, isFatal: true });
    return true;
  } catch {
    return false;
  }
};

/** Names that detectors and mails use but browsers do not know. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp936', 'gb18030'],
  ['cp874', 'windows-874'],
  ['macroman', 'macintosh'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['cp866', 'ibm866'],
  ['ibm437', 'cp437'],
  ['ibm850', 'cp850'],
  ['ibm852', 'cp852'],
]);

const BEYOND_BROWSERS =
  /^(?:utf-?32|cp\d{3,4}$|mac(?!intosh)|koi8-?[rtuc]|hp-?roman|kz-?1048|iso-?8859-?(?:1[0-6]|[2-9])$)/i;

const decodeByIconv = (
  bytes: Uint8Array,
  { encoding, isFatal }: { encoding: string; isFatal: boolean },
): string => {
  const isDecoded = iconv.encodingExists(encoding);
  const text = isDecoded
    ? iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), encoding)
    : '';
  if (!isDecoded || (isFatal && text.includes('\ufffd')))
    throw new TypeError(`Cannot be read as ${encoding}`);
  return text;
};

/** UTF-16 and UTF-32 without a byte order mark, recognised from the first bytes of a file; undefined for everything else. */
const guessUnmarkedUtf = (bytes: Buffer): string | undefined =>
  guessUtf32(bytes) ?? guessUtf16(bytes);

const UNMARKED_SAMPLE_BYTES = 4096;

/** UTF-32 without a mark has two zeros in every four bytes, always in the same places. */
const guessUtf32 = (bytes: Buffer): 'utf-32le' | 'utf-32be' | undefined => {
  const sample = bytes.subarray(0, UNMARKED_SAMPLE_BYTES);
  if (sample.length < 8 || bytes.length % 4 !== 0) return undefined;
  const areZero = (place: number): boolean =>
    sample.every((byte, at) => at % 4 !== place || (place % 3 === 0 ? byte === 0 : byte <= 0x10));
  if (areZero(3) && areZero(2) && sample.some((byte, at) => at % 4 === 0 && byte !== 0))
    return 'utf-32le';
  return areZero(0) && areZero(1) && sample.some((byte, at) => at % 4 === 3 && byte !== 0)
    ? 'utf-32be'
    : undefined;
};

/** Western text has a zero in every second byte. Other text has zeros in its spaces, digits and line ends, and is all in one script. */
const guessUtf16 = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const sample = bytes.subarray(0, UNMARKED_SAMPLE_BYTES);
  const shareOfZeros = (parity: number): number =>
    sample.filter((byte, at) => byte === 0 && at % 2 === parity).length / (sample.length / 2);
  const even = shareOfZeros(0);
  const odd = shareOfZeros(1);
  if (odd > 0.6 && even < 0.05) return 'utf-16le';
  if (even > 0.6 && odd < 0.05) return 'utf-16be';
  if (even + odd === 0 || isPlain(sample)) return undefined;
  const [best] = (['utf-16le', 'utf-16be'] as const)
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(sample).slice(0, -1) }))
    .filter(({ text }) => isOfOneScript(text))
    .toSorted((one, other) => countAscii(other.text) - countAscii(one.text));
  return best?.encoding;
};

/** Spaces, digits and line ends, which become other characters in the wrong byte order. */
const countAscii = (text: string): number => text.match(/\p{ASCII}/gu)?.length ?? 0;

/** UTF-8 text with stray zeros; pairs of its bytes may look like Chinese. */
const isPlain = (sample: Buffer): boolean => {
  const text = sample.toString('utf8').replaceAll('\u0000', '').slice(0, -1);
  return !/[\ufffd\p{Cc}]/u.test(text.replace(/[\t\n\f\r]/gu, ''));
};

/** What no real text contains: control characters, unpaired surrogates, and characters with no meaning or a private one. */
const IMPOSSIBLE = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|(?![\t\n\f\r])\p{Cc}/u;
const SCRIPTS: readonly RegExp[] = [
  new RegExp(String.raw`[${EAST_ASIAN}\p{sc=Bopomofo}]`, 'gu'),
  /\p{sc=Hangul}/gu,
  /\p{sc=Cyrillic}/gu,
  /\p{sc=Greek}/gu,
  /\p{sc=Arabic}/gu,
  /\p{sc=Hebrew}/gu,
  /\p{sc=Thai}/gu,
  /\p{sc=Devanagari}/gu,
  /\p{sc=Bengali}/gu,
  /\p{sc=Tamil}/gu,
  /\p{sc=Telugu}/gu,
  /\p{sc=Georgian}/gu,
  /\p{sc=Armenian}/gu,
];
const ORDINARY = /[\p{sc=Latin}\p{N}\p{P}\p{S}\s]/gu;
const MIN_OF_ONE_SCRIPT = 0.95;

const isOfOneScript = (text: string): boolean => {
  if (IMPOSSIBLE.test(text)) return false;
  const ordinary = text.match(ORDINARY)?.length ?? 0;
  const counts = SCRIPTS.map((script) => text.match(script)?.length ?? 0);
  const letters = Math.max(...counts);
  return letters > ordinary / 2 && letters + ordinary >= MIN_OF_ONE_SCRIPT * text.length;
};
