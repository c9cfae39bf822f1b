import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('en');

/** Sentences of a document and its pages. */
export const pages = {
  viewAs: 'Show as',
  viewPages: 'Pages',
  viewText: 'Text',
  viewPassages: 'Passages',
  sheets: 'Sheets',
  pageOf: (page: number, title: string) => `Page ${page} of ${title}`,
  pageNumberOf: (page: number, count: number) => `Page ${page} of ${count}`,
  goToPage: 'Page number',
  ofPages: (count: number) => `of ${count}`,
  pageText: 'Text of this page',
  passageText: 'Text of the passage',
  noTextOnPage: 'No text was found on this page.',
  readByOcr: 'Read in a picture by text recognition (OCR). Compare it with the picture.',
  noPicture: 'There is no picture of this page. Its text is below.',
  noPictureBecause: (reason: string) => `This page cannot be shown as a picture: ${reason}`,
  boxesMissing: 'The passage is on this page, but could not be marked.',
  boxesOfLines: 'Whole lines are marked: not every letter of the passage was found on the page.',
  staleText:
    'The document was replaced after this answer. The passage that was cited can no longer be shown; what the document says now may be different.',
  staleOpen: 'Open the document as it is now',
  documentGone:
    'The document was deleted or closed to you while you were reading it. It can no longer be shown.',
  whatIsKnown: 'About this document',
  factFile: 'File',
  factUploaded: 'Uploaded',
  versions: 'Versions',
  version: (number: number) => `Version ${number}`,
  versionAnswers: 'in use',
  versionReading: 'is being read',
  versionFailed: 'failed',
  versionReplaced: 'replaced',
  versionsKept: 'When a newer file is ready, it replaces the previous one.',
  restore: 'Restore',
  restoreVersion: (number: number) => `Restore version ${number}?`,
  restoreText:
    'Its file becomes the newest version of this document. Until it has been read, the present version answers.',
  technicalReason: 'For support',
  passageNumber: (number: number) => `Passage ${number}`,
  tokenCount: (count: number) => plural(count, { one: 'token', other: 'tokens' }),
  findInDocument: 'Find in this document',
  placesFound: (count: string) => `Places found: ${count}`,
  foundNowhere: 'These words are not in this document.',
  outline: 'Outline',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
};
