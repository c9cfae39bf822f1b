import { pluralsOf } from '../plurals.js';

const plural = pluralsOf('en');

/** Sentences of the search. */
export const search = {
  navSearch: 'Search',
  searchTitle: 'Search your documents',
  searchFor: 'Search for',
  searchButton: 'Search',
  searchHint:
    'Passages as a question finds them, without an answer. If a document is missing, ask why below.',
  resultCount: (count: number, ms: string) =>
    `${plural(count, { one: 'passage', other: 'passages' })}, ${ms}`,
  searchNothing: 'Nothing in your documents fits.',
  searchClosest: 'No passage is likely to answer this; these are the closest.',
  isEvidence: 'likely to answer',
  howRelevant: (percent: string) => `${percent} relevant`,
  legs: {
    dense: 'Results match words only, not meaning, because no embedder is set up.',
    denseFailed: 'Meaning was not compared: the embedder is away.',
    lexicalFailed: 'Words were not compared: the word index is away.',
  },
  whyNot: 'Why not this document?',
  whyNotHint: 'Choose a document to see what the search made of it.',
  whyNotChoose: 'Title of the document',
  whyNotNone: 'No document has that in its title.',
  whyNotChosen: (title: string) => `What became of “${title}”`,
  whyNotOther: 'Choose another document',
  why: {
    found: (position: number) => `It is found, at place ${position}.`,
    not_indexed: (state: string) => `It cannot be found yet: it is ${state}.`,
    outside_filter: 'It is outside of what was searched.',
    no_common_word: 'It shares no word with the question.',
    noCommonMeaning: 'It shares no word with the question, and was not found by its meaning.',
    not_among_candidates:
      'Many other passages come nearer to the question, so this document was not looked at closely.',
    below_relevance: (has: string, needed: string) =>
      `Its best passage is ${has} likely to answer; ${needed} is needed.`,
    belowUnknown: 'Its best passage is not likely enough to answer.',
    merged: 'Its passage says the same as one of another document, which is shown for both.',
    cut_by_top_k: (position: string) =>
      `It is found, but further down than what is shown${position}.`,
    atPlace: (position: number) => `, at place ${position}`,
    cut_by_budget: 'It is found, but there was no room left for its text.',
  },
  whyWords: 'Words of the question, and where this document has them',
  word: 'Word',
  wordShare: 'Weight',
  wordFound: 'Found',
  wordYes: 'yes',
  wordNo: 'no',
  wordPartly: (percent: string) => `partly, ${percent}`,
  bestPassage: 'Its best passage',
  mergedInto: 'Open the document that is shown',
};
