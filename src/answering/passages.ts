import { analyze } from '../language/index.js';
import {
  hasAnswerType,
  isCount,
  type AnswerType,
  type Question,
  type QuestionPart,
} from '../questions/index.js';
import { hasUnspaced } from '../shared/scripts.js';
import type { Span } from '../search/index.js';
import { blockAround, creditsOf, holdsTypes, openingOf, textOf, type Chosen } from './blocks.js';
import {
  headerOf,
  isDefinition,
  isNearest,
  scoreLines,
  wantsList,
  type Asked,
  type Candidate,
  type QuotableSource,
  type Text,
  type Wanted,
} from './line-scores.js';
import { rowsLike, toPairs } from './table-rows.js';
import { TUNING } from './tuning.js';

/** A quotation from a source, `content.slice(start, end)`, with its decisive words highlighted. */
export type Passage = Span & {
  sourceIndex: number;
  /** Offsets in the passage's own text, relative to its start. */
  highlights: readonly Span[];
  /** A table row shown with its column names, which are elsewhere in the text; null if the passage is shown as it is. */
  pairs: string | null;
  /** The number of similar rows that are not shown. */
  rowsLeftOut: number;
  /** The share of the question's words in the quoted lines, 0..1. */
  coverage: number;
  /** Whether the passage contains the requested type of answer: a number, a date, an address. */
  holdsAsked: HoldsAsked;
};

/**
 * yes: the passage has a value of each requested type with a recognizable form · no: it lacks a value of a type, does not count what should
 * be counted, or lacks the word for the person asked about · unknown: the form is not enough to decide.
 */
type HoldsAsked = 'yes' | 'no' | 'unknown';

/** The passage chosen for one of the things that the question asks. */
type Found = { chosen: Chosen; wanted: Wanted; rowsLeftOut?: number };

/**
 * Finds the passages that match the question best, best first; none without sources. Usually one passage is returned, and a second if the
 * first may be incomplete. If several things are asked, each gets its best passage. A text found only by meaning may share no words with
 * the question; then its beginning is quoted.
 */
export const findPassages = ({
  question: whole,
  ...asked
}: Omit<Asked, 'question'> & {
  question: Pick<Question, keyof QuestionPart | 'parts'>;
}): Passage[] => {
  const { parts } = whole;
  const found =
    parts.length > 0
      ? parts.flatMap((question) => findFor({ ...asked, question }).slice(0, 1))
      : findFor({ ...asked, question: whole });
  return found.reduce<Found[]>(add, []).map(toPassage);
};

const findFor = (asked: Asked): Found[] => {
  const { wanted, texts, candidates } = scoreLines(asked);
  if (candidates.length > 0) return pick(candidates, wanted);
  const openings = texts.slice(0, TUNING.maxPassages).flatMap((text) => openingOf(text) ?? []);
  return openings.map((chosen) => ({ chosen, wanted }));
};

/** Picks one passage after another, each time the best of the rest. */
const pick = (candidates: readonly Candidate[], wanted: Wanted): Found[] => {
  const rows = rowsLike(candidates, wanted);
  if (rows.length > 1) {
    const rowsLeftOut = Math.max(0, rows.length - TUNING.maxRows);
    return rows
      .slice(0, TUNING.maxRows)
      .map(({ text, at }) => ({ chosen: { text, first: at, last: at }, wanted, rowsLeftOut }));
  }
  let found: Found[] = [];
  let left = candidates;
  const isCompared = wanted.answerTypes.has('comparison');
  const most = isCompared || wantsList(wanted) ? TUNING.maxOfSeveral : TUNING.maxPassages;
  while (found.length < most) {
    const chosen = found.map((one) => one.chosen);
    const [best] = left;
    const isAnswered = !isCompared && chosen.some((one) => answers(one, wanted));
    const enough =
      (isAnswered ? TUNING.minBesideAnswer : TUNING.minFurther) * (candidates[0]?.score ?? 0);
    if (best === undefined || best.score < enough) break;
    const grown = blockAround(best, wanted);
    found = add(found, { chosen: grown, wanted });
    const taken = [...found.map((one) => one.chosen), grown];
    // If the list that a line belongs to begins further below, only the list may be quoted, so the line is used up as well.
    left = left.filter(
      (one) => one !== best && !taken.some((other) => holds(other, one.text, one.at)),
    );
  }
  return found;
};

const answers = (chosen: Chosen, wanted: Wanted): boolean => {
  if (isDefinition(chosen.text, chosen.first, wanted)) return true;
  const coverage = coverageOf(chosen);
  const asked = findAsked(chosen, wanted);
  return (
    (asked === 'yes' && coverage >= TUNING.minCoverage) || (asked === 'unknown' && coverage === 1)
  );
};

const holds = ({ text, first, last }: Chosen, other: Chosen['text'], at: number): boolean =>
  text === other && at >= first && at <= last;

const add = (found: readonly Found[], next: Found): Found[] => {
  if (found.some(({ chosen }) => saysAll(chosen, next.chosen) || isTable(next.chosen, chosen))) {
    return [...found];
  }
  const said = found.findIndex(({ chosen }) => saysAll(next.chosen, chosen));
  if (said !== -1) return found.map((one, at) => (at === said ? next : one));
  const overlapping = found.findIndex(({ chosen }) => overlaps(chosen, next.chosen));
  return overlapping === -1
    ? [...found, next]
    : found.map((one, at) =>
        at === overlapping ? { ...one, chosen: join(one.chosen, next.chosen) } : one,
      );
};

const overlaps = (one: Chosen, other: Chosen): boolean =>
  one.text.sourceIndex === other.text.sourceIndex &&
  one.first <= other.last &&
  other.first <= one.last;

/** True if the lines are the table around a row that answers without them. */
const isTable = (one: Chosen, row: Chosen): boolean => pairsOf(row) !== null && overlaps(one, row);

const pairsOf = ({ text, first, last }: Chosen): string | null =>
  first === last ? toPairs(text, first) : null;

const join = (one: Chosen, other: Chosen): Chosen => ({
  ...one,
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
});

/** Also true if a second document, or an overlapping chunk, contains the same words. */
const saysAll = (one: Chosen, of: Chosen): boolean => textOf(one).includes(textOf(of));

const toPassage = ({ chosen, wanted, rowsLeftOut = 0 }: Found): Passage => {
  const { text, first, last } = chosen;
  const start = text.lines[first]?.start ?? 0;
  const end = text.lines[last]?.end ?? start;
  return {
    sourceIndex: text.sourceIndex,
    start,
    end,
    highlights: findHighlights(text.source, { start, end }, wanted),
    pairs: pairsOf(chosen),
    rowsLeftOut,
    coverage: Math.max(coverageOf(chosen), isOfMeaning(chosen) ? TUNING.half : 0),
    holdsAsked: findAsked(chosen, wanted),
  };
};

const isOfMeaning = ({ text: { lines, source }, first, last }: Chosen): boolean =>
  lines.slice(first, last + 1).some((line) => isNearest(source, line));

/** Each word counts equally: a word that occurs in no passage lowers the coverage like any other. */
const coverageOf = (chosen: Chosen): number => meanOf(creditsOf(chosen));

const meanOf = (credits: readonly number[]): number =>
  credits.reduce((sum, credit) => sum + credit, 0) / Math.max(1, credits.length);

const findAsked = (chosen: Chosen, wanted: Wanted): HoldsAsked => {
  const { text } = chosen;
  const places = placesOf(chosen);
  const isNowhere = (kind: AnswerType): boolean =>
    places.every((at) => {
      const columns = headerOf(text, at)?.text ?? '';
      return hasAnswerType(`${columns} ${text.lines[at]?.text ?? ''}`, kind) === false;
    });
  const needed = UNMISTAKABLE.filter((kind) => wanted.answerTypes.has(kind));
  // An answer to "how much" may say that something is free, without a number.
  if (
    needed.some((kind) => isNowhere(kind) && !(kind === 'quantity' && needed.includes('price')))
  ) {
    return 'no';
  }
  const held = heldOf(chosen);
  if (wanted.answerTypes.has('person') && held < TUNING.minOfPerson) return 'no';
  const isOfValue = needed.some((kind) => kind !== 'quantity');
  if (isOfValue && held < TUNING.half && !isOfMeaning(chosen)) return 'no';
  const isUncounted = places.every((at) => !counts(text, at, wanted));
  if (wanted.counted.length > 0 && isUncounted) return 'no';
  return holdsTypes(
    places.flatMap((at) => text.lines[at] ?? []),
    wanted,
  )
    ? 'yes'
    : 'unknown';
};

/** The positions of a passage's lines. The heading is left out, because its number is not a value, unless there are no other lines. */
const placesOf = ({ text, first, last }: Chosen): number[] => {
  const isHeading = text.lines[first]?.kind === 'heading' && first < last;
  return [...text.lines.keys()].slice(isHeading ? first + 1 : first, last + 1);
};

/** The share of the question's words that the passage or its headings contain, each word counting equally. */
const heldOf = (chosen: Chosen): number =>
  meanOf(creditsOf(chosen).map((credit, word) => Math.max(credit, chosen.text.named[word] ?? 0)));

/**
 * Answer types whose values are always recognizable: a price names an amount, an age names years, and "in which year" needs a date. A
 * "when" can be answered in other ways.
 */
const UNMISTAKABLE: readonly AnswerType[] = [
  'price',
  'day',
  'age',
  'weight',
  'quantity',
  'address',
  'phone',
];

const counts = (text: Text, at: number, { counted }: Wanted): boolean => {
  const words = text.lines[at]?.text.match(COUNTABLE) ?? [];
  const isCounted = (word: string): boolean =>
    analyze(word, { languages: [text.source.language] }).some((term) =>
      counted.some((forms) => forms.includes(term)),
    );
  const numbers = [...words.keys()].filter((place) => isCount(words[place] ?? ''));
  if (numbers.length === 0) return false;
  // The meaning of a number in a table comes from its column.
  if (headerOf(text, at)?.text.match(COUNTABLE)?.some(isCounted) === true) return true;
  return words.some(
    (word, place) =>
      numbers.some((number) => Math.abs(number - place) <= TUNING.maxWordsApart) && isCounted(word),
  );
};

const COUNTABLE = /[\p{L}\p{N}\p{M}]+(?:[.,]\p{N}+)*/gu;

const WORD = /[\p{L}\p{N}\p{M}]+(?:[-._/][\p{L}\p{N}\p{M}]+)*/gu;
const MAX_HIGHLIGHTS = 20;

/** The words of the question in the passage, spelled as they are there; adjacent ones are merged. */
const findHighlights = (
  { content, language }: QuotableSource,
  { start, end }: Span,
  wanted: Wanted,
): Span[] => {
  const passage = content.slice(start, end);
  const spans: Span[] = [];
  for (const word of wordsOf(passage)) {
    const terms = analyze(passage.slice(word.start, word.end), { languages: [language] });
    const isAsked = terms.some((term) =>
      wanted.creditsOf(term).some((credit, at) => credit * (wanted.words[at]?.weight ?? 0) > 0),
    );
    if (!isAsked) continue;
    const last = spans.at(-1);
    if (last?.end === word.start) last.end = word.end;
    else if (spans.length < MAX_HIGHLIGHTS) spans.push(word);
    else break;
  }
  return spans;
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Splits a text into words, using a segmenter for scripts without spaces. */
const wordsOf = (text: string): Span[] =>
  [...text.matchAll(WORD)].flatMap(({ 0: run, index }) => {
    if (!hasUnspaced(run)) return [{ start: index, end: index + run.length }];
    return [...segmenter.segment(run)].map(({ segment, index: offset }) => ({
      start: index + offset,
      end: index + offset + segment.length,
    }));
  });
