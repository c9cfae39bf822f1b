const TOKEN =
  /\d+(?:[.,:]\d+)*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+|[%‰°€$£¥₫±<>=]/gu;

/** Words, numbers, single Han characters and signs of quantity; the rest of punctuation says nothing. */
const toTokens = (text: string): string[] =>
  text.normalize('NFKC').toLowerCase().match(TOKEN) ?? [];

const SEPARATOR = ' ';
const join = (tokens: readonly string[]): string => SEPARATOR + tokens.join(SEPARATOR) + SEPARATOR;

/** True when the tokens of `part` occur in `whole` in one run; never for a part without tokens. */
export const holdsRun = (whole: string, part: string): boolean => {
  const tokens = toTokens(part);
  return tokens.length > 0 && join(toTokens(whole)).includes(join(tokens));
};

const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]$/u;

/** Length in words; two Han characters count as one. */
export const countRunWords = (text: string): number =>
  toTokens(text).reduce((sum, token) => sum + (UNSPACED.test(token) ? 0.5 : 1), 0);
