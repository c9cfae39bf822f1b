/** A citation marker in an answer: `[2]`, `[1, 3]`, `【2】`, or a form that can name no source, such as `[doc:9999]`. */
export type Marker = {
  start: number;
  end: number;
  /** As written, from 1; empty when it names nothing. */ numbers: number[];
};

// Every repetition is bounded, so the scan stays linear whatever the model writes.
const NUMBERED =
  /[[【［]\s{0,3}(?:(?:sources?|src|forrás|quelle|nguồn|来源)\s{0,2}[:#]?\s{0,2})?\^?(\d{1,6}(?:\s{0,3}[,;、，]\s{0,3}\d{1,6}){0,20})(?:†[^\]】］\n]{0,80})?\s{0,3}[\]】］]/giu;
const NAMED =
  /[[【［]\s{0,3}(?:doc|document|chunk|source|memory|tool|cite|ref|id)\s{0,2}[:#]\s{0,2}[^\]】］\s[]{1,100}\s{0,3}[\]】］]/giu;

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
  return [...numbered, ...named].sort((left, right) => left.start - right.start);
};
