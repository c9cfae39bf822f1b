import { analyze, analyzeQueryWords } from '../language/index.js';
import type { LegHit } from '../platform/vectors/vector-store.js';

/** They write as one word what others write as several. */
const COMPOUNDING: ReadonlySet<string> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi', 'hu']);
/** Letters that only join the parts: "Verordnung-s-entwurf". */
const JOINTS = ['', 's', 'n', 'en', 'es'] as const;
/** Shorter parts are endings more often than words. */
const MIN_PART = 4;

type Part = { typed: string; term: string };
/** The two words that a compound may be made of, each with its term. */
export type Parts = readonly [Part, Part];

/** Every way to read a word as two; none in languages that join no words, or where it is too short. */
export const splitCompound = (word: string, language: string): Parts[] => {
  if (!COMPOUNDING.has(language)) return [];
  const languages = [language];
  const termOf = (part: string): string | undefined => {
    const [found, ...others] = analyzeQueryWords(part, { languages });
    const isWord = found !== undefined && others.length === 0 && !found.isFunctionWord;
    return isWord ? analyze(part, { languages })[0] : undefined;
  };
  const cuts = Array.from({ length: Math.max(0, word.length - 2 * MIN_PART + 1) }, (_, at) => at);
  return cuts.flatMap((cut) => {
    const [left, right] = [word.slice(0, cut + MIN_PART), word.slice(cut + MIN_PART)];
    const last = termOf(right);
    return JOINTS.flatMap((joint): Parts[] => {
      const part = left.slice(0, left.length - joint.length);
      if (!left.endsWith(joint) || part.length < MIN_PART) return [];
      const first = termOf(part);
      if (first === undefined || last === undefined) return [];
      return [
        [
          { typed: part, term: first },
          { typed: right, term: last },
        ],
      ];
    });
  });
};

/** The reading whose parts stand in most passages together; else of whose parts the rarer one is in most. Null where one is in none. */
export const findReading = <Id>(
  readings: readonly Parts[],
  hits: readonly LegHit<Id>[],
): Parts | null => {
  const holding = (terms: readonly string[]): number =>
    hits.filter((hit) => terms.every((term) => hit.terms.includes(term))).length;
  const [best] = readings
    .map((parts) => ({
      parts,
      both: holding(parts.map(({ term }) => term)),
      least: Math.min(...parts.map(({ term }) => holding([term]))),
    }))
    .filter(({ least }) => least > 0)
    .sort((left, right) => right.both - left.both || right.least - left.least);
  return best?.parts ?? null;
};
