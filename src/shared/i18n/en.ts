/** Every sentence of ours that a user can read; a language file that misses one does not compile. */
export const en = {
  /** An honest not-found: the knowledge base holds no evidence. */
  notFound: 'I found nothing in the available documents that answers this question.',
  /** Precedes or replaces an answer when the rounds of tools are used up. */
  stepLimit: 'The step limit was reached; this is based on what was found until then.',
  deadlineReached: 'Time ran out; this is based on what was found until then.',
  /** The last line of a model's answer that broke off or was cut. */
  endsEarly: 'This answer ends here before it was complete.',
  /** The one line in front of what the extractive reasoner quotes. */
  noModelWroteThis: 'No language model wrote this; these sentences are quoted from the documents:',
  /** The same line where nobody knows whether they answer. */
  closestPassages:
    'No certain answer was found. These are the closest passages, quoted from the documents; no language model wrote this:',
  /** In front of that line where codes, numbers or names of the question are missing from the passages. */
  notInPassages: (words: string) => `These words of the question were not found: ${words}.`,
  /** The one line in front of what tools returned, where no model words it. */
  toolsReturned: 'No language model wrote this; it is what the tools returned:',
  /** The one line in front of what code printed, and whatever else a model made with its tools. */
  modelMade: 'Made by the language model with its tools, and checked against no source:',
  /** Precedes an answer that lacks the result of a tool. */
  toolsFailed: (names: string) =>
    `Something that was to be looked up failed, so this may be incomplete: ${names}.`,
  /** In front of the reasons, where every call failed and nothing was found. */
  lookupFailed: 'This could not be looked up:',
  /** Says what can be asked where no model is set up; the example is a sum. */
  quotingMode: 'No language model is set up here, so I quote sentences from documents.',
  canCalculate: (example: string) => `I can also calculate, for example ${example}.`,
  /** The answers to small talk without a model. */
  greeting: 'Hello! Ask me a question about the documents of your organisation.',
  youAreWelcome: 'You’re welcome!',
  goodbye: 'Goodbye!',
  /** Asked when a clarification is due and the model gave no question. */
  clarificationFallback: 'Could you say more precisely what you would like to know?',
  knowledgeBaseUnavailable:
    'The knowledge base is unavailable at the moment. Please try again later.',
  /** Added to a not-found while documents are indexed anew. */
  notReadYet: 'Some documents have not been read yet. Ask again in a moment.',
  indexRebuilding:
    'The search index is being rebuilt at the moment, so some documents cannot be found yet.',
  /** The request needs something no enabled tool can do. */
  beyondTools: 'This request is beyond what the enabled tools can do.',
  /** Below an answer whose passages are all in other languages; their names stand in the dictionary form. */
  foundIn: (languages: string) => `The documents found are in ${languages}.`,
  sourcesLabel: 'Sources:',
  /** Above the files that tools made. */
  filesLabel: 'Files:',
  /** Above what was kept because the user asked for it. */
  remembered: 'Remembered:',
  /** Above what a model proposed to keep; below it stands how to confirm each. */
  toConfirm: (days: number) =>
    `Not remembered yet. Confirm it within ${days} days to have it remembered:`,
  /** In front of the reason, where the user asked for nothing else. */
  notRemembered: 'This was not remembered:',
  /** The name of a personal memory among the sources. */
  privateMemory: 'Your memory (private)',
  toolResult: 'Tool result',
  codeResult: 'Result of code',
  untitledDocument: 'Untitled document',
  /** Stands where a link was that no cited source contains. */
  linkRemoved: '(link removed)',
  /** Stands in place of an answer whose source its reader may no longer see. */
  answerWithheld:
    'This answer is no longer shown: a source that it rests on was changed, deleted or closed to you.',
  unsupportedMark: 'wording not found in the source',
  /** The mark of a result that the model made itself. */
  uncheckedMark: 'made by the model itself, checked against no source',
  pages: ({ start, end }: { start: number; end: number }) =>
    start === end ? `p. ${start}` : `pp. ${start}–${end}`,
  /** Above the documents of a list, which may be cut. */
  documentsListed: ({ total, shown }: { total: number; shown: number }) =>
    `You may read ${total} ${total === 1 ? 'document' : 'documents'}${shown < total ? `; ${shown} are listed here` : ''}.`,
  newestDocuments: ({ total, shown }: { total: number; shown: number }) =>
    `The newest documents that you may read (${shown} of ${total}):`,
  /** Below the rows of a table of which there are more. */
  rowsShown: ({ total, shown }: { total: number; shown: number }) =>
    `Matching rows in the passages found: ${total}; shown here: ${shown}.`,
  documentsAbout: (topic: string) => `Documents that have something about ${topic}:`,
  /** In front of a summary that no model wrote. */
  outlineOf:
    'No language model wrote this; it is the outline of the document, below its first sentences:',
  /** Below an answer from the newer of two documents that say almost the same. */
  olderDiffers: (title: string) => `An older document says something else: ${title}`,
  quote: (text: string) => `“${text}”`,
  correction: (text: string) => `Correction: ${text}`,
  /** Below an answer of a strict tenant. */
  statementsLeftOut: (count: number) =>
    count === 1
      ? 'One statement was left out: the sources do not say it.'
      : `${count} statements were left out: the sources do not say them.`,
};

export type Messages = typeof en;
