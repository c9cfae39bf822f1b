import { saysNotFound } from '../citations/index.js';
import { contentTerms, splitSentences } from '../language/index.js';
import type { Quoted } from './quote-sources.js';

type Asked = { question: string; language: string };

/**
 * True if an answer denies something that was asked by name and that the quotation does not mention either: it says that there is no bonus
 * "for interns", while the passage is about bonuses in general. An answer that only says that nothing was found may have overlooked the
 * passage.
 */
export const deniesWhatIsMissing = (
  answer: string,
  { said, sources }: Quoted,
  { question, language }: Asked,
): boolean => {
  const denials = splitSentences(answer).filter(({ text }) => saysNotFound(text));
  const denied = contentTerms(denials.map(({ text }) => text).join('\n'), language);
  const quoted = said.citations.flatMap(({ sourceIndex }) => sources[sourceIndex]?.citable ?? []);
  const named = quoted.map((source) => contentTerms(source.content, source.language));
  return [...contentTerms(question, language)].some(
    (term) => denied.has(term) && named.every((terms) => !terms.has(term)),
  );
};
