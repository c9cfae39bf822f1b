import type { ChatUsage } from './model.js';

/** In US dollars per million tokens. */
type ModelPrice = { input: number; output: number };
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const TOKENS_PER_PRICE = 1_000_000;
/** "gpt-4o-2024-08-06" is billed as "gpt-4o". */
const DATE_SUFFIX = /-\d{4}-\d{2}-\d{2}$/;

/** What a call cost; null for a model that the table does not know, which is not the same as free. */
export const costOf = (model: string, usage: ChatUsage, prices: ModelPrices): number | null => {
  // The endpoint names the model: `constructor` must not find what every object has.
  const name = [model, model.replace(DATE_SUFFIX, '')].find((known) =>
    Object.hasOwn(prices, known),
  );
  const price = name === undefined ? undefined : prices[name];
  if (price === undefined) return null;
  const { promptTokens, completionTokens } = usage;
  return (promptTokens * price.input + completionTokens * price.output) / TOKENS_PER_PRICE;
};
