/** Every sentence of ours that a user can read; a language file that lacks one does not compile. */
export const en = {
  /** An honest "not found": the knowledge base contains no evidence. */
  notFound: 'I found nothing in the available documents that answers this question.',
  /** Precedes or replaces an answer if the rounds of tools are used up. */
  stepLimit: 'The step limit was reached; this is based on what was found until then.',
  deadlineReached: 'Time ran out; this is based on what was found until then.',
  /** The last line of a model's answer that was interrupted or cut. */
  endsEarly: 'This answer ends here before it was complete.',
  /** The line before the quotations of the extractive reasoner. */
  noModelWroteThis: 'No language model wrote this; these sentences are quoted from the documents:',
  /** The same line if it is uncertain whether they answer. */
  closestPassages:
    'No certain answer was found. These are the closest passages, quoted from the documents; no language model wrote this:',
  /** Before that line if codes, numbers or names of the question are missing from the passages. */
  notInPassages: (words: string) => `These words of the question were not found: ${words}.`,
  /** The line before tool results that no model puts into words. */
  toolsReturned: 'No language model wrote this; it is what the tools returned:',
  /** The line before output of code, and anything else that a model made with its tools. */
  modelMade: 'Made by the language model with its tools, and checked against no source:',
  /** Precedes an answer that lacks the result of a tool. */
  toolsFailed: (names: string) =>
    `Something that was to be looked up failed, so this may be incomplete: ${names}.`,
  /** Before the reasons, if every call failed and nothing was found. */
  lookupFailed: 'This could not be looked up:',
  /** Says what can be asked if no model is configured; the example is a calculation. */
  quotingMode: 'No language model is set up here, so I quote sentences from documents.',
  canCalculate: (example: string) => `I can also calculate, for example ${example}.`,
  /** Replies to small talk without a model. */
  greeting: 'Hello! Ask me a question about the documents of your organisation.',
  youAreWelcome: 'You’re welcome!',
  goodbye: 'Goodbye!',
  /** Asked if a clarification is needed and the model gave no question. */
  clarificationFallback: 'Could you say more precisely what you would like to know?',
  knowledgeBaseUnavailable:
    'The knowledge base is unavailable at the moment. Please try again later.',
  /** Added to "not found" while documents are being indexed again. */
  notReadYet: 'Some documents have not been read yet. Ask again in a moment.',
  indexRebuilding:
    'The search index is being rebuilt at the moment, so some documents cannot be found yet.',
  /** The request needs something that no enabled tool can do. */
  beyondTools: 'This request is beyond what the enabled tools can do.',
  /** Follows an answer whose passages are all in other languages; their names are in the dictionary form. */
  foundIn: (languages: string) => `The documents found are in ${languages}.`,
  sourcesLabel: 'Sources:',
  /** Heading of the files that tools made. */
  filesLabel: 'Files:',
  /** Heading of what was remembered because the user asked for it. */
  remembered: 'Remembered:',
  /** Heading of memories that a model proposes; how to confirm each is shown below. */
  toConfirm: (days: number) =>
    `Not remembered yet. Confirm it within ${days} days to have it remembered:`,
  /** Before the reason, if the user asked for nothing else. */
  notRemembered: 'This was not remembered:',
  /** The name of a personal memory among the sources. */
  privateMemory: 'Your memory (private)',
  toolResult: 'Tool result',
  codeResult: 'Result of code',
  untitledDocument: 'Untitled document',
  /** Replaces a link that no cited source contains. */
  linkRemoved: '(link removed)',
  /** Replaces an answer with a source that its reader may no longer see. */
  answerWithheld:
    'This answer is no longer shown: a source that it rests on was changed, deleted or closed to you.',
  unsupportedMark: 'wording not found in the source',
  /** Marks a result that the model made itself. */
  uncheckedMark: 'made by the model itself, checked against no source',
  pages: ({ start, end }: { start: number; end: number }) =>
    start === end ? `p. ${start}` : `pp. ${start}–${end}`,
  /** Heading of a list of documents, which may be shortened. */
  documentsListed: ({ total, shown }: { total: number; shown: number }) =>
    `You may read ${total} ${total === 1 ? 'document' : 'documents'}${shown < total ? `; ${shown} are listed here` : ''}.`,
  newestDocuments: ({ total, shown }: { total: number; shown: number }) =>
    `The newest documents that you may read (${shown} of ${total}):`,
  /** Follows table rows if there are more of them. */
  rowsShown: ({ total, shown }: { total: number; shown: number }) =>
    `Matching rows in the passages found: ${total}; shown here: ${shown}.`,
  documentsAbout: (topic: string) => `Documents that have something about ${topic}:`,
  /** Before a summary that no model wrote. */
  outlineOf:
    'No language model wrote this; it is the outline of the document, below its first sentences:',
  /** Follows an answer from the newer of two documents that say almost the same. */
  olderDiffers: (title: string) => `An older document says something else: ${title}`,
  quote: (text: string) => `“${text}”`,
  correction: (text: string) => `Correction: ${text}`,
  /** Follows an answer of a strict tenant. */
  statementsLeftOut: (count: number) =>
    count === 1
      ? 'One statement was left out: the sources do not say it.'
      : `${count} statements were left out: the sources do not say them.`,
};

export type Messages = typeof en;
