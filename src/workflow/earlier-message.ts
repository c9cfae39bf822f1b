const MAX_EARLIER_CHARS = 2_000;

/** The beginning of an earlier message, which is all that a turn reads of it; never cut within a character. */
export const cutEarlierMessage = (content: string): string =>
  content.slice(0, MAX_EARLIER_CHARS).replace(/\p{Surrogate}$/u, '');
