import { UNSPACED } from '../shared/scripts.js';
import { joinDates, joinThousands, THIN, toUnit, type Token } from './spellings.js';

/** Lower-case NFKC words in reading order; identifiers such as `v1.2.3` or `AB-1234` in parts and as a whole. Linear in the text. */
export const splitWords = (text: string): string[] => partsOf(normalize(text), []).flatMap(toParts);

const toParts = (token: Token): readonly string[] =>
  typeof token === 'string'
    ? [token]
    : [...token.parts, ...(token.written === undefined ? [] : [token.written])];

/** The words of a text, with each symbol as a whole after its parts. */
export const splitWordsAndSymbols = (text: string, languages: readonly string[]): Token[] => {
  const normalized = normalize(text);
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: symbol, index } of normalized.matchAll(SYMBOLS)) {
    if (symbol.length > MAX_WORD_LENGTH) continue;
    for (const part of partsOf(normalized.slice(end, (end = index + symbol.length)), languages))
      tokens.push(part);
    tokens.push(symbol);
  }
  for (const part of partsOf(normalized.slice(end), languages)) tokens.push(part);
  return tokens;
};

/** True for a word that is more than its letters: it is kept as written, in addition to its parts. */
export const isSymbol = (word: string): boolean => EDGE_SIGN.test(word);

const EDGE_SIGN = /^[^\p{L}\p{N}\p{M}]|[^\p{L}\p{N}\p{M}]$/u;

/** Stored terms stay far below LanceDB's limit of 200 bytes per token. */
const MAX_WORD_LENGTH = 40;

// The joined tail is optional, so every start matches at once and the scan stays linear.
const JOINED_WORDS = new RegExp(
  String.raw`[\p{L}\p{N}\p{M}]+(?:(?:[-._/${THIN}]|(?<=[0-9]),(?=[0-9]{3}(?![0-9])))[\p{L}\p{N}\p{M}]+)*`,
  'gu',
);

/** Nearly every match is a single word; only one with these characters must be split. */
const NEEDS_SPLITTING = new RegExp(`[-._/,${THIN}${UNSPACED}]`, 'u');

/** NFKC splits a vowel of Thai and Lao in two, and the segmenter, whose words have it whole, then cuts at it. */
const normalize = (text: string): string =>
  joinThousands(writeFractions(text).replace(RAISED_APART, ' $&').normalize('NFKC').toLowerCase())
    .replaceAll('i\u0307', 'i')
    .replace(TIMES, '$1x')
    .replaceAll('\u0e4d\u0e32', '\u0e33')
    .replaceAll('\u0ecd\u0eb2', '\u0eb3');

/** Indexes "2½" as 2.5 and ¼ as 0.25: NFKC would turn 2½ into 21/2. ⅓ has no exact decimal and is only separated from its number. */
const writeFractions = (text: string): string =>
  text.replace(FRACTION, (sign, at: number) => {
    const decimals = DECIMALS[sign];
    if (decimals === undefined) return ` ${sign}`;
    return HAS_DIGIT.test(text.charAt(at - 1)) ? `.${decimals}` : `0.${decimals}`;
  });

const FRACTION = /[¼-¾⅐-⅞]/gu;

const DECIMALS: Readonly<Record<string, string>> = {
  '¼': '25',
  '½': '5',
  '¾': '75',
  '⅒': '1',
  '⅕': '2',
  '⅖': '4',
  '⅗': '6',
  '⅘': '8',
  '⅛': '125',
  '⅜': '375',
  '⅝': '625',
  '⅞': '875',
};

/**
 * After a number or a word, a raised digit is a footnote mark or an exponent; after a few letters it is part of a unit: `m²`. The
 * lookbehind runs only at raised digits: at every character it took half the time of reading a text.
 */
const RAISED_APART = /[⁰¹²³⁴-⁹](?<=(?:[0-9]|\p{L}{4})[⁰¹²³⁴-⁹])/gu;

/** "M8×40" */
const TIMES = /([0-9])\u00d7(?=[0-9])/gu;

const partsOf = (normalized: string, languages: readonly string[]): readonly Token[] => {
  const tokens: Token[] = [];
  for (const joined of normalized.match(JOINED_WORDS) ?? []) {
    const isJoined = NEEDS_SPLITTING.test(joined);
    const parts = isJoined ? toWords(joined) : [joined];
    const isUnit = (isJoined || HAS_DIGIT.test(joined)) && joined.length <= MAX_WORD_LENGTH;
    const unit = isUnit ? toUnit(joined, { parts, languages }) : null;
    if (unit !== null) tokens.push(unit);
    // One by one, because a page without spaces would exceed the arguments that a call can take.
    else for (const part of parts) tokens.push(shorten(part));
  }
  return joinDates(tokens);
};

const HAS_DIGIT = /[0-9]/;

/**
 * Matches words whose meaning depends on a sign at their beginning or end: `/run`, `--no-preserve`, `${name:-word}`, `[id]`, `.gitignore`,
 * `c++`.
 */
const SYMBOLS = new RegExp(
  [
    String.raw`\$\{[^\s{}]{1,36}\}`,
    String.raw`\[\.{0,3}[a-z][\w-]{0,30}\](?!\()`,
    // Not a later part of a word, a range or an address. The leading sign is tested first, because lookbehind is slow.
    String.raw`(?=[-~./$])(?:(?<![\p{L}\p{N}\p{M}_/:.~\])-])|(?<=[${UNSPACED}]))(?:--?[a-z][a-z0-9]*(?:-[a-z0-9]+)*|(?:~|\.{1,2})?/\.?[\w-]+(?:[./]+[\w-]+)*|[.$][a-z][a-z0-9]*(?:[._-][a-z0-9]+)*)`,
    String.raw`[a-z](?:\+\+|#)(?<![\p{L}\p{N}\p{M}][a-z](?:\+\+|#))`,
  ].join('|'),
  'gu',
);

/** At most one at either end. */
const EDGE_JOINERS = /^[-._/]|[-._/]$/g;

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');

/** In Chinese text an identifier is adjacent to the surrounding words, which are not part of it. */
const toWords = (joined: string): string[] => {
  if (!HAS_UNSPACED.test(joined)) return splitJoined(joined);
  return (joined.match(RUNS) ?? []).flatMap((run) => {
    if (HAS_UNSPACED.test(run)) return splitUnspaced(run);
    const plain = run.replace(EDGE_JOINERS, '');
    return plain === '' ? [] : splitJoined(plain);
  });
};

const splitJoined = (joined: string): string[] => {
  const parts = joined.split(/[-._/,]/);
  const isIdentifier =
    parts.length > 1 && joined.length <= MAX_WORD_LENGTH && /\p{N}/u.test(joined);
  return isIdentifier ? [...parts, joined] : parts;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const splitUnspaced = (run: string): string[] =>
  toPieces(run).flatMap((piece) =>
    [...segmenter.segment(piece)]
      .filter(({ isWordLike }) => isWordLike === true)
      .map(({ segment }) => segment),
  );

const MAX_SEGMENTER_PIECE = 500;

// Intl.Segmenter is quadratic in Node 20: 1 M characters took 435 s in one piece.
const toPieces = (run: string): string[] => {
  if (run.length <= MAX_SEGMENTER_PIECE) return [run];
  const characters = Array.from(run);
  const size = MAX_SEGMENTER_PIECE / 2;
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, piece) =>
    characters.slice(piece * size, (piece + 1) * size).join(''),
  );
};

const shorten = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join('');
