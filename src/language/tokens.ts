import { countTokens as countPiece } from 'gpt-tokenizer/encoding/o200k_base';

/** The tokenizer is quadratic on an unbroken run of letters: 16,000 Chinese characters took 4 s in one piece. */
const MAX_RUN = 128;

const LONG_RUN = new RegExp(String.raw`(\S{${MAX_RUN + 1},})`, 'u');

const ASCII_CHARS_PER_TOKEN = 4;
const OTHER_CHARS_PER_TOKEN = 2;
const FIRST_CJK = 0x2e80;

/** Tokens of a text (o200k_base) in linear time; text that looks like a special token counts as plain text. */
export const countTokens = (text: string): number =>
  text
    .split(LONG_RUN)
    // Only the long runs in pieces, so that what stands beside one counts as it does by itself.
    .flatMap((part, at) => (at % 2 === 1 ? (part.match(PIECES) ?? []) : part))
    .reduce((sum, part) => sum + countPiece(part, NO_SPECIAL_TOKENS), 0);

const PIECES = new RegExp(String.raw`\S{1,${MAX_RUN}}`, 'gu');

const NO_SPECIAL_TOKENS = { disallowedSpecial: new Set<string>() };

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
  return Math.ceil(ascii / ASCII_CHARS_PER_TOKEN + other / OTHER_CHARS_PER_TOKEN + eastAsian);
};
