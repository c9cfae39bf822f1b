type PageRange = { start: number; end: number };

/** Every sentence of ours that a user can read; a language file that misses one does not compile. */
export type Messages = {
  /** An honest not-found: the knowledge base holds no evidence. */
  notFound: string;
  /** Precedes or replaces an answer when the rounds of tools are used up. */
  stepLimit: string;
  deadlineReached: string;
  /** The one line in front of what the extractive reasoner quotes. */
  noModelWroteThis: string;
  /** What small talk gets without a model. */
  greeting: string;
  youAreWelcome: string;
  goodbye: string;
  /** Asked when a clarification is due and the model gave no question. */
  clarificationFallback: string;
  knowledgeBaseUnavailable: string;
  /** Added to a not-found while documents are indexed anew. */
  indexRebuilding: string;
  /** The request needs something no enabled tool can do. */
  beyondTools: string;
  sourcesLabel: string;
  /** How a personal memory is cited. */
  privateMemory: string;
  toolResult: string;
  untitledDocument: string;
  /** Stands where a link was that no cited source contains. */
  linkRemoved: string;
  unsupportedMark: string;
  pages: (range: PageRange) => string;
  quote: (text: string) => string;
};
