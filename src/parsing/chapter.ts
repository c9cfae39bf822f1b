/** Separates the headings of a chapter. */
const SEPARATOR = ' › ';

const MAX_LENGTH = 300;

/** The headings above a passage, outermost first; if the path is too long, only the innermost ones are kept. */
export const toChapter = (headingPath: readonly string[]): string | null => {
  const shown = [...headingPath];
  while (shown.length > 1 && shown.join(SEPARATOR).length > MAX_LENGTH) shown.shift();
  return shown.length === 0 ? null : shown.join(SEPARATOR);
};

/** The headings that a chapter names, outermost first. */
export const splitChapter = (chapter: string | null): string[] =>
  chapter === null ? [] : chapter.split(SEPARATOR);
