import type { PageStart } from './parsed-document.js';

/** No honest paragraph runs over more pages; what is cleaned for each is everything before it. */
const MAX_PAGE_STARTS = 50;

/** The same places in the cleaned text. */
export const cleanPageStarts = (
  { text, pageStarts }: { text: string; pageStarts: readonly PageStart[] },
  clean: (text: string) => string,
): PageStart[] =>
  pageStarts
    .slice(0, MAX_PAGE_STARTS)
    .map(({ at, page }) => ({ at: clean(text.slice(0, at)).length, page }));
