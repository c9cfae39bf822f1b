/** A sentence in clauses, by punctuation and the language's words of contrast. */
export const splitClauses = (sentence: string, language: string): string[] =>
  sentence.split(boundaryOf(language)).filter((clause) => clause.trim() !== '');

/** Words that open a clause of their own, so that "on Mondays but not on Fridays" is two statements. */
const CONTRASTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: 'but|however|whereas|although|while',
    hu: 'de|viszont|hanem|azonban|bár',
    de: 'aber|sondern|jedoch|obwohl',
    fr: 'mais|cependant|tandis',
    es: 'pero|sino|aunque',
    vi: 'nhưng|tuy',
  }),
);

const PUNCTUATION = String.raw`[,;:](?=\s)|[，；：、—]|\s[-–]\s`;
const HAN_CONTRAST = '但是|但|而是|然而';

const boundaryOf = (language: string): RegExp => {
  const words = CONTRASTS.get(language);
  if (words !== undefined)
    return new RegExp(String.raw`${PUNCTUATION}|\s(?=(?:${words})\s)`, 'giu');
  return new RegExp(language === 'zh' ? `${PUNCTUATION}|(?=${HAN_CONTRAST})` : PUNCTUATION, 'gu');
};
