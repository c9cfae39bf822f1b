import { formatListNumber } from '../../office/number-formats.js';
import type { XmlAttributes } from '../../office-xml.js';

type Level = {
  /** The format in OpenDocument's notation: the first sign of a series. Empty for no number. */
  format: string;
  /** After `z` come `aa`, `bb`; otherwise `aa`, `ab`. */
  isRepeating: boolean;
  prefix: string;
  suffix: string;
  start: number;
  /** The number of levels shown, including its own. */
  shown: number;
  /** `%1%.%2%`, each for the number of one level; replaces the fields above. */
  template: string | undefined;
};

/** The levels of lists, counted from 1, by the names of the list styles. */
export type ListStyles = ReadonlyMap<string, Map<number, Level>>;

/** Counts the list items and headings of a document in order, and writes their numbers as shown. */
export const createListNumbering = (styles: ListStyles) => {
  const lists: { style: string | undefined; counts: Counts }[] = [];
  const items: Item[] = [];
  const outline: Counts = [];
  const byName = new Map<string, Counts>();
  const byStyle = new Map<string, Counts>();

  const itemLabel = (ownStyle: string | undefined): string => {
    const item = items.at(-1);
    const list = lists.at(-1);
    if (!item?.isDue || !list) return '';
    item.isDue = false;
    const style = list.style ?? ownStyle ?? '';
    const { start } = item;
    return countNext(styles, { counts: list.counts, level: lists.length, style, start });
  };

  return {
    openList: (attributes: XmlAttributes): void => {
      const outer = lists.at(-1);
      const style = attributes['text:style-name'] ?? outer?.style;
      const continued = attributes['text:continue-list'];
      const isContinued = attributes['text:continue-numbering'] === 'true';
      const known =
        continued === undefined
          ? isContinued
            ? byStyle.get(style ?? '')
            : undefined
          : byName.get(continued);
      const counts = outer?.counts ?? known ?? [];
      lists.push({ style, counts });
      if (outer) return;
      byStyle.set(style ?? '', counts);
      const name = attributes['xml:id'];
      if (name !== undefined) byName.set(name, counts);
    },
    closeList: (): void => {
      lists.pop();
    },
    openItem: (name: string, attributes: XmlAttributes): void => {
      items.push({ isDue: name === 'text:list-item', start: startOf(attributes) });
    },
    closeItem: (): void => {
      items.pop();
    },
    itemLabel,
    /** A heading is counted in the list that it is in, otherwise in the list of all headings. */
    headingLabel: (attributes: XmlAttributes, ownStyle: string | undefined): string => {
      if (attributes['text:is-list-header'] === 'true') return '';
      const level = Math.min(MAX_LEVELS, Number(attributes['text:outline-level'] ?? 1) || 1);
      const listStyle = lists.at(-1)?.style;
      if (listStyle !== undefined && listStyle !== 'Outline') return itemLabel(ownStyle);
      if (ownStyle !== undefined && ownStyle !== 'Outline') return '';
      const isRestarted = attributes['text:restart-numbering'] === 'true';
      const start = isRestarted ? (startOf(attributes) ?? 1) : startOf(attributes);
      return countNext(styles, { counts: outline, level, style: 'Outline', start });
    },
  };
};

type Place = { counts: Counts; level: number; style: string; start: Start };

/** Counts one more on its level, and restarts the levels below it. */
const countNext = (styles: ListStyles, { counts, level, style, start }: Place): string => {
  const levels = styles.get(style);
  const last = counts[level];
  counts[level] = start ?? (last === undefined ? (levels?.get(level)?.start ?? 1) : last + 1);
  counts.length = level + 1;
  return levels === undefined ? '' : labelOf(levels, level, counts);
};

type Counts = (number | undefined)[];
type Start = number | undefined;
/** `isDue` until its first paragraph has been counted. */
type Item = { isDue: boolean; start: Start };

const MAX_LEVELS = 10;

const startOf = (attributes: XmlAttributes): Start => {
  const start = Number(attributes['text:start-value'] ?? Number.NaN);
  return Number.isInteger(start) && start >= 0 ? start : undefined;
};

/** Stores what an element says about a level of a list. */
export const readListLevel = (
  levels: Map<number, Level> | undefined,
  name: string,
  attributes: XmlAttributes,
): void => {
  const level = Number(attributes['text:level'] ?? 0);
  const isNumber = name === 'text:list-level-style-number' || name === 'text:outline-level-style';
  if (!isNumber || !(level >= 1 && level <= MAX_LEVELS)) return;
  levels?.set(level, {
    format: attributes['style:num-format'] ?? '',
    isRepeating: attributes['style:num-letter-sync'] === 'true',
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    start: startOf(attributes) ?? 1,
    shown: Number(attributes['text:display-levels'] ?? 1) || 1,
    template: attributes['style:num-list-format'] ?? attributes['loext:num-list-format'],
  });
};

const labelOf = (levels: ReadonlyMap<number, Level>, level: number, counts: Counts): string => {
  const own = levels.get(level);
  if (own === undefined || own.format === '') return '';
  const numberOf = (at: number): string => {
    const other = levels.get(at);
    return other === undefined || other.format === ''
      ? ''
      : writeNumber(counts[at] ?? other.start, other);
  };
  if (own.template !== undefined) {
    return own.template.replace(/%(\d{1,2})%/gu, (_, at: string) => numberOf(Number(at))).trim();
  }
  const numbers: string[] = [];
  for (let at = Math.max(1, level - own.shown + 1); at <= level; at += 1)
    numbers.push(numberOf(at));
  const shown = numbers.filter((number) => number !== '').join('.');
  return `${own.prefix}${shown}${own.suffix}`.trim();
};

const writeNumber = (value: number, { format, isRepeating }: Level): string => {
  if (/^a$/iu.test(format) && !isRepeating) {
    const letters = lettersOf(value);
    return format === 'A' ? letters.toUpperCase() : letters;
  }
  const name = FORMATS.find(([sign]) => format.startsWith(sign))?.[1] ?? 'decimal';
  return formatListNumber(value, name);
};

const MAX_VALUE = 1_000_000;
const CODE_OF_A = 97;

/** Letters as digits: z, aa, ab. */
const lettersOf = (value: number): string => {
  if (value < 1 || value > MAX_VALUE) return String(value);
  let letters = '';
  for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(CODE_OF_A + ((left - 1) % 26)) + letters;
  }
  return letters;
};

/** By the sign of their first number, which is OpenDocument's name for the format. */
const FORMATS: readonly (readonly [string, string])[] = [
  ...(['decimalZero', 'lowerLetter', 'upperLetter', 'lowerRoman', 'upperRoman'] as const),
  ...(['ordinal', 'decimalEnclosedCircle', 'decimalFullWidth', 'chineseCounting'] as const),
  ...(['ideographTraditional', 'ideographZodiac', 'aiueoFullWidth', 'irohaFullWidth'] as const),
  ...(['ganada', 'chosung', 'hebrew2', 'arabicAlpha', 'russianLower', 'russianUpper'] as const),
  ...(['thaiNumbers', 'hindiNumbers'] as const),
].map((name) => [formatListNumber(1, name), name] as const);
