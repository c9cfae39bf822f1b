const MAX_EARLIER_CHARS = 2_000;

/** As much of an earlier message as a turn reads: its beginning, without half a character at the end. */
export const cutEarlierMessage = (content: string): string =>
  content.slice(0, MAX_EARLIER_CHARS).replace(/\p{Surrogate}$/u, '');
