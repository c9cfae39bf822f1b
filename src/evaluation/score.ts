import { MESSAGE_LANGUAGES, messagesFor } from '../shared/i18n/index.js';

/** A document, and where they are known the pages of it. What names it is the caller's: an id, or the name of a file. */
export type Place = {
  document: string;
  pageStart?: number | null | undefined;
  pageEnd?: number | null | undefined;
};

/** A document that has to be cited; with pages, one of them. */
type ExpectedDocument = { document: string; pages?: readonly number[] | undefined };

export type FactTest = (text: string) => boolean;

/** Everything that code can check of an answer. */
export type Expected = {
  /** Nothing answers the question, so that nothing may be said as if it did. */
  isRefusal: boolean;
  facts: readonly FactTest[];
  absent: readonly FactTest[];
  documents: readonly ExpectedDocument[];
};

export type Reply = { responseType: string; answer: string; cited: readonly Place[] };

/**
 * - right: an answer with all facts, and all documents are cited
 * - closest: the same, among passages that are said to be only the closest
 * - uncited: an answer with all facts, but other documents are cited, or none
 * - wrong: any other answer; where a refusal is expected, any answer at all
 * - beside: passages said to be only the closest, without what was asked
 * - refused: nothing found, or a question in return
 */
export const OUTCOMES = ['right', 'closest', 'uncited', 'wrong', 'beside', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Verdict = 'right' | 'closest' | 'wrong' | 'refused';

/** What an answer is worth, by rules alone. */
export const outcomeOf = (expected: Expected, reply: Reply): Outcome => {
  const { responseType } = reply;
  if (responseType !== 'answer' && responseType !== 'closest') return 'refused';
  const isSure = responseType === 'answer';
  const text = toCompared(reply.answer);
  const isAnswered =
    !expected.isRefusal &&
    expected.facts.every((fact) => fact(text)) &&
    !expected.absent.some((fact) => fact(text));
  if (!isAnswered) return isSure ? 'wrong' : 'beside';
  if (missingDocuments(expected, reply).length === 0) return isSure ? 'right' : 'closest';
  return isSure ? 'uncited' : 'beside';
};

/** The four verdicts of a run. A refusal that was expected is right; closest passages in its place claim nothing, and count as closest. */
export const verdictOf = (
  { isRefusal }: Pick<Expected, 'isRefusal'>,
  outcome: Outcome,
): Verdict => {
  if (isRefusal) {
    if (outcome === 'refused') return 'right';
    return outcome === 'beside' ? 'closest' : 'wrong';
  }
  if (outcome === 'right' || outcome === 'closest') return outcome;
  return outcome === 'uncited' || outcome === 'wrong' ? 'wrong' : 'refused';
};

/** Indexes of the expected documents that are not cited, or not on one of their pages. */
export const missingDocuments = (
  { documents }: Pick<Expected, 'documents'>,
  { cited }: Pick<Reply, 'cited'>,
): number[] =>
  documents.flatMap((expected, index) =>
    cited.some((place) => isAt(expected, place)) ? [] : [index],
  );

/** Indexes of the facts whose presence is not `wanted`. */
export const factsAgainst = (
  facts: readonly FactTest[],
  { answer }: Pick<Reply, 'answer'>,
  { wanted }: { wanted: boolean },
): number[] => {
  const text = toCompared(answer);
  return facts.flatMap((fact, index) => (fact(text) === wanted ? [] : [index]));
};

/** The rank of the first passage of an expected document, from 1; null where there is none. */
export const hitRank = (
  ranked: readonly Place[],
  { documents }: Pick<Expected, 'documents'>,
): number | null => {
  const index = ranked.findIndex((place) => documents.some((expected) => isAt(expected, place)));
  return index === -1 ? null : index + 1;
};

const isAt = ({ document, pages = [] }: ExpectedDocument, place: Place): boolean => {
  if (place.document !== document) return false;
  if (pages.length === 0) return true;
  const first = place.pageStart ?? null;
  if (first === null) return false;
  const last = place.pageEnd ?? first;
  return pages.some((page) => page >= first && page <= last);
};

/** Between the ways of saying the same fact. */
const OR = ' | ';

/** True for a text that says it in one of these ways, whatever its case and its spaces. A figure is no part of a longer one. */
export const toFactTest = (fact: string): FactTest => {
  const ways = fact
    .split(OR)
    .map((way) => fold(way).trim())
    .filter((way) => way !== '');
  return (text) => {
    const folded = fold(text);
    return ways.some((way) => says(folded, way));
  };
};

const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').replaceAll('’', "'");

const says = (text: string, way: string): boolean => {
  for (let at = text.indexOf(way); at !== -1; at = text.indexOf(way, at + 1)) {
    const [before, after] = [
      text.slice(Math.max(0, at - 2), at),
      text.slice(at + way.length, at + way.length + 2),
    ];
    const isCutBefore = /^\p{Nd}/u.test(way) && /\p{Nd}[.,]?$/u.test(before);
    const isCutAfter = /\p{Nd}$/u.test(way) && /^[.,]?\p{Nd}/u.test(after);
    if (!isCutBefore && !isCutAfter) return true;
  }
  return false;
};

const toCompared = (answer: string): string =>
  withoutSourceList(answer).replace(/\s+/gu, ' ').replaceAll('’', "'");

/** Titles and chapters below an answer are not part of what it says. */
export const withoutSourceList = (answer: string): string => {
  const labels = MESSAGE_LANGUAGES.map((language) => messagesFor(language).sourcesLabel);
  const starts = labels.map((label) => answer.lastIndexOf(`\n${label}`)).filter((at) => at >= 0);
  return answer.slice(0, Math.min(answer.length, ...starts));
};
