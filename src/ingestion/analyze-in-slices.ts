import { analyze } from '../language/index.js';
import { mapInSlices } from '../shared/async.js';

/** The terms of each text. */
export const analyzeInSlices = (
  texts: readonly { content: string; language: string }[],
): Promise<string[][]> =>
  mapInSlices(texts, ({ content, language }) => analyze(content, { languages: [language] }));
