import { isCarried, type SettledStatement } from '../citations/index.js';
import { contentTerms, detectLanguage, SUPPORTED_LANGUAGES } from '../language/index.js';
import { asksForWriting } from '../questions/index.js';
import type { Source } from './sources.js';
import { TUNING } from './tuning.js';

type Written = { sources: readonly Source[]; question: string; language: string };

/**
 * True where facts must be grounded and the answer may stand: sources carry a statement of it, or none is sure of one that speaks of what
 * its passage speaks of, which wording cannot tell where the passage is in another language.
 */
export const isKept = (statements: readonly SettledStatement[], written: Written): boolean =>
  statements.some(
    (statement) =>
      isCarried(statement.verdict) ||
      (statement.verdict === 'unchecked' && isOnSubject(statement, written)),
  );

/** True where a statement cites nothing but what the model made with its tools, and tells a figure of it or shares words with it. */
export const restsOnOwnResults = (
  statements: readonly SettledStatement[],
  { sources, language }: Written,
): boolean =>
  statements.some(({ text, lead, cited }) => {
    const made = cited.flatMap((index) => sources[index]?.citable ?? []);
    if (made.length === 0 || made.some(({ basis }) => basis?.content !== '')) return false;
    const own = contentTerms(`${lead} ${text}`, language);
    return made.some(({ content }) => {
      const contained = contentTerms(content, language);
      const shared = [...own].filter((term) => contained.has(term)).length;
      return shared >= TUNING.fewestSharedWords || sharesFigure(text, content);
    });
  });

const isOnSubject = (
  { text, lead, cited, sourceIndexes, reason }: SettledStatement,
  { sources, question, language }: Written,
): boolean => {
  if (isLetter(text, language)) return false;
  if (reason === 'other_language' && cited.length > 0) return true;
  const own = contentTerms(`${lead} ${text}`, language);
  const readIn = asksForWriting(question) ? languageOf(text, language) : language;
  const asked = new Set([...own, ...contentTerms(question, language)]);
  const compared = cited.length > 0 ? cited : sourceIndexes;
  return compared.some((index) => {
    const { citable } = sources[index] ?? {};
    // What the model made itself is no subject of anybody else's.
    const content = citable?.basis?.content ?? citable?.content ?? '';
    const written = citable?.language ?? language;
    if (written !== readIn && cited.length > 0) return true;
    const contained = contentTerms(content, written);
    const terms = cited.length > 0 && isTerse(text, { own, content }) ? asked : own;
    const shared = [...terms].filter((term) => contained.has(term)).length;
    return shared >= TUNING.fewestSharedWords;
  });
};

/** A translation is in another language than its question. */
const languageOf = (text: string, fallback: string): string =>
  detectLanguage(text, { candidates: SUPPORTED_LANGUAGES, fallback });

/** A letter alone says nothing, whatever was asked. */
const isLetter = (text: string, language: string): boolean =>
  [...contentTerms(text, language)].join(' ').length === 1 && !/[\p{Lo}\p{N}]/u.test(text);

const MOST_TERSE = 6;
const FIGURE = /\p{N}+/gu;

/** "No", or "72 hours" of a passage that has that figure, is understood by what was asked. */
const isTerse = (
  text: string,
  { own, content }: { own: ReadonlySet<string>; content: string },
): boolean => {
  if (own.size === 1) return true;
  return own.size <= MOST_TERSE && sharesFigure(text, content);
};

const sharesFigure = (text: string, content: string): boolean => {
  const known = new Set(content.match(FIGURE));
  return (text.match(FIGURE) ?? []).some((figure) => known.has(figure));
};
