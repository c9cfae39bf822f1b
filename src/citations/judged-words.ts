import { contentTerms, splitSentences } from '../language/index.js';
import type { CitableSource } from './citation.js';
import type { StatementText } from './statement.js';

export type Span = { start: number; end: number };

/** Maximum distance in characters between named words of a source if the judge left out text between them. */
const MAX_APART = 400;
const LEFT_OUT = /\s*(?:…|\.{3}|\[\.{3}\])\s*/u;

/**
 * Finds the words in a passage that a judge has named, ignoring case, quotation marks and white space. Parts separated by an ellipsis ("…")
 * must be in order. Null if the passage does not contain the words, or if they state nothing.
 */
export const findJudgedWords = (content: string, words: string, language: string): Span | null => {
  const parts = toPlain(words)
    .text.split(LEFT_OUT)
    .map(trimMarks)
    .filter((part) => part !== '');
  if (!saysSomething(parts.join(' '), language)) return null;
  const { text, places } = toPlain(content);
  let from = 0;
  let start: number | null = null;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1 || (start !== null && at - from > MAX_APART)) return null;
    start ??= at;
    from = at + part.length;
  }
  if (start === null) return null;
  return { start: places[start] ?? 0, end: (places[from - 1] ?? content.length - 1) + 1 };
};

/** The sentences, or table lines, that contain a part of a passage. */
export const sentencesAround = (content: string, { start, end }: Span): Span => {
  const held = splitSentences(content).filter((one) => one.start < end && one.end > start);
  return { start: held[0]?.start ?? start, end: held.at(-1)?.end ?? end };
};

type Compared = {
  statement: StatementText;
  /** The language of the statement. */
  language: string;
  question: string;
  source: Pick<CitableSource, 'content' | 'language'>;
  words: Span;
};

/** True if words of a passage have the same topic as the statement or the question, so that they could contradict it. */
export const isAbout = ({ statement, language, question, source, words }: Compared): boolean => {
  if (language !== source.language) return true;
  const { start, end } = sentencesAround(source.content, words);
  const terms = contentTerms(source.content.slice(start, end), language);
  const spoken = contentTerms(`${statement.lead} ${statement.text}\n${question}`, language);
  return [...spoken].some((term) => terms.has(term));
};

const saysSomething = (text: string, language: string): boolean =>
  /\p{N}/u.test(text) || [...contentTerms(text, language)].some((term) => term.length > 1);

const trimMarks = (text: string): string => text.replace(/^["'\s]+|["'\s.]+$/g, '');

const QUOTATION_MARKS = new Set('“”„«»‟「」『』');
const APOSTROPHES = new Set('‘’‚`´');

/**
 * The text in lower case with plain quotation marks and single blanks; `places` contains the index of each character in the original text.
 */
const toPlain = (text: string): { text: string; places: number[] } => {
  const places: number[] = [];
  let plain = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const isBlank = /\s/.test(character);
    if (isBlank && (plain === '' || plain.endsWith(' '))) continue;
    const written = isBlank ? ' ' : toPlainCharacter(character);
    plain += written;
    places.push(...Array.from(written.split(''), () => index));
  }
  return { text: plain, places };
};

const toPlainCharacter = (character: string): string => {
  if (QUOTATION_MARKS.has(character)) return '"';
  if (APOSTROPHES.has(character)) return "'";
  return character.toLowerCase();
};
