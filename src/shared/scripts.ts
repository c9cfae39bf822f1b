/** For character classes: letters of East Asian scripts, whose words have a character or two and no blanks between them. */
export const EAST_ASIAN = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc`;

/** For character classes: letters of South-East Asian scripts, whose words are longer and have no blanks between them either. */
export const SOUTH_EAST_ASIAN = String.raw`\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

/** For character classes: letters of the scripts that are written without blanks between words. */
export const UNSPACED = EAST_ASIAN + SOUTH_EAST_ASIAN;

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/** True for a text with a letter of a script that is written without blanks between words. */
export const hasUnspaced = (text: string): boolean => HAS_UNSPACED.test(text);
