import { MESSAGE_LANGUAGES, messagesFor } from '../shared/i18n/index.js';

/** A document and, if known, its pages. The caller chooses how it is identified: by an id, or by a file name. */
export type Place = {
  document: string;
  pageStart?: number | null | undefined;
  pageEnd?: number | null | undefined;
};

/** A document that the answer has to cite; if pages are given, it has to cite one of them. */
type ExpectedDocument = { document: string; pages?: readonly number[] | undefined };

export type FactTest = (text: string) => boolean;

/** Everything about an answer that code can check. */
export type Expected = {
  /** True if no document answers the question, so the answer has to be a refusal. */
  isRefusal: boolean;
  facts: readonly FactTest[];
  absent: readonly FactTest[];
  documents: readonly ExpectedDocument[];
};

export type Reply = { responseType: string; answer: string; cited: readonly Place[] };

/**
 * - right: an answer with all facts that cites all documents - closest: like right, but only as the closest passages - uncited: an answer
 * with all facts that cites other documents, or none - wrong: any other answer; if a refusal is expected, any answer at all - beside:
 * closest passages that do not contain what was asked - refused: nothing found, or a question in return
 */
export const OUTCOMES = ['right', 'closest', 'uncited', 'wrong', 'beside', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Verdict = 'right' | 'closest' | 'wrong' | 'refused';

/** Rates an answer by rules, without a model. */
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

/**
 * Reduces an outcome to the four verdicts of a run. An expected refusal is right. If closest passages are shown instead, they claim
 * nothing, and count as closest.
 */
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

/** Returns the indexes of expected documents that are not cited, or not on one of their pages. */
export const missingDocuments = (
  { documents }: Pick<Expected, 'documents'>,
  { cited }: Pick<Reply, 'cited'>,
): number[] =>
  documents.flatMap((expected, index) =>
    cited.some((place) => isAt(expected, place)) ? [] : [index],
  );

/** Returns the indexes of facts that are present although unwanted, or missing although wanted. */
export const factsAgainst = (
  facts: readonly FactTest[],
  { answer }: Pick<Reply, 'answer'>,
  { wanted }: { wanted: boolean },
): number[] => {
  const text = toCompared(answer);
  return facts.flatMap((fact, index) => (fact(text) === wanted ? [] : [index]));
};

/** The rank of the first passage of an expected document, counted from 1; null if there is no such passage. */
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

/** Separates different ways of stating the same fact. */
const OR = ' | ';

/**
 * Creates a test for whether a text states the fact in one of these ways, ignoring case and spaces. A number does not match as part of a
 * longer number.
 */
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

/** Removes the titles and chapters listed below an answer, which are not part of its statement. */
export const withoutSourceList = (answer: string): string => {
  const labels = MESSAGE_LANGUAGES.map((language) => messagesFor(language).sourcesLabel);
  const starts = labels.map((label) => answer.lastIndexOf(`\n${label}`)).filter((at) => at >= 0);
  return answer.slice(0, Math.min(answer.length, ...starts));
};
