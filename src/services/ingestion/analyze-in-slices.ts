import { setImmediate as nextTurn } from 'node:timers/promises';
import { analyze } from '../../domain/analyzer.js';

const SLICE_MS = 8;

/** The terms of each text; gives the event loop a turn every few milliseconds, because stemming is pure computing. */
export const analyzeInSlices = async (
  texts: readonly { content: string; language: string }[],
): Promise<string[][]> => {
  const terms: string[][] = [];
  let sliceStartedAtMs = performance.now();
  for (const { content, language } of texts) {
    terms.push(analyze(content, { languages: [language] }));
    if (performance.now() - sliceStartedAtMs < SLICE_MS) continue;
    await nextTurn();
    sliceStartedAtMs = performance.now();
  }
  return terms;
};
