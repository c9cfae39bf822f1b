import type { CitableSource } from '../../src/citations/citation.js';
import { createStatementRules } from '../../src/citations/rules/statement-rules.js';

/** What rules alone say of a statement about one passage, both in one language: nobody but a judge carries what they leave open. */
export const ruleVerdict = (
  text: string,
  content: string,
  { language, ...known }: Pick<CitableSource, 'language' | 'isValue' | 'name'>,
): 'exact' | 'carried' | 'not carried' => {
  const source = { key: 'passage', content, language, ...known };
  const rules = createStatementRules([source], { question: '', language, otherTexts: [] });
  const { verdict } = rules.check({ text, lead: '', cited: [0] });
  if (verdict === 'exact') return 'exact';
  return verdict === 'supported' || verdict === 'computed' ? 'carried' : 'not carried';
};
