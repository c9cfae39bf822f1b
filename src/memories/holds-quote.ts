const WORD = /[\p{L}\p{N}\p{M}]/u;

/** True where the quote stands in the message letter for letter, and neither end of it cuts a word: "like tea" is not in "dislike tea". */
export const holdsQuote = (message: string, quote: string): boolean => {
  if (!WORD.test(quote)) return false;
  let start = message.indexOf(quote);
  while (start !== -1) {
    if (isBorder(message, start) && isBorder(message, start + quote.length)) return true;
    start = message.indexOf(quote, start + 1);
  }
  return false;
};

const MARK = /^\p{M}|^\u200d/u;
/** Scripts that put nothing between words: there any two characters may be a border. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const isBorder = (message: string, index: number): boolean => {
  const [before = ' '] = /.$/su.exec(message.slice(0, index)) ?? [];
  const [after = ' '] = /^./su.exec(message.slice(index)) ?? [];
  // Between the halves of a surrogate pair what stands before is a lone surrogate.
  if (MARK.test(after) || /\p{Cs}/u.test(before)) return false;
  const isInWord = WORD.test(before) && WORD.test(after);
  return !isInWord || UNSPACED.test(before) || UNSPACED.test(after);
};
