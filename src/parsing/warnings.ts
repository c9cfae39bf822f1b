import {
  MAX_DETAIL_LENGTH,
  MAX_PAGES_NAMED,
  MAX_WARNINGS,
  type DocumentWarning,
} from '../shared/document-warnings.js';

/** Merges equal warnings into one, with the pages of all of them in order; keeps as many as a document may have. */
export const mergeWarnings = (warnings: readonly DocumentWarning[]): DocumentWarning[] => {
  const merged = new Map<string, DocumentWarning & { pages: number[] }>();
  for (const { code, detail, pages = [] } of warnings) {
    const key = `${code} ${detail}`;
    const known = merged.get(key);
    if (known) known.pages = known.pages.concat(pages);
    else if (merged.size < MAX_WARNINGS) merged.set(key, { code, detail, pages });
  }
  return [...merged.values()].map(({ code, detail, pages }) => {
    const named = [...new Set(pages)].sort((left, right) => left - right);
    return {
      code,
      detail: detail.slice(0, MAX_DETAIL_LENGTH),
      ...(named.length > 0 && { pages: named.slice(0, MAX_PAGES_NAMED) }),
    };
  });
};
