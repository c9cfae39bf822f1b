/** Every sentence of ours that a user can read; a language file that misses one does not compile. */
export const en = {
  /** An honest not-found: the knowledge base holds no evidence. */
  notFound: 'I found nothing in the available documents that answers this question.',
  /** Precedes or replaces an answer when the rounds of tools are used up. */
  stepLimit: 'The step limit was reached; this is based on what was found until then.',
  deadlineReached: 'Time ran out; this is based on what was found until then.',
  /** The one line in front of what the extractive reasoner quotes. */
  noModelWroteThis: 'No language model wrote this; these sentences are quoted from the documents:',
  /** What small talk gets without a model. */
  greeting: 'Hello! Ask me a question about the documents of your organisation.',
  youAreWelcome: 'You’re welcome!',
  goodbye: 'Goodbye!',
  /** Asked when a clarification is due and the model gave no question. */
  clarificationFallback: 'Could you say more precisely what you would like to know?',
  knowledgeBaseUnavailable:
    'The knowledge base is unavailable at the moment. Please try again later.',
  /** Added to a not-found while documents are indexed anew. */
  indexRebuilding:
    'The search index is being rebuilt at the moment, so some documents cannot be found yet.',
  /** The request needs something no enabled tool can do. */
  beyondTools: 'This request is beyond what the enabled tools can do.',
  sourcesLabel: 'Sources:',
  /** How a personal memory is cited. */
  privateMemory: 'Your memory (private)',
  toolResult: 'Tool result',
  untitledDocument: 'Untitled document',
  /** Stands where a link was that no cited source contains. */
  linkRemoved: '(link removed)',
  unsupportedMark: 'wording not found in the source',
  pages: ({ start, end }: { start: number; end: number }) =>
    start === end ? `p. ${start}` : `pp. ${start}–${end}`,
  quote: (text: string) => `“${text}”`,
};

export type Messages = typeof en;
