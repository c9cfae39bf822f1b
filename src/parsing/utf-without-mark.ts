import { EAST_ASIAN } from '../shared/scripts.js';

/** UTF-16 and UTF-32 that no byte order mark announces, told from the first bytes of a file; undefined for everything else. */
export const guessUnmarkedUtf = (bytes: Buffer): string | undefined =>
  guessUtf32(bytes) ?? guessUtf16(bytes);

const SAMPLE_BYTES = 4096;

/** UTF-32 without a mark has two zeros in every four bytes, always in the same places. */
const guessUtf32 = (bytes: Buffer): 'utf-32le' | 'utf-32be' | undefined => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.length < 8 || bytes.length % 4 !== 0) return undefined;
  const areZero = (place: number): boolean =>
    sample.every((byte, at) => at % 4 !== place || (place % 3 === 0 ? byte === 0 : byte <= 0x10));
  if (areZero(3) && areZero(2) && sample.some((byte, at) => at % 4 === 0 && byte !== 0))
    return 'utf-32le';
  return areZero(0) && areZero(1) && sample.some((byte, at) => at % 4 === 3 && byte !== 0)
    ? 'utf-32be'
    : undefined;
};

/** Western text has a zero in every second byte. Other text has some in its spaces, digits and line ends, and reads as one script. */
const guessUtf16 = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
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

/** Spaces, digits and line ends, which the wrong order of bytes makes to other characters. */
const countAscii = (text: string): number => text.match(/\p{ASCII}/gu)?.length ?? 0;

/** Text in UTF-8 with stray zeros, of which pairs of bytes may look like Chinese. */
const isPlain = (sample: Buffer): boolean => {
  const text = sample.toString('utf8').replaceAll('\u0000', '').slice(0, -1);
  return !/[\ufffd\p{Cc}]/u.test(text.replace(/[\t\n\f\r]/gu, ''));
};

/** Nothing in it that no text has: control characters, unpaired halves, characters that mean nothing or only to one program. */
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
