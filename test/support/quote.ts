import { findPassages, type Passage } from '../../src/answering/passages.js';
import type { QuotableSource } from '../../src/answering/line-scores.js';
import { toPart } from '../../src/questions/question.js';

type Asked = {
  question: string;
  parts?: readonly string[];
  sources: readonly QuotableSource[];
  languages: readonly string[];
};

export const passagesOf = ({ question, parts = [], ...asked }: Asked): Passage[] =>
  findPassages({ ...asked, question: { ...toPart(question), parts: parts.map(toPart) } });

type Asking = { language?: string; chapter?: string };

/** Quotes from one document, passage by passage. */
export const quote = (question: string, content: string, asking: Asking = {}): string[] => {
  const { language = 'en', chapter = null } = asking;
  const source = { content, language, chapter, relevance: 1 };
  return passagesOf({ question, sources: [source], languages: [language] }).map(({ start, end }) =>
    content.slice(start, end),
  );
};
