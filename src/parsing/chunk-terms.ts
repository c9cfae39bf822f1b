import { analyze } from '../language/index.js';
import { splitChapter } from './chapter.js';

type Chunk = { content: string; chapter: string | null; language: string };

/** The terms by which a passage is found: those of its headings that it does not repeat, then its own terms. */
export const toChunkTerms = ({ content, chapter, language }: Chunk): string[] => {
  const own = analyze(content, { languages: [language] });
  const known = new Set(own);
  const ofHeadings = analyze(splitChapter(chapter).join('\n'), { languages: [language] });
  return [...ofHeadings.filter((term) => !known.has(term)), ...own];
};
