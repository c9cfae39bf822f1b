import type { eld as Eld } from 'eld/small';

type Statistics = typeof Eld;

let statistics: Statistics | null = null;
let known: ReadonlySet<string> = new Set();

/**
 * Loads the statistics of letters that tell the language of short texts. They take a quarter of a second and 150 MB while they are read,
 * which processes that see long texts alone are spared: without them franc speaks for short texts, too.
 */
export const loadShortTexts = async (): Promise<void> => {
  if (statistics !== null) return;
  const { eld } = await import('eld/small');
  known = new Set(Object.values(eld.info().Languages));
  statistics = eld;
};

/** By language as the statistics name it, empty where they do not know one of these: the others would win by being known. Null before they are loaded. */
export const scoreShortText = (
  text: string,
  names: readonly string[],
): Readonly<Record<string, number>> | null => {
  if (statistics === null) return null;
  return names.every((name) => known.has(name)) ? statistics.detect(text).getScores() : {};
};
