import type { Messages } from './messages.js';

export const en: Messages = {
  notFound: 'I found nothing in the available documents that answers this question.',
  stepLimit: 'The step limit was reached; this is based on what was found until then.',
  deadlineReached: 'Time ran out; this is based on what was found until then.',
  noModelWroteThis: 'No language model wrote this; these sentences are quoted from the documents:',
  greeting: 'Hello! Ask me a question about the documents of your organisation.',
  youAreWelcome: 'You’re welcome!',
  goodbye: 'Goodbye!',
  clarificationFallback: 'Could you say more precisely what you would like to know?',
  knowledgeBaseUnavailable:
    'The knowledge base is unavailable at the moment. Please try again later.',
  indexRebuilding:
    'The search index is being rebuilt at the moment, so some documents cannot be found yet.',
  beyondTools: 'This request is beyond what the enabled tools can do.',
  sourcesLabel: 'Sources:',
  privateMemory: 'Your memory (private)',
  toolResult: 'Tool result',
  untitledDocument: 'Untitled document',
  linkRemoved: '(link removed)',
  unsupportedMark: 'wording not found in the source',
  pages: ({ start, end }) => (start === end ? `p. ${start}` : `pp. ${start}–${end}`),
  quote: (text) => `“${text}”`,
};
