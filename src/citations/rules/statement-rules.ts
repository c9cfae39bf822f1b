import type { CitableSource } from '../citation.js';
import { verifyCitation } from '../claims.js';
import { extractFacts } from '../facts.js';
import type { RuleFinding, StatementText } from '../statement.js';

/** What a turn says beside its sources. */
export type RuleContext = {
  question: string;
  /** ISO 639-1 of the answer. */
  language: string;
  /** Results of tools and earlier words of the person: their figures count. */
  otherTexts: readonly string[];
};

export type StatementRules = { check: (statement: StatementText) => RuleFinding };

/** What can be said of a statement without asking a model. Sources are read once, when a statement first needs them. */
export const createStatementRules = (
  sources: readonly CitableSource[],
  { question, language, otherTexts }: RuleContext,
): StatementRules => {
  const contents = sources.map(({ content, basis }) => basis?.content ?? content);
  let known: ReadonlySet<string> | null = null;
  const knownNumbers = (): ReadonlySet<string> =>
    (known ??= new Set(
      [...contents, question, ...otherTexts].flatMap((text) => numbersOf(text, language)),
    ));

  const check = (statement: StatementText): RuleFinding => {
    const isCited = statement.cited.length > 0;
    const places = isCited ? statement.cited : sources.map((_source, index) => index);
    const found = places.flatMap((index) => {
      const source = sources[index];
      if (source === undefined) return [];
      return [
        { index, verification: verifyCitation(statement.text, contents[index] ?? '', source) },
      ];
    });
    const exact = found.filter(({ verification }) => verification === 'exact');
    const carrying = found.filter(({ verification }) => verification !== 'unsupported');
    const toIndexes = (list: typeof found): number[] => list.map(({ index }) => index);
    if (exact.length > 0) {
      return { verdict: 'exact', reason: 'verbatim', sourceIndexes: toIndexes(exact) };
    }
    if (carrying.length > 0) {
      return { verdict: 'supported', reason: 'same_words', sourceIndexes: toIndexes(carrying) };
    }
    const unknown = numbersOf(statement.text, language).filter((fact) => !knownNumbers().has(fact));
    return unknown.length > 0
      ? { verdict: 'unsupported', reason: 'figure_not_found', sourceIndexes: [] }
      : { verdict: 'open', reason: 'other_words', sourceIndexes: isCited ? toIndexes(found) : [] };
  };

  return { check };
};

const numbersOf = (text: string, language: string): string[] =>
  [...extractFacts(text, language)].filter((fact) => fact.startsWith('number '));
