import { TUNING } from './tuning.js';

/** Counts exactly. Its table takes a tenth of a second and 60 MB: only a process that needs it loads it. */
export const loadTokenizer = () => import('./tokenizer.js');

const FIRST_CJK = 0x2e80;

/**
 * About how many tokens a model reads in a text, for budgets of prompts: four ASCII characters, two other letters or one
 * character of an East Asian script each make one. Within a quarter of cl100k on prose; no tokenizer is loaded for it.
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
