import { analyze } from '../../language/index.js';
import { creditsOf, growPassage, openingOf, textOf, type Chosen } from './grow-passage.js';
import {
  scoreLines,
  shareOf,
  type Asked,
  type Candidate,
  type QuotableSource,
  type Wanted,
} from './line-scores.js';

type Span = { start: number; end: number };

/** What is quoted of a source: `content.slice(start, end)`, with the words that decided. */
export type Passage = Span & {
  sourceIndex: number;
  /** Offsets in the passage's own text. */
  highlights: readonly Span[];
};

const MAX_PASSAGES = 3;

/**
 * The passages that say most of what is asked, best first; at most three, and none without sources. A text that was found by its
 * meaning alone may share no word with the question: then its beginning is all that can be told.
 */
export const findPassages = (asked: Asked): Passage[] => {
  const { wanted, texts, candidates } = scoreLines(asked);
  const chosen =
    candidates.length > 0
      ? pick(candidates, wanted)
      : texts.slice(0, MAX_PASSAGES).flatMap((text) => openingOf(text) ?? []);
  return chosen.map((one) => toPassage(one, wanted));
};

/** A further passage says at least this share of what the best one says. */
const MIN_FURTHER = 0.5;

/** Passage by passage, whichever says most of what is not said yet. */
const pick = (candidates: readonly Candidate[], wanted: Wanted): Chosen[] => {
  let chosen: Chosen[] = [];
  let left = candidates;
  const enough = MIN_FURTHER * (candidates[0]?.score ?? 0);
  while (chosen.length < MAX_PASSAGES) {
    const best = findBest(left, chosen, wanted);
    if (best === undefined || best.score < enough) break;
    const grown = growPassage(best.candidate, wanted);
    chosen = add(chosen, grown);
    left = left.filter(({ text, at }) => ![...chosen, grown].some((one) => holds(one, text, at)));
  }
  return chosen;
};

const holds = ({ text, first, last }: Chosen, other: Chosen['text'], at: number): boolean =>
  text === other && at >= first && at <= last;

/** What says the same words again counts for this much of its score. */
const REPEATED = 0.75;

const findBest = (candidates: readonly Candidate[], chosen: readonly Chosen[], wanted: Wanted) => {
  const said = chosen.map(creditsOf);
  const held = wanted.words.map((_, word) => Math.max(0, ...said.map((one) => one[word] ?? 0)));
  let best: { candidate: Candidate; score: number } | undefined;
  for (const candidate of candidates) {
    if (candidate.score <= (best?.score ?? 0)) break;
    const { credits = [] } = candidate.text.lines[candidate.at] ?? {};
    const own = shareOf(wanted, credits);
    const fresh = credits.map((credit, word) => Math.max(0, credit - (held[word] ?? 0)));
    const share = own === 0 || chosen.length === 0 ? 1 : shareOf(wanted, fresh) / own;
    const score = candidate.score * (REPEATED + (1 - REPEATED) * share);
    if (score > (best?.score ?? 0)) best = { candidate, score };
  }
  return best;
};

const add = (chosen: readonly Chosen[], grown: Chosen): Chosen[] => {
  if (chosen.some((other) => saysTheSame(other, grown))) return [...chosen];
  const overlapping = chosen.findIndex((other) => overlaps(other, grown));
  return overlapping === -1
    ? [...chosen, grown]
    : chosen.map((other, at) => (at === overlapping ? join(other, grown) : other));
};

const overlaps = (one: Chosen, other: Chosen): boolean =>
  one.text === other.text && one.first <= other.last && other.first <= one.last;

const join = (one: Chosen, other: Chosen): Chosen => ({
  ...one,
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
});

/** A second document, or an overlapping chunk, that says it in the same words. */
const saysTheSame = (one: Chosen, other: Chosen): boolean => {
  const [left, right] = [textOf(one), textOf(other)];
  return left.includes(right) || right.includes(left);
};

const toPassage = (chosen: Chosen, wanted: Wanted): Passage => {
  const { text, first, last } = chosen;
  const start = text.lines[first]?.start ?? 0;
  const end = text.lines[last]?.end ?? start;
  return {
    sourceIndex: text.sourceIndex,
    start,
    end,
    highlights: findHighlights(text.source, { start, end }, wanted),
  };
};

const WORD = /[\p{L}\p{N}\p{M}]+(?:[-._/][\p{L}\p{N}\p{M}]+)*/gu;
const MAX_HIGHLIGHTS = 20;

/** The words of the passage that are the question's, as they stand there. */
const findHighlights = (
  { content, language }: QuotableSource,
  { start, end }: Span,
  wanted: Wanted,
): Span[] => {
  const spans: Span[] = [];
  for (const match of content.slice(start, end).matchAll(WORD)) {
    const terms = analyze(match[0], { languages: [language] });
    const isAsked = terms.some((term) =>
      wanted.creditsOf(term).some((credit, at) => credit * (wanted.words[at]?.weight ?? 0) > 0),
    );
    if (!isAsked) continue;
    spans.push({ start: match.index, end: match.index + match[0].length });
    if (spans.length >= MAX_HIGHLIGHTS) break;
  }
  return spans;
};
