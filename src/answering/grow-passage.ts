import { hasAnswerType } from '../questions/index.js';
import { isItem, listAt } from './lists.js';
import {
  announces,
  isNearest,
  shareOf,
  wantsList,
  type Candidate,
  type Line,
  type Text,
  type Wanted,
} from './line-scores.js';

/** Lines of a text from the first to the last, both included. */
export type Chosen = { text: Text; first: number; last: number };

/** Room for a paragraph, and for a list that answers as a whole. */
const MAX_CHARS = 600;
const MAX_LIST_CHARS = 1_200;
/** Less than this is a fragment: what stands around it is shown along. */
const MIN_CHARS = 220;

/** A line with what makes it understood: its paragraph, its list, the names of its columns, the answer below a question. */
export const growPassage = (candidate: Candidate, wanted: Wanted): Chosen =>
  withSection(withNearest(growAround(candidate, wanted), candidate));

/** All of a short section: what is said beside the line that answers is said of the same. */
const withSection = (grown: Chosen): Chosen => {
  const { lines } = grown.text;
  let { first, last } = grown;
  while (!opensPart(lines, first) && !opensPart(lines, first - 1)) first -= 1;
  while (!opensPart(lines, last + 1)) last += 1;
  const section = { ...grown, first, last };
  return lines[first - 1] !== undefined && fits(section, MAX_CHARS) ? section : grown;
};

/** A heading, or a question that what follows it answers; also where there is no line. */
const opensPart = (lines: readonly Line[], at: number): boolean => {
  const { kind, block } = lines[at] ?? {};
  const isFirst = block !== lines[at - 1]?.block;
  return kind === undefined || kind === 'heading' || (kind === 'question' && isFirst);
};

const growAround = ({ text, at }: Candidate, wanted: Wanted): Chosen => {
  const { lines } = text;
  const grown = { text, first: at, last: at };
  if (lines[at]?.kind === 'question') return growBehind(grown, MAX_CHARS);
  if (isItem(lines, at)) return growList(grown, wanted);
  if (lines[at]?.kind === 'row') return growRow(grown);
  return growParagraph(grown, wanted);
};

/** With all of the lines that are nearest by their meaning, where it began among them and there is room. */
const withNearest = (grown: Chosen, { text, at }: Candidate): Chosen => {
  const { lines, source } = text;
  const isOne = (line: Line | undefined): boolean => line !== undefined && isNearest(source, line);
  if (!isOne(lines[at])) return grown;
  let { first, last } = grown;
  while (isOne(lines[first - 1]) && fits({ text, first: first - 1, last }, MAX_CHARS)) first -= 1;
  while (isOne(lines[last + 1]) && fits({ text, first, last: last + 1 }, MAX_CHARS)) last += 1;
  return { text, first, last };
};

/** The beginning of a text, below its headings; null where it has no line. */
export const openingOf = (text: Text): Chosen | null => {
  if (text.lines.length === 0) return null;
  const below = text.lines.findIndex(({ kind }) => kind !== 'heading');
  const first = Math.max(0, below);
  return growBehind({ text, first, last: first }, MAX_CHARS);
};

export const textOf = ({ text, first, last }: Chosen): string =>
  text.source.content.slice(text.lines[first]?.start, text.lines[last]?.end);

/** What the lines hold of each word, together. */
export const creditsOf = ({ text: { lines }, first, last }: Chosen): number[] =>
  lines
    .slice(first, last + 1)
    .reduce<number[]>(
      (best, { credits }) => credits.map((credit, word) => Math.max(credit, best[word] ?? 0)),
      [],
    );

const lengthOf = ({ text: { lines }, first, last }: Chosen): number =>
  (lines[last]?.end ?? 0) - (lines[first]?.start ?? 0);

const fits = (grown: Chosen, limit: number): boolean => lengthOf(grown) <= limit;

/** What follows, up to the next heading or question. */
const growBehind = (grown: Chosen, limit: number): Chosen => {
  const { lines } = grown.text;
  let last = grown.last;
  for (let at = last + 1; at < lines.length; at += 1) {
    const kind = lines[at]?.kind;
    if (kind === 'heading' || kind === 'question' || !fits({ ...grown, last: at }, limit)) break;
    last = at;
  }
  return { ...grown, last };
};

/** The whole list where it is asked for or short; else the item alone, below the line that announces it. */
const growList = (grown: Chosen, wanted: Wanted): Chosen => {
  const { lines } = grown.text;
  const item = itemAround(grown);
  const list = { ...item, ...listAt(lines, item.first) };
  const whole = withLead(list);
  const wantsAll = wantsList(wanted);
  if (fits(whole, wantsAll ? MAX_LIST_CHARS : MAX_CHARS)) return whole;
  const next = item.last + 1;
  const isOwn = !isItem(lines, next) || listAt(lines, next).first === next;
  if (isOwn && announcesMore(lines[item.last])) return withAnnounced(item, wanted);
  if (wantsAll && list.first < item.first && fits({ ...list, last: item.last }, MAX_LIST_CHARS)) {
    return extendTo(withLead({ ...list, last: item.last }), MAX_LIST_CHARS, list.last);
  }
  if (!fits(item, MAX_CHARS)) return growParagraph(grown, wanted);
  if (wantsAll) return extendTo(item, MAX_LIST_CHARS, list.last);
  const announced = withLead({ ...item, first: list.first });
  const passage = fits(announced, MAX_CHARS) ? announced : item;
  return fits(passage, MIN_CHARS) ? extendTo(passage, MAX_CHARS, passage.last + 1) : passage;
};

const itemAround = (grown: Chosen): Chosen => {
  const { lines } = grown.text;
  let { first, last } = grown;
  while (lines[first]?.kind !== 'item' && isItem(lines, first - 1)) first -= 1;
  while (isItem(lines, last + 1) && lines[last + 1]?.kind !== 'item') last += 1;
  return { ...grown, first, last };
};

/** With the line that announces it, which no line of code or of another table does. */
const withLead = (grown: Chosen): Chosen => {
  const lead = grown.text.lines[grown.first - 1];
  const announces = lead?.kind === 'sentence' || lead?.kind === 'item';
  return announces ? { ...grown, first: grown.first - 1 } : grown;
};

const extendTo = (grown: Chosen, limit: number, most: number): Chosen => {
  let { last } = grown;
  const end = Math.min(most, grown.text.lines.length - 1);
  while (last < end && fits({ ...grown, last: last + 1 }, limit)) last += 1;
  return { ...grown, last };
};

/** A row says little without the names of its columns: the whole table, or all from its first row on, where there is room. */
const growRow = (grown: Chosen): Chosen => {
  const { lines } = grown.text;
  const toHeader = withBeginning(grown);
  if (!fits(toHeader, MAX_LIST_CHARS)) return grown;
  let { last } = grown;
  while (lines[last + 1]?.kind === 'row') last += 1;
  return extendTo(withTitle(toHeader), MAX_CHARS, last);
};

/** A short line above a table names it. */
const withTitle = (table: Chosen): Chosen => {
  const { lines } = table.text;
  // The last item of a list does not; a numbered title stands by itself.
  if (isItem(lines, table.first - 1) && isItem(lines, table.first - 2)) return table;
  const wider = withLead(table);
  return fits(wider, lengthOf(table) + MIN_CHARS) ? wider : table;
};

/** What a paragraph refers back with: it needs the sentence before. */
const REFERS_BACK =
  /^(?:it|its|this|these|that|those|they|he|she|such|both|then|er|sie|es|dies\p{L}*|diese\p{L}*|ez|ezek|az|azok|il|elle|ils|elles|cel\p{L}*|este|esta|estos|estas|ello|nó|đó|это|эт\p{L}+|он\p{L}*)(?!\p{L})|^[这那此其該该]|^(?:これ|それ|この|その)/iu;
/** A name, or an option, whose meaning stands below it. */
const IS_LABEL = /^(?:[^.!?。！？:：]|[.!?:](?=\S)){1,80}$/u;

/** The paragraph, or as much of it around the line as there is room for, and what it leans on. */
const growParagraph = (grown: Chosen, wanted: Wanted): Chosen => {
  const { lines } = grown.text;
  const block = lines[grown.first]?.block;
  const isInside = (at: number): boolean =>
    lines[at]?.block === block && lines[at]?.kind !== 'heading';
  const paragraph = growWhile(grown, wanted, { isInside, limit: MAX_CHARS });
  const last = lines[paragraph.last];
  const isAnnounced = wantsList(wanted) && announces(lines, paragraph.last);
  if (isAnnounced || announcesMore(last)) return withAnnounced(paragraph, wanted);
  if (paragraph.first === paragraph.last && IS_LABEL.test(last?.text ?? '')) {
    return growBehind(paragraph, MAX_CHARS);
  }
  const gained = addGains(withTerm(lookBack(withListBelow(paragraph, wanted))), wanted);
  return announcesMore(lines[gained.last]) ? withAnnounced(gained, wanted) : gained;
};

const announcesMore = (line: Line | undefined): boolean => /[:：]\s*$/u.test(line?.text ?? '');

/** Alone in its block, with what it names below it: "dirty read", and what that is. */
const isLabel = (lines: readonly Line[], at: number): boolean => {
  const { kind, block, text = '' } = lines[at] ?? {};
  const isAlone = block !== lines[at - 1]?.block && block !== lines[at + 1]?.block;
  return kind === 'sentence' && isAlone && IS_LABEL.test(text);
};

/** What is explained says little without the term above it. */
const withTerm = (grown: Chosen): Chosen => {
  const wider = { ...grown, first: grown.first - 1 };
  return isLabel(grown.text.lines, wider.first) && fits(wider, MAX_CHARS) ? wider : grown;
};

/** So far below the line that holds most of the question's words its list may begin. */
const LIST_WITHIN = 4;

/** A list that is asked for, where it begins below the paragraph that says most of it. */
const withListBelow = (grown: Chosen, wanted: Wanted): Chosen => {
  if (!wantsList(wanted)) return grown;
  const { lines } = grown.text;
  for (let at = grown.last + 1; at <= grown.last + LIST_WITHIN; at += 1) {
    const { kind, credits = [] } = lines[at] ?? {};
    if (kind === undefined || kind === 'heading' || kind === 'question') break;
    const isOpening = announces(lines, at) || announcesMore(lines[at]);
    if (!isOpening || shareOf(wanted, credits) === 0) continue;
    const whole = withAnnounced({ ...grown, last: at }, wanted);
    return fits(whole, MAX_LIST_CHARS)
      ? whole
      : withAnnounced({ ...grown, first: at, last: at }, wanted);
  }
  return grown;
};

type Growth = { isInside: (at: number) => boolean; limit: number };

/** Line by line, on the side that says more of what is asked. */
const growWhile = (grown: Chosen, wanted: Wanted, { isInside, limit }: Growth): Chosen => {
  const { lines } = grown.text;
  const sharedBy = (at: number): number => shareOf(wanted, lines[at]?.credits ?? []);
  let chosen = grown;
  for (;;) {
    const before = { ...chosen, first: chosen.first - 1 };
    const after = { ...chosen, last: chosen.last + 1 };
    const mayBefore = isInside(before.first) && fits(before, limit);
    const mayAfter = isInside(after.last) && fits(after, limit);
    if (!mayBefore && !mayAfter) return chosen;
    const isBefore = mayBefore && (!mayAfter || sharedBy(before.first) > sharedBy(after.last));
    chosen = isBefore ? before : after;
  }
};

/** The list, the example or the paragraph that a colon announces. */
const withAnnounced = (grown: Chosen, wanted: Wanted): Chosen => {
  const { lines } = grown.text;
  const next = grown.last + 1;
  if (isItem(lines, next)) {
    const limit = wanted.answerTypes.has('quantity') ? MAX_CHARS : MAX_LIST_CHARS;
    return extendTo(grown, limit, listAt(lines, next).last);
  }
  if (isLabel(lines, next)) return growBehind(grown, MAX_LIST_CHARS);
  let last = next;
  const { kind, block } = lines[next] ?? {};
  const belongs = (at: number): boolean =>
    lines[at]?.block === block || (kind !== 'sentence' && lines[at]?.kind === kind);
  while (lines[last + 1] !== undefined && belongs(last + 1)) last += 1;
  return extendTo(grown, kind === 'row' ? MAX_LIST_CHARS : MAX_CHARS, last);
};

const lookBack = (grown: Chosen): Chosen => {
  const { lines } = grown.text;
  const before = lines[grown.first - 1];
  if (before === undefined || before.kind === 'heading') return grown;
  const wider = { ...grown, first: grown.first - 1 };
  const refers = REFERS_BACK.test(lines[grown.first]?.text ?? '');
  return refers && fits(wider, MAX_CHARS) ? wider : grown;
};

/** At least this share of the question's weight makes a line worth showing along. */
const MIN_GAIN = 0.08;

/** Lines beside the passage that hold what it lacks: words of the question, or the kind of thing that is asked for. */
const addGains = (grown: Chosen, wanted: Wanted): Chosen => {
  const { lines } = grown.text;
  const isGain = (at: number, held: Chosen): boolean => {
    const added = lines[at];
    if (added === undefined || added.kind === 'heading') return false;
    if (fits(held, MIN_CHARS)) return true;
    const known = creditsOf(held);
    const credits = added.credits.map((credit, word) => Math.max(0, credit - (known[word] ?? 0)));
    if (shareOf(wanted, credits) >= MIN_GAIN) return true;
    return [...wanted.answerTypes].some(
      (kind) =>
        hasAnswerType(added.text, kind) === true && hasAnswerType(textOf(held), kind) === false,
    );
  };
  let chosen = grown;
  for (;;) {
    const next = growOnce(chosen, isGain);
    if (next === chosen) return chosen;
    chosen = next;
  }
};

/** The end of a list, a table or some code says little without its beginning. */
const withBeginning = (grown: Chosen): Chosen => {
  const { lines } = grown.text;
  let { first } = grown;
  const kind = lines[first]?.kind;
  if (kind === 'row' || kind === 'code') {
    while (lines[first - 1]?.kind === kind) first -= 1;
    return { ...grown, first };
  }
  return isItem(lines, first)
    ? { ...withLead({ ...grown, first: listAt(lines, first).first }), last: grown.last }
    : grown;
};

/** One line more, or all that the next line belongs to; else the same passage. */
const growOnce = (grown: Chosen, isGain: (at: number, held: Chosen) => boolean): Chosen => {
  const { lines } = grown.text;
  const before = withBeginning({ ...grown, first: grown.first - 1 });
  const next = grown.last + 1;
  const after = { ...grown, last: isItem(lines, next) ? listAt(lines, next).last : next };
  const isNamed = isLabel(lines, grown.first) && lines[grown.first + 1]?.kind === 'sentence';
  const isBegun = isNamed || opensPart(lines, grown.first);
  if (!isBegun && isGain(grown.first - 1, grown) && fits(before, MAX_CHARS)) return before;
  return !opensPart(lines, next) && isGain(next, grown) && fits(after, MAX_CHARS) ? after : grown;
};
