import { TUNING } from './tuning.js';

/** Counts exactly. Its table takes a tenth of a second and 60 MB, so only a process that needs it loads it. */
export const loadTokenizer = () => import('./tokenizer.js');

const FIRST_CJK = 0x2e80;

/**
 * The approximate number of tokens that a model reads in a text, for prompt budgets: four ASCII characters, two other letters or one East
 * Asian character make one. Within a quarter of cl100k on prose, without loading a tokenizer.
 */
export const approximateTokens = (text: string): number => {
  let ascii = 0;
  let other = 0;
  let eastAsian = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code < 0x80) ascii += 1;
    else if (code < FIRST_CJK) other += 1;
    else eastAsian += 1;
  }
  return Math.ceil(ascii / TUNING.asciiOfToken + other / TUNING.otherOfToken + eastAsian);
};
