/** Of each piece of some words, by its number, whether a term holds it. */
export type Pieces = { count: number; findIn: (term: string) => readonly number[] };

const NONE: readonly number[] = [];

/**
 * The pieces of a question's words: every run of four characters (two in Chinese, Japanese and Korean characters, three in Thai and its
 * neighbours), and shorter words whole.
 */
export const createPieces = (words: readonly { forms: readonly string[] }[]): Pieces => {
  const numbers = new Map<string, number>();
  const filter = new Uint8Array(FILTER_SIZE);
  const sizes = new Set<number>();
  for (const piece of words.flatMap(({ forms }) => forms.flatMap(toPieces))) {
    if (numbers.has(piece)) continue;
    numbers.set(piece, numbers.size);
    filter[hashAt(piece, 0, piece.length)] = 1;
    sizes.add(piece.length);
  }
  const lengths = [...sizes];
  const findIn = (term: string): readonly number[] => {
    let found: number[] | null = null;
    for (const length of lengths) {
      // A short word is looked for as a whole, for it stands inside of too many others.
      const isWhole = length < sizeFor(term);
      if (isWhole && term.length !== length) continue;
      for (let start = 0; start + length <= term.length; start += 1) {
        if (filter[hashAt(term, start, length)] === 0) continue;
        const number = numbers.get(term.slice(start, start + length));
        if (number !== undefined) (found ??= []).push(number);
      }
    }
    return found ?? NONE;
  };
  return { count: numbers.size, findIn };
};

const toPieces = (form: string): string[] => {
  const size = sizeFor(form);
  if (form.length <= size) return [form];
  return Array.from({ length: form.length - size + 1 }, (_, start) =>
    form.slice(start, start + size),
  );
};

const TWO = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const THREE = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Below U+0E00 stand the alphabets that part words by spaces. */
const FIRST_UNSPACED = 0xe00;

const sizeFor = (word: string): number => {
  if (word.charCodeAt(0) < FIRST_UNSPACED) return 4;
  if (TWO.test(word)) return 2;
  return THREE.test(word) ? 3 : 4;
};

const FILTER_SIZE = 1 << 14;

const hashAt = (text: string, start: number, length: number): number => {
  let hash = length;
  for (let at = start; at < start + length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return hash & (FILTER_SIZE - 1);
};
