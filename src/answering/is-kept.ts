import { isCarried, type SettledStatement } from '../citations/index.js';
import { contentTerms } from '../language/index.js';
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

const isOnSubject = (
  { text, lead, cited, sourceIndexes, reason }: SettledStatement,
  { sources, question, language }: Written,
): boolean => {
  if (reason === 'other_language' && cited.length > 0) return true;
  const own = contentTerms(`${lead} ${text}`, language);
  // "At most three days" is understood by what was asked.
  const isShort = own.size < TUNING.fewestSharedWords;
  const terms =
    isShort && cited.length > 0 ? new Set([...own, ...contentTerms(question, language)]) : own;
  const compared = cited.length > 0 ? cited : sourceIndexes;
  return compared.some((index) => {
    const { content = '', language: written = language } = sources[index]?.citable ?? {};
    if (written !== language && cited.length > 0) return true;
    const contained = contentTerms(content, written);
    const shared = [...terms].filter((term) => contained.has(term)).length;
    return shared >= TUNING.fewestSharedWords;
  });
};
