/** The list of sources that the API puts below an answer: the page shows its own. */
const SOURCES = /\n\n[^\n]{1,60}:\n(?:\[\d{1,3}\] [^\n]*(?:\n|$))+$/u;

export const withoutSourceList = (text: string): string => text.replace(SOURCES, '');

/** The notice stands in the status line. */
export const withoutNotice = (text: string, notice: string | null): string =>
  notice !== null && text.startsWith(notice) ? text.slice(notice.length).trimStart() : text;
