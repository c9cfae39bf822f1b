/** The list of sources that the API puts below an answer: the page shows its own. */
const SOURCES = /\n\n[^\n]{1,60}:\n(?:\[\d{1,3}\] [^\n]*(?:\n|$))+$/u;

export const withoutSourceList = (text: string): string => text.replace(SOURCES, '');

/** The notice stands in the status line. */
export const withoutNotice = (text: string, notice: string | null): string =>
  notice !== null && text.startsWith(notice) ? text.slice(notice.length).trimStart() : text;

/** Parts the passages that only come close, which stand below the notice, from an answer that says that nothing was found. */
export const splitClosest = (
  text: string,
  notice: string | null,
): { text: string; closest: string } => {
  const at = notice === null ? -1 : text.indexOf(`\n\n${notice}`);
  if (notice === null || at === -1) return { text, closest: '' };
  return { text: text.slice(0, at), closest: text.slice(at + 2 + notice.length).trim() };
};
