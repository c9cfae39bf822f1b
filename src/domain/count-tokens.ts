import { countTokens as countPiece } from 'gpt-tokenizer/encoding/o200k_base';

/** The tokenizer is quadratic on an unbroken run of letters: 16,000 Chinese characters took 4 s in one piece. */
const MAX_RUN = 128;
const PIECES = new RegExp(String.raw`\s*\S{1,${MAX_RUN}}|\s{1,${MAX_RUN}}`, 'gu');
const LONG_RUN = new RegExp(String.raw`\S{${MAX_RUN + 1}}`, 'u');
const NO_SPECIAL_TOKENS = { disallowedSpecial: new Set<string>() };

/** Tokens of a text (o200k_base) in linear time; text that looks like a special token counts as plain text. */
export const countTokens = (text: string): number =>
  LONG_RUN.test(text)
    ? (text.match(PIECES) ?? []).reduce(
        (sum, piece) => sum + countPiece(piece, NO_SPECIAL_TOKENS),
        0,
      )
    : countPiece(text, NO_SPECIAL_TOKENS);
