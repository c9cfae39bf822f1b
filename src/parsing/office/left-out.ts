import type { DocumentWarning } from '../../shared/document-warnings.js';

/** Kinds of content in office files that we do not read. */
export type LeftOut = keyof typeof SENTENCES;

const SENTENCES = {
  struckText: 'The file holds struck-out text, which is not read.',
  hiddenText: 'The file holds hidden text, which is not read.',
  hiddenCells: 'The file holds hidden sheets, rows or columns, which are not read.',
  hiddenSlides: 'The file holds hidden slides, which are not read.',
  emptyChart: 'The file holds a chart without the values that it shows.',
  embeddedObject: 'The file holds an embedded object that could not be read.',
  formControl: 'The file holds form controls whose state is not read.',
  embeddedDocument: 'The file holds an embedded document that could not be read.',
} as const;

/** The warnings for what was left out of one file, each once. */
export const leftOutWarnings = (leftOut: ReadonlySet<LeftOut>): DocumentWarning[] =>
  [...leftOut].map((what) => ({ code: 'content_left_out', detail: SENTENCES[what] }));

/** The warning for cells that show a formula because no result was calculated. */
export const uncalculatedWarnings = (cells: number): DocumentWarning[] =>
  cells === 0
    ? []
    : [
        {
          code: 'formulas_without_results',
          detail: `${cells} cells hold a formula without a stored result, and stand as that formula; open the file in its program, save it and upload it again.`,
        },
      ];
