import { isCarried, type SettledStatement } from '../citations/index.js';
import { contentTerms, detectLanguage, SUPPORTED_LANGUAGES } from '../language/index.js';
import { asksForWriting } from '../questions/index.js';
import type { Source } from './sources.js';
import { TUNING } from './tuning.js';

type Written = { sources: readonly Source[]; question: string; language: string };

/**
 * True if an answer may be shown in a tenant that requires grounded facts. Sources must support one of its statements, or share a topic
 * with a statement that no rule could decide. If that passage is in another language, the topic cannot be compared by words.
 */
export const isKept = (statements: readonly SettledStatement[], written: Written): boolean =>
  statements.some(
    (statement) =>
      isCarried(statement.verdict) ||
      (statement.verdict === 'unchecked' && isOnSubject(statement, written)),
  );

/** True if a statement cites only what the model produced with its tools, and contains a figure from it or shares words with it. */
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
    // The part that the model made itself is left out, because only the rest can share a topic.
    const content = citable?.basis?.content ?? citable?.content ?? '';
    const written = citable?.language ?? language;
    if (written !== readIn && cited.length > 0) return true;
    const contained = contentTerms(content, written);
    const terms = cited.length > 0 && isTerse(text, { own, content }) ? asked : own;
    const shared = [...terms].filter((term) => contained.has(term)).length;
    return shared >= TUNING.fewestSharedWords;
  });
};

/** Detects the language of a text instead of assuming that of the question: a translation differs from it. */
const languageOf = (text: string, fallback: string): string =>
  detectLanguage(text, { candidates: SUPPORTED_LANGUAGES, fallback });

/** A single letter is not evidence of a topic, whatever was asked. */
const isLetter = (text: string, language: string): boolean =>
  [...contentTerms(text, language)].join(' ').length === 1 && !/[\p{Lo}\p{N}]/u.test(text);

const MOST_TERSE = 6;
const FIGURE = /\p{N}+/gu;

/** A short answer such as "No", or "72 hours" from a passage with that figure, is only understood together with the question. */
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
