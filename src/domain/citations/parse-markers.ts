/** A citation marker in an answer: `[2]`, `[1, 3]`, `【2】`, or a form that can name no source, such as `[doc:9999]`. */
export type Marker = {
  start: number;
  end: number;
  /** As written, from 1; empty when it names nothing. */ numbers: number[];
};

// Every repetition is bounded, so the scan stays linear whatever the model writes; a line break is in no marker.
const NUMBERED =
  /[[【［][^\S\n]{0,3}(?:(?:sources?|src|forrás|quelle|nguồn|来源)[^\S\n]{0,2}[:#]?[^\S\n]{0,2})?\^?(\d{1,6}(?:[^\S\n]{0,3}[,;、，][^\S\n]{0,3}\d{1,6}){0,20})(?:†[^\]】］\n]{0,80})?[^\S\n]{0,3}[\]】］]/giu;
const NAMED =
  /[[【［][^\S\n]{0,3}(?:doc|document|chunk|source|memory|tool|cite|ref|id)[^\S\n]{0,2}[:#][^\S\n]{0,2}[^\]】］\s[]{1,100}[^\S\n]{0,3}[\]】］]/giu;
/** What may become one of both when more text comes. */
const BEGINNING =
  /[[【［][^\S\n]{0,3}(?:\p{L}{0,8}[^\S\n]{0,2}[:#]?[^\S\n]{0,2}(?:\^?[\d,;、，\p{Zs}\t]{0,270}(?:†[^\]】］\n]{0,80})?[^\S\n]{0,3}|[^\]】］\s[]{0,100}[^\S\n]{0,3}))$/u;
const MAX_CHARS = 400;

const toNumbers = (text: string): number[] => [
  ...new Set((text.match(/\d+/g) ?? []).map((digits) => Number(digits))),
];

/** The markers of an answer in order of appearance. */
export const parseMarkers = (answer: string): Marker[] => {
  const numbered = [...answer.matchAll(NUMBERED)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    numbers: toNumbers(match[1] ?? ''),
  }));
  const taken = new Set(numbered.map(({ start }) => start));
  const named = [...answer.matchAll(NAMED)]
    .filter(({ index }) => !taken.has(index))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, numbers: [] }));
  const inOrder = [...numbered, ...named].sort((left, right) => left.start - right.start);
  return inOrder.filter(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0));
};

/** Where a marker begins that the text does not end yet; the length of the text when there is none. */
export const findMarkerBeginning = (text: string): number => {
  const from = Math.max(0, text.length - MAX_CHARS);
  const found = text.slice(from).search(BEGINNING);
  return found === -1 ? text.length : from + found;
};

/** The text with blanks where its markers are, so that every offset stays valid. */
export const blankMarkers = (text: string, markers: readonly Marker[]): string => {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of markers) {
    pieces.push(text.slice(position, start), ' '.repeat(Math.max(0, end - start)));
    position = end;
  }
  return [...pieces, text.slice(position)].join('');
};
