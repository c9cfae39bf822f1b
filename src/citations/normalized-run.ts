// A minus is one where no word or number stands in front of it; C++ and C# are not C.
const TOKEN =
  /(?<![\p{L}\p{N})\]])-(?=\d)|\d+(?:[.,:]\d+)*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+(?:\+\+|#)?|[%‰°\p{Sc}±<>=≤≥≠]/gu;

const SEPARATOR = ' ';

const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]$/u;

/**
 * True when the tokens of `part` occur in `whole` in one run; never for a part without tokens. `isTurned` judges the
 * words in front of the run: "allowed" is in "not allowed", and yet not said.
 */
export const holdsRun = (
  whole: string,
  part: string,
  isTurned: (wordsBefore: string) => boolean,
): boolean => {
  const tokens = toTokens(part);
  if (tokens.length === 0) return false;
  const source = normalize(whole);
  const placed = placeTokens(source);
  const sought = join(tokens);
  let at = placed.text.indexOf(sought);
  while (at !== -1) {
    const before = wordsBefore(source, placed.tokens, placed.offsets.get(at) ?? 0);
    if (!isTurned(before) && !cutsNumber(before, sought)) return true;
    at = placed.text.indexOf(sought, at + 1);
  }
  return false;
};

/** Words, numbers, single Han characters and signs of quantity; the rest of punctuation says nothing. */
const toTokens = (text: string): string[] => normalize(text).match(TOKEN) ?? [];

const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[−–](?=\d)/g, '-');

type PlacedRun = { text: string; offsets: ReadonlyMap<number, number>; tokens: RegExpExecArray[] };

/** The tokens as one string, and which token begins where in it. */
const placeTokens = (text: string): PlacedRun => {
  const tokens = [...text.matchAll(TOKEN)];
  const offsets = new Map<number, number>();
  let offset = 0;
  tokens.forEach(([token], index) => {
    offsets.set(offset, index);
    offset += token.length + SEPARATOR.length;
  });
  return { text: join(tokens.map(([token]) => token)), offsets, tokens };
};

const join = (tokens: readonly string[]): string => SEPARATOR + tokens.join(SEPARATOR) + SEPARATOR;

const SENTENCE_BREAK = /[.!?。！？…\n]/;

/** The one or two tokens that stand before a token in its own sentence. */
const wordsBefore = (source: string, tokens: readonly RegExpExecArray[], index: number): string => {
  const end = tokens[index]?.index ?? 0;
  const words = source.slice(tokens[Math.max(0, index - 2)]?.index ?? 0, end);
  return words.split(SENTENCE_BREAK).at(-1) ?? '';
};

/** "500" at the end of "1 500" is another number. */
const cutsNumber = (before: string, sought: string): boolean =>
  /\d[\s'’]$/.test(before) && /^ \d{3} /.test(sought);

/** Length in words; two Han characters count as one. */
export const countRunWords = (text: string): number =>
  toTokens(text).reduce((sum, token) => sum + (UNSPACED.test(token) ? 0.5 : 1), 0);
