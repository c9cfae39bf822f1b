/** Stored terms stay far below LanceDB's limit of 200 bytes per token. */
const MAX_WORD_LENGTH = 40;

// The joined tail is optional, so every start matches at once and the scan stays linear.
const JOINED_WORDS = /[\p{L}\p{N}\p{M}]+(?:[-._/][\p{L}\p{N}\p{M}]+)*/gu;

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

/** Nearly every word is one word. */
const NEEDS_SPLITTING = new RegExp(`[-._/${UNSPACED}]`, 'u');

/** Lower-case NFKC words in reading order; identifiers such as `v1.2.3` or `AB-1234` in parts and as a whole. Linear in the text. */
export const splitWords = (text: string): string[] => {
  const words: string[] = [];
  for (const joined of text.normalize('NFKC').toLowerCase().match(JOINED_WORDS) ?? []) {
    const parts = NEEDS_SPLITTING.test(joined) ? toWords(joined) : [joined];
    // One by one: a page without a space is more arguments than a call can take.
    for (const part of parts) words.push(shorten(part));
  }
  return words;
};

/** At most one stands at either end. */
const EDGE_JOINERS = /^[-._/]|[-._/]$/g;

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');

/** In Chinese text an identifier touches the words around it, and they are no part of it. */
const toWords = (joined: string): string[] => {
  if (!HAS_UNSPACED.test(joined)) return splitJoined(joined);
  return (joined.match(RUNS) ?? []).flatMap((run) => {
    if (HAS_UNSPACED.test(run)) return splitUnspaced(run);
    const plain = run.replace(EDGE_JOINERS, '');
    return plain === '' ? [] : splitJoined(plain);
  });
};

const JOINERS = /[-._/]/;

const DIGIT = /\p{N}/u;

const splitJoined = (joined: string): string[] => {
  const parts = joined.split(JOINERS);
  const isIdentifier =
    parts.length > 1 &&
    joined.length <= MAX_WORD_LENGTH &&
    JOINERS.test(joined) &&
    DIGIT.test(joined);
  return isIdentifier ? [...parts, joined] : parts;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const splitUnspaced = (run: string): string[] =>
  toPieces(run).flatMap((piece) =>
    [...segmenter.segment(piece)]
      .filter(({ isWordLike }) => isWordLike === true)
      .map(({ segment }) => segment),
  );

const MAX_SEGMENTER_PIECE = 500;

// Intl.Segmenter is quadratic in Node 20: 1 M characters took 435 s in one piece.
const toPieces = (run: string): string[] => {
  if (run.length <= MAX_SEGMENTER_PIECE) return [run];
  const characters = Array.from(run);
  const size = MAX_SEGMENTER_PIECE / 2;
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, piece) =>
    characters.slice(piece * size, (piece + 1) * size).join(''),
  );
};

const shorten = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join('');
