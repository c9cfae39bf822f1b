const MAX_TITLE_CHARS = 80;

// Joiners are part of how some scripts are written; other format characters hide text or turn its direction.
const UNSEEN = /(?![\u200C\u200D])\p{Cf}|\p{Surrogate}/gu;

/** A session's first question as its title: one line, cut behind a word; null where nothing of it can be seen. */
export const toSessionTitle = (question: string): string | null => {
  const line = question
    .slice(0, 40 * MAX_TITLE_CHARS)
    .replace(UNSEEN, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line.length <= MAX_TITLE_CHARS) return line === '' ? null : line;
  const cut = line.slice(0, MAX_TITLE_CHARS - 1).replace(/\p{Surrogate}$/u, '');
  const isBetweenWords = line.charAt(cut.length) === ' ';
  const lastBlank = cut.lastIndexOf(' ');
  // Where nothing is written apart, or one word is longer than half a title, it is cut anywhere.
  const end = isBetweenWords || lastBlank < MAX_TITLE_CHARS / 2 ? cut.length : lastBlank;
  return `${cut.slice(0, end).trimEnd()}…`;
};
