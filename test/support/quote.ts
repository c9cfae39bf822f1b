import { findPassages } from '../../src/answering/passages.js';

type Asking = { language?: string; chapter?: string; context?: string };

/** What is quoted of one document, passage by passage. */
export const quote = (question: string, content: string, asking: Asking = {}): string[] => {
  const { language = 'en', chapter = null, context = '' } = asking;
  const source = { content, language, chapter, relevance: 1 };
  return findPassages({ question, context, sources: [source], languages: [language] }).map(
    ({ start, end }) => content.slice(start, end),
  );
};
