import { analyze } from '../language/index.js';
import { splitChapter } from './chunk-document.js';

type Chunk = { content: string; chapter: string | null; language: string };

/** What a passage is found by: its own terms, and before them those of its headings that it does not repeat. */
export const toChunkTerms = ({ content, chapter, language }: Chunk): string[] => {
  const own = analyze(content, { languages: [language] });
  const known = new Set(own);
  const ofHeadings = analyze(splitChapter(chapter).join('\n'), { languages: [language] });
  return [...ofHeadings.filter((term) => !known.has(term)), ...own];
};
