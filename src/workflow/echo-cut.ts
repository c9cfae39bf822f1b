/**
 * Ends a model's text where it begins to repeat the data of its prompt: nobody else knows the turn's nonce, and nobody is to read our
 * marks. Takes the text in pieces, and holds back what may become such a mark.
 */
export const createEchoCut = (nonce: string) => {
  const marks = [`<<data ${nonce}`, `<<end ${nonce}`];
  let waiting = '';
  let isCut = false;
  const take = (length: number): string => {
    const text = waiting.slice(0, length);
    waiting = waiting.slice(length);
    return text;
  };
  return {
    push: (piece: string): string => {
      if (isCut) return '';
      waiting += piece;
      const found = marks.map((mark) => waiting.indexOf(mark)).filter((at) => at >= 0);
      isCut = found.length > 0;
      return isCut
        ? take(Math.min(...found))
        : take(waiting.length - lengthOfBeginning(waiting, marks));
    },
    end: (): string => (isCut ? '' : take(waiting.length)),
  };
};

/** How much of the text's end may be the beginning of a mark. */
const lengthOfBeginning = (text: string, marks: readonly string[]): number => {
  const longest = Math.max(...marks.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(text.length - length);
    if (marks.some((mark) => mark.startsWith(end))) return length;
  }
  return 0;
};
