import type { Words } from '../i18n/index.js';

type Tokens = { promptTokens: number; cachedTokens: number; completionTokens: number };

/** Tokens in and out, and how many of those in were read from a cache, if any. */
export const toTokenText = (
  { t, format }: Pick<Words, 't' | 'format'>,
  { promptTokens, cachedTokens, completionTokens }: Tokens,
): string => {
  const all = t.tokensInOut(format.number(promptTokens), format.number(completionTokens));
  return cachedTokens === 0 ? all : t.tokensCached(all, format.number(cachedTokens));
};
