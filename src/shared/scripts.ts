/** For character classes: letters of East Asian scripts, whose words have one or two characters and no blanks in between. */
export const EAST_ASIAN = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc`;

/** For character classes: letters of South-East Asian scripts, whose words are longer and also have no blanks in between. */
export const SOUTH_EAST_ASIAN = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

/** For character classes: letters of scripts without blanks between words. */
export const UNSPACED = EAST_ASIAN + SOUTH_EAST_ASIAN;

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/** True for a text with a letter of a script without blanks between words. */
export const hasUnspaced = (text: string): boolean => HAS_UNSPACED.test(text);
