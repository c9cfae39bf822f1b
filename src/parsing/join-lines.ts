import { alternativesOf } from '../language/index.js';
import { EAST_ASIAN } from '../shared/scripts.js';

/** U+2010 is the hyphen in printed pages such as manuals. */
const BROKEN_WORD = /[\p{L}\p{M}][-\u2010]$/u;
/** "Vor- und Nachteile": the hyphen represents the second half of the later word. */
const JOINS_TWO = new RegExp(
  String.raw`^(?:${alternativesOf(({ joinsHalves }) => joinsHalves)})(?![\p{L}\p{M}])`,
  'u',
);

/** Digits and words that start with a capital keep the hyphen before them. */
const KEPT_HYPHEN = /[\p{L}\p{M}\p{N}][-\u2010]$/u;
const AFTER_KEPT = /^[\p{N}\p{Lu}]/u;

/** What decides whether a hyphen at the end of a line is kept. */
export type Hyphens = {
  /** Every word of the document in lower case. */
  words: ReadonlySet<string>;
  /** There is no sign that words were split at line ends, so every hyphen was written by the author. */
  areWritten?: boolean;
};

/** Joins a line to the text before it: with a space, in Chinese and Japanese without one, and without the hyphen if a word was split. */
export const joinLine = (
  before: string,
  line: string,
  { words, areWritten = false }: Hyphens,
): string => {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + line;
  if (line.startsWith('//') && SCHEME.test(before.slice(-8))) return before + line;
  if (KEPT_HYPHEN.test(before.slice(-4)) && AFTER_KEPT.test(line)) return before + line;
  const isParted = BROKEN_WORD.test(before.slice(-4)) && /^\p{Ll}/u.test(line);
  if (!isParted) return joinUnspaced(before, line);
  const left = /[\p{L}\p{M}-]+$/u.exec(withPlainHyphens(before.slice(-60)))?.[0] ?? '';
  const [compound = '', right = ''] = COMPOUND.exec(line.slice(0, 60)) ?? [];
  if (words.has(left + compound) || words.has(left + right)) return before + line;
  const isKnown = words.has(left.slice(0, -1) + right);
  // If a word has several hyphens, none of them was added by the typesetter.
  const isLong = compound !== right || left.slice(0, -1).includes('-');
  if (!isKnown && !JOINS_TWO.test(line) && (areWritten || isLong)) return before + line;
  const isOne = !JOINS_TWO.test(line) || isKnown;
  return isOne ? before.slice(0, -1) + line : `${before} ${line}`;
};

/** All lines of a paragraph; each is joined only to the one before, because a text can have very many lines. */
export const joinLines = (lines: readonly string[], hyphens: Hyphens): string => {
  const parts: string[] = [];
  for (const line of lines) {
    const before = parts.pop();
    if (before !== undefined) parts.push(joinLine(before, line, hyphens).slice(0, -line.length));
    parts.push(line);
  }
  return parts.join('');
};

/** An address may be broken across lines after one of these. */
const SCHEME = /\bhttps?:$/iu;

const COMPOUND = /^([\p{L}\p{M}]+)(?:-[\p{L}\p{M}]+)*/u;

/** Every word of the document in lower case: helps to tell a hyphen that belongs to the word from one that the typesetter added. */
export const wordsOf = (lines: Iterable<string>): Set<string> => {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of withPlainHyphens(line).matchAll(WORD)) words.add(word);
  }
  return words;
};

const WORD = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu;

const withPlainHyphens = (text: string): string => text.toLowerCase().replaceAll('\u2010', '-');

const CJK_END = new RegExp(String.raw`[${EAST_ASIAN}。，、；：！？」』）》]$`, 'u');
const CJK_START = new RegExp(String.raw`^[${EAST_ASIAN}。，、；：！？「『（《]`, 'u');

const joinUnspaced = (before: string, line: string): string =>
  before + (CJK_END.test(before.slice(-2)) && CJK_START.test(line) ? '' : ' ') + line;
