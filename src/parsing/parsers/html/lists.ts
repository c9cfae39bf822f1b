import { formatListNumber } from '../../office/number-formats.js';

type Attributes = Readonly<Record<string, string>>;

/** A list while its items are being read; `number` belongs to the item that was begun last. */
export type List = {
  isOrdered: boolean;
  format: string;
  number: number;
  step: 1 | -1;
  isItemStart: boolean;
  /** The lines that begin its items, if their numbers are known only at its end. */
  pending: number[] | undefined;
};

/** Starts a list; content outside its items counts as an item. */
export const toList = (name: string, attributes: Attributes): List => {
  const start = Number.parseInt(attributes['start'] ?? '', 10);
  const step = 'reversed' in attributes ? -1 : 1;
  const isCounted = step === -1 && Number.isNaN(start);
  return {
    isOrdered: name === 'ol',
    format: formatOf(attributes),
    number: (isCounted || Number.isNaN(start) ? 1 : start) - (isCounted ? 1 : step),
    step: isCounted ? 1 : step,
    isItemStart: true,
    pending: isCounted ? [] : undefined,
  };
};

export const beginItem = (list: List, { value }: Attributes): void => {
  const own = Number.parseInt(value ?? '', 10);
  list.number = Number.isNaN(own) ? list.number + list.step : own;
  list.isItemStart = true;
};

/** The mark before an item, as a browser shows it. */
export const markerOf = (list: List | undefined): string =>
  list?.isOrdered === true ? `${formatListNumber(list.number, list.format)}. ` : '- ';

/** Numbers the items of a reversed list, starting from how many they are. */
export const countBackwards = ({ pending = [], format }: List, lines: string[]): void => {
  pending.forEach((line, at) => {
    const last = formatListNumber(pending.length - at, format);
    lines[line] = (lines[line] ?? '').replace(/^( *)[^ ]+/u, `$1${last}.`);
  });
};

const TYPES: ReadonlyMap<string, string> = new Map([
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
]);
const STYLES: ReadonlyMap<string, string> = new Map([
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
]);
const LIST_STYLE = /list-style(?:-type)?\s*:[^;]*?\b((?:lower|upper)-(?:alpha|latin|roman))/iu;

const formatOf = ({ type = '', style = '' }: Attributes): string =>
  STYLES.get(LIST_STYLE.exec(style)?.[1]?.toLowerCase() ?? '') ?? TYPES.get(type) ?? 'decimal';
