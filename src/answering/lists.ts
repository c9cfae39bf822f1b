import type { Line } from './line-scores.js';

type Lines = readonly Line[];

/** An item of a list, or a further sentence of one. */
export const isItem = (lines: Lines, at: number): boolean => {
  for (let place = at; lines[at] && lines[place]?.block === lines[at].block; place -= 1) {
    if (lines[place]?.kind === 'item') return true;
  }
  return false;
};

/** A list that is open at some line: the first line of it and the last one yet, how its items are marked, and the last one's number. */
type List = { first: number; last: number; style: string; order: number };

/** A page break, or a word on an item, may stand between two items. */
const MAX_BETWEEN = 2;

/**
 * The lines of the list that a line stands in, the lists in its items included: from the first item to the last, with or without blank
 * lines between them. A list in an item, "(a)" below "4.", is one of its own.
 */
export const listAt = (lines: Lines, at: number): { first: number; last: number } => {
  let begin = at;
  while (begin > 0 && isItem(lines, begin - 1)) begin -= 1;
  const open: List[] = [];
  let found: List | undefined;
  let last = begin;
  for (let place = begin; place <= last + 1 + MAX_BETWEEN; place += 1) {
    const line = lines[place];
    if (line === undefined || line.kind === 'heading') break;
    if (!isItem(lines, place)) continue;
    last = place;
    if (line.kind === 'item') openItem(open, line.text, place);
    if (place > at && found && !open.includes(found)) break;
    for (const list of open) list.last = place;
    if (place === at) found = open.at(-1);
  }
  return found ?? { first: at, last: at };
};

/** An item goes on with a list that is open, or begins one in the item before. */
const openItem = (open: List[], text: string, place: number): void => {
  const readings = readMarker(text);
  const follows = ({ style, order }: Marker, list: List): boolean =>
    style === list.style && order >= list.order;
  const marker =
    readings.find((reading) => open.some((list) => follows(reading, list))) ?? readings[0];
  const goesOn = open.findLastIndex((list) => follows(marker, list));
  // The same marks from the start again: the next list.
  const again = open.findIndex(({ style }) => style === marker.style);
  if (goesOn !== -1) open.length = goesOn + 1;
  else if (again !== -1) open.length = again;
  const list = open[goesOn];
  if (list) list.order = marker.order;
  else open.push({ first: place, last: place, ...marker });
};

/** `order`: which one it is, 0 for all with the same sign. */
type Marker = Pick<List, 'style' | 'order'>;

const NUMBERED = /^([([]?)(\p{N}{1,3}|\p{L}{1,5})([.)\]])/u;
const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');

/** Returns the readings of an item's mark, the likeliest first: "i" is one in Roman numbers rather than the ninth letter. */
const readMarker = (text: string): [Marker, ...Marker[]] => {
  const [, before = '', mark = '', behind = ''] = NUMBERED.exec(text) ?? [];
  if (mark === '') return [{ style: text.slice(0, 1), order: 0 }];
  const toMarker = (kind: string, order: number): Marker => ({
    style: `${before}${kind}${behind}`,
    order,
  });
  if (/^\p{N}/u.test(mark)) return [toMarker('1', Number(mark) || 0)];
  const isSmall = mark === mark.toLowerCase();
  const roman = ROMAN.indexOf(mark.toLowerCase()) + 1;
  const asRoman = toMarker(isSmall ? 'i' : 'I', roman);
  const asLetter = toMarker(isSmall ? 'a' : 'A', mark.codePointAt(0) ?? 0);
  if (roman === 0) return [asLetter];
  return roman === 1 || mark.length > 1 ? [asRoman, asLetter] : [asLetter, asRoman];
};
