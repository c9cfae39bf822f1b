import { formatListNumber } from './number-formats.js';

/** A level of a list as Word defines it. */
export type ListLevel = {
  start: number;
  format: string;
  /** `%1.%2`, each for the number of one level. */
  text: string;
  /** The level, counted from 1, after which it restarts; 0 for none. Undefined: after any higher level. */
  restart?: number;
  isDecimal?: boolean;
};

/** A paragraph of a list. Lists with the same `id` share their counts, and `list` restarts those named in `starts`. */
export type ListPlace = {
  id: string;
  list: string;
  level: number;
  starts: ReadonlyMap<number, number>;
  levelOf: (level: number) => ListLevel | undefined;
};

export const MAX_LIST_LEVELS = 9;

/** Counts the numbered paragraphs of a document in order, as Word does; a bullet's number is empty. */
export const createListCounter = () => {
  const counts = new Map<string, (number | undefined)[]>();
  const started = new Set<string>();
  return {
    next: ({ id, list, level, starts, levelOf }: ListPlace): string => {
      const own = counts.get(id) ?? [];
      counts.set(id, own);
      const start = (at: number): number => starts.get(at) ?? levelOf(at)?.start ?? 1;
      for (const [at] of starts) {
        const key = `${list}/${at}`;
        if (at <= level && !started.has(key)) own[at] = undefined;
        if (at <= level) started.add(key);
      }
      own[level] = own[level] === undefined ? start(level) : own[level] + 1;
      for (let below = level + 1; below < MAX_LIST_LEVELS; below += 1) {
        const restart = levelOf(below)?.restart;
        if (restart === undefined || (restart !== 0 && level < restart)) own[below] = undefined;
      }
      const definition = levelOf(level);
      if (!definition) return '';
      return labelOf(definition, (at) => {
        const format =
          definition.isDecimal === true ? 'decimal' : (levelOf(at)?.format ?? 'decimal');
        return formatListNumber(own[at] ?? start(at), format);
      });
    },
  };
};

const labelOf = ({ format, text }: ListLevel, numberOf: (level: number) => string): string =>
  format === 'bullet'
    ? ''
    : text.replace(/%([1-9])/gu, (_, level: string) => numberOf(Number(level) - 1)).trim();
