import type { CitableSource } from './cited-source.js';

export type UsedSource = { number: number; sourceIndexes: number[] };

/** Numbers sources in order of appearance; those of one key share a number. */
export const createNumbering = (sources: readonly Pick<CitableSource, 'key'>[]) => {
  const used = new Map<string, UsedSource>();
  return {
    numberOf: (sourceIndex: number): number => {
      const key = sources[sourceIndex]?.key ?? String(sourceIndex);
      const known = used.get(key) ?? { number: used.size + 1, sourceIndexes: [] };
      if (!known.sourceIndexes.includes(sourceIndex)) known.sourceIndexes.push(sourceIndex);
      used.set(key, known);
      return known.number;
    },
    used: (): UsedSource[] => [...used.values()],
  };
};
