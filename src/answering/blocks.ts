import { hasAnswerType, type AnswerType } from '../questions/index.js';
import {
  creditsOfLine,
  introducesNames,
  isNearest,
  wantsList,
  type Candidate,
  type Line,
  type Text,
  type Wanted,
} from './line-scores.js';
import { answersAlone } from './table-rows.js';
import { TUNING } from './tuning.js';

/** A selection of consecutive lines of a text, from the first to the last inclusive. */
export type Chosen = { text: Text; first: number; last: number };

/**
 * Chooses what is shown of the text around a line, within the document's block: a table row that answers alone; the description of an
 * option, setting or function; otherwise the largest of these that fits: its paragraph, item or table; the same with a list that it
 * announces, or with the line that announces it; its whole list; its section.
 */
export const blockAround = ({ text, at }: Candidate, wanted: Wanted): Chosen => {
  const line = { text, first: at, last: at };
  if (text.lines[at]?.kind === 'heading' || answersAlone({ text, at }, wanted)) return line;
  if (introducesNames(text, at, wanted)) return entryAround(line);
  const unit = unitAround(line);
  const announcing = withAnnounced(unit);
  const whole = withAnnounced(wholeOf(unit));
  const blocks = [unit, announcing, withLead(announcing), withLead(whole), sectionAround(whole)];
  const [first = cutAround(line, unit), ...others] = blocks.filter((block) =>
    fits(block, limitOf(block, wanted)),
  );
  const largest = others.reduce(
    (one, other) => (lengthOf(other) > lengthOf(one) ? other : one),
    first,
  );
  return withHeading(withNearest(largest, at), wanted);
};

/**
 * Adds the heading directly above, which may be the answer or name the topic of the lines. The heading is not added if the lines have a
 * value of each requested type and it contains all of the question's words.
 */
const withHeading = (chosen: Chosen, wanted: Wanted): Chosen => {
  const above = chosen.first - 1;
  const heading = chosen.text.lines[above];
  if (heading?.kind !== 'heading') return chosen;
  const said = creditsOf(chosen);
  const addsWord = heading.credits.some((credit, word) => credit > (said[word] ?? 0));
  const lines = chosen.text.lines.slice(chosen.first, chosen.last + 1);
  return holdsTypes(lines, wanted) && !addsWord ? chosen : { ...chosen, first: above };
};

/** True if the lines have a value of each requested type that has a recognizable form; false if no requested type has one. */
export const holdsTypes = (
  lines: readonly Pick<Line, 'text'>[],
  { answerTypes }: Wanted,
): boolean => {
  const shaped = [...answerTypes].filter((type) => hasAnswerType('', type) !== null);
  const holds = (type: AnswerType): boolean =>
    lines.some(({ text }) => hasAnswerType(text, type) === true);
  return shaped.length > 0 && shaped.every(holds);
};

const limitOf = ({ text, first, last }: Chosen, wanted: Wanted): number => {
  const kinds = new Set(text.lines.slice(first, last + 1).map(({ kind }) => kind));
  const [isTable, isList] = [kinds.has('row'), kinds.has('item')];
  return isTable || (isList && wantsList(wanted)) ? TUNING.maxListChars : TUNING.maxChars;
};

/** The beginning of a text, below its headings; null if the text has no lines. */
export const openingOf = (text: Text): Chosen | null => {
  if (text.lines.length === 0) return null;
  const first = Math.max(
    0,
    text.lines.findIndex(({ kind }) => kind !== 'heading'),
  );
  return growBelow({ text, first, last: first });
};

export const textOf = ({ text, first, last }: Chosen): string =>
  text.source.content.slice(text.lines[first]?.start, text.lines[last]?.end);

/** How well the lines together match each word of the question; a single row counts with its column names. */
export const creditsOf = ({ text, first, last }: Chosen): number[] => {
  const shown = text.lines.slice(first, last + 1).map(({ credits }) => credits);
  const all = first === last ? [creditsOfLine(text, first)] : shown;
  return all.reduce<number[]>(
    (best, credits) => credits.map((credit, word) => Math.max(credit, best[word] ?? 0)),
    [],
  );
};

const lengthOf = ({ text: { lines }, first, last }: Chosen): number =>
  (lines[last]?.end ?? 0) - (lines[first]?.start ?? 0);

const fits = (chosen: Chosen, limit: number): boolean => lengthOf(chosen) <= limit;

/** Adds all lines nearest to the question in meaning, if the block was chosen for one of them and there is room. */
const withNearest = (chosen: Chosen, at: number): Chosen => {
  const { lines, source } = chosen.text;
  const isOne = (place: number): boolean =>
    lines[place] !== undefined && isNearest(source, lines[place]);
  if (!isOne(at)) return chosen;
  let { first, last } = chosen;
  while (isOne(first - 1) && fits({ ...chosen, first: first - 1, last }, TUNING.maxChars))
    first -= 1;
  while (isOne(last + 1) && fits({ ...chosen, first, last: last + 1 }, TUNING.maxChars)) last += 1;
  return { ...chosen, first, last };
};

/** The smallest block around a line: an item, a question with its answer, a table, or otherwise the paragraph. */
const unitAround = (line: Chosen): Chosen => {
  const { lines } = line.text;
  const at = line.first;
  if (lines[at]?.kind === 'question') return growBelow(line);
  if (isItem(lines, at)) return itemAround(line);
  // If a list interrupts a sentence, both are shown.
  if (isItem(lines, at - 1) && isContinued(lines, at - 1)) {
    return wholeAt(line, at - 1);
  }
  return blockOf(line);
};

/** A name and its meaning, which is after the name, in the paragraph below, or in the comment above. */
const entryAround = (line: Chosen): Chosen => {
  const { lines } = line.text;
  const at = line.first;
  if (isItem(lines, at)) return itemAround(line);
  const isOfBlock = (place: number): boolean => lines[place]?.block === lines[at]?.block;
  let { first, last } = line;
  while (isOfBlock(first - 1) && COMMENT.test(lines[first - 1]?.text ?? '')) first -= 1;
  const belongs = (place: number): boolean =>
    lines[place] !== undefined &&
    lines[place].kind !== 'heading' &&
    !BEGINS_ENTRY.test(lines[place].text) &&
    fits({ ...line, first, last: place }, TUNING.maxChars);
  if (first < at) return { ...line, first };
  if (!isOfBlock(at + 1) && belongs(at + 1)) last += 1;
  while (lines[last + 1]?.block === lines[last]?.block && belongs(last + 1)) last += 1;
  return { ...line, last };
};

const COMMENT = /^(?:#|;|\/\/)/;
const BEGINS_ENTRY = /^(?:--?\w|#|;|\/\/|\w+\s*=)/;

const blockOf = (line: Chosen): Chosen => {
  const { lines } = line.text;
  const { kind, block } = lines[line.first] ?? {};
  const belongs = (at: number): boolean => {
    const other = lines[at];
    if (other === undefined || other.kind === 'heading' || isItem(lines, at)) return false;
    return kind === 'row' || kind === 'code'
      ? other.kind === kind
      : other.block === block && other.kind !== 'row';
  };
  return expand(line, belongs);
};

const expand = (chosen: Chosen, belongs: (at: number) => boolean): Chosen => {
  let { first, last } = chosen;
  while (belongs(first - 1)) first -= 1;
  while (belongs(last + 1)) last += 1;
  return { ...chosen, first, last };
};

const itemAround = (line: Chosen): Chosen => {
  const { lines } = line.text;
  let { first, last } = line;
  while (lines[first]?.kind !== 'item' && isItem(lines, first - 1)) first -= 1;
  while (isItem(lines, last + 1) && lines[last + 1]?.kind !== 'item') last += 1;
  return { ...line, first, last };
};

/** The list that an item belongs to, with a sentence that continues below the list; if there is no list, the block itself. */
const wholeOf = (unit: Chosen): Chosen => {
  const { lines } = unit.text;
  if (!isItem(lines, unit.first)) return unit;
  const whole = { ...unit, ...listAt(lines, unit.first) };
  const goesOn = isContinued(lines, whole.last);
  return goesOn ? { ...whole, last: whole.last + 1 } : whole;
};

/** True if a lower-case sentence follows a list whose last item has no end mark. */
const isContinued = (lines: readonly Line[], last: number): boolean => {
  const next = lines[last + 1];
  return (
    next?.kind === 'sentence' &&
    /^\p{Ll}/u.test(next.text) &&
    !/[.!?:]$/u.test(lines[last]?.text ?? '')
  );
};

const wholeAt = ({ text }: Chosen, at: number): Chosen =>
  wholeOf(unitAround({ text, first: at, last: at }));

const ENDS_IN_COLON = /[:：]\s*$/u;
/** Adds the list, table or paragraph that the last line announces. */
const withAnnounced = (chosen: Chosen): Chosen => {
  const { lines } = chosen.text;
  const next = chosen.last + 1;
  const announces =
    ENDS_IN_COLON.test(lines[chosen.last]?.text ?? '') ||
    (lines[chosen.last]?.kind === 'sentence' &&
      !isItem(lines, chosen.last) &&
      ['item', 'row'].includes(lines[next]?.kind ?? ''));
  const below = lines[next];
  if (!announces || below === undefined || below.kind === 'heading') return chosen;
  return { ...chosen, last: wholeAt(chosen, next).last };
};

/** Adds the line above if it announces the block. */
const withLead = (chosen: Chosen): Chosen => {
  const { lines } = chosen.text;
  const above = chosen.first - 1;
  const kind = lines[chosen.first]?.kind;
  // The last sentence of an item does not announce another item, and the last item of a list does not announce a table; a numbered title
  // does announce them.
  const isFurther =
    isItem(lines, above) &&
    (kind === 'row' ? isItem(lines, above - 1) : lines[above]?.kind === 'sentence');
  const isLed =
    (kind === 'item' || kind === 'row') &&
    ['sentence', 'item'].includes(lines[above]?.kind ?? '') &&
    !isFurther;
  return isLed ? { ...chosen, first: above } : chosen;
};

const opensPart = (lines: readonly Line[], at: number): boolean => {
  const { kind, block } = lines[at] ?? {};
  const isFirst = block !== lines[at - 1]?.block;
  return kind === undefined || kind === 'heading' || (kind === 'question' && isFirst);
};

const sectionAround = (chosen: Chosen): Chosen => {
  const { lines } = chosen.text;
  let { first, last } = chosen;
  while (!opensPart(lines, first) && !opensPart(lines, first - 1)) first -= 1;
  while (!opensPart(lines, last + 1)) last += 1;
  return lines[first - 1] === undefined ? chosen : { ...chosen, first, last };
};

const growBelow = (chosen: Chosen): Chosen => {
  const { lines } = chosen.text;
  let { last } = chosen;
  for (let at = last + 1; at < lines.length; at += 1) {
    const kind = lines[at]?.kind;
    if (
      kind === 'heading' ||
      kind === 'question' ||
      !fits({ ...chosen, last: at }, TUNING.maxChars)
    )
      break;
    last = at;
  }
  return { ...chosen, last };
};

/** Shortens a block that is too long to the lines around one line that fit, preferring the lines below it. */
const cutAround = (line: Chosen, { first, last }: Chosen): Chosen => {
  let chosen = line;
  for (;;) {
    const after = { ...chosen, last: chosen.last + 1 };
    const before = { ...chosen, first: chosen.first - 1 };
    if (after.last <= last && fits(after, TUNING.maxChars)) chosen = after;
    else if (before.first >= first && fits(before, TUNING.maxChars)) chosen = before;
    else return chosen;
  }
};

type Lines = readonly Line[];

/** True for a list item, and for a further sentence of a list item. */
const isItem = (lines: Lines, at: number): boolean => {
  for (let place = at; lines[at] && lines[place]?.block === lines[at].block; place -= 1) {
    if (lines[place]?.kind === 'item') return true;
  }
  return false;
};

/** A list that has begun and may continue: its first and latest line, its item style, and the number of its latest item. */
type List = { first: number; last: number; style: string; order: number };

/** A page break, or a remark on an item, may come between two items. */
const MAX_BETWEEN = 2;

/**
 * The lines of the list that contains a line, from the first item to the last, including nested lists, with or without blank lines in
 * between. A list within an item, such as "(a)" below "4.", is a separate list.
 */
const listAt = (lines: Lines, at: number): { first: number; last: number } => {
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

/** An item continues an open list, or begins one within the previous item. */
const openItem = (open: List[], text: string, place: number): void => {
  const marker = readMarker(text);
  const { style, order } = marker;
  const goesOn = open.findLastIndex((list) => style === list.style && order >= list.order);
  // An item in the same style that starts counting again begins the next list.
  const again = open.findIndex((list) => style === list.style);
  if (goesOn !== -1) open.length = goesOn + 1;
  else if (again !== -1) open.length = again;
  const list = open[goesOn];
  if (list) list.order = order;
  else open.push({ first: place, last: place, ...marker });
};

/** `order` is the item's position in the list; 0 if all items have the same sign. */
type Marker = Pick<List, 'style' | 'order'>;

const NUMBERED = /^([([]?)(\p{N}{1,3}|\p{L}{1,5})([.)\]])/u;

/** Roman numerals are read as letters, which are in the same order up to the eighth. */
const readMarker = (text: string): Marker => {
  const [, before = '', mark = '', behind = ''] = NUMBERED.exec(text) ?? [];
  if (mark === '') return { style: text.slice(0, 1), order: 0 };
  const toMarker = (kind: string, order: number): Marker => ({
    style: `${before}${kind}${behind}`,
    order,
  });
  if (/^\p{N}/u.test(mark)) return toMarker('1', Number(mark) || 0);
  return toMarker(mark === mark.toLowerCase() ? 'a' : 'A', mark.codePointAt(0) ?? 0);
};
