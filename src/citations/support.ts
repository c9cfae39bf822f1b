import {
  contentTerms,
  countNegations,
  isNegation,
  splitClauses,
  splitSentences,
  type Sentence,
} from '../language/index.js';
import type { CitableSource, Quote } from './citation.js';

/** The run of sentences that says most of what a claim says. */
type Support = {
  start: number;
  end: number;
  /** In the clauses that share the claim's terms. */
  negations: number;
};

/** With the terms that it shares with the claim. */
type Clause = { text: string; shared: ReadonlySet<string> };

type Scored = Sentence & Clause;

type Quotable = Pick<CitableSource, 'content' | 'language' | 'span'>;

/** Finds where in the content the claim's terms stand closest together; undefined when the content shares none. */
export const findSupport = (
  claimTerms: ReadonlySet<string>,
  content: string,
  language: string,
): Support | undefined => {
  const sentences = splitSentences(content).map((sentence) => ({
    ...sentence,
    shared: sharedTerms(sentence.text, claimTerms, language),
  }));
  // The shorter of two equal sentences says it more plainly.
  const [seed] = sentences
    .filter(({ shared }) => shared.size > 0)
    .sort(
      (left, right) => right.shared.size - left.shared.size || left.text.length - right.text.length,
    );
  if (seed === undefined) return undefined;
  const window = growWindow(sentences, sentences.indexOf(seed));
  const clauses = window.flatMap((sentence) => toClauses(sentence, claimTerms, language));
  return {
    start: window[0]?.start ?? 0,
    end: window.at(-1)?.end ?? 0,
    negations: countSupportingNegations(clauses, language),
  };
};

const sharedTerms = (
  text: string,
  terms: ReadonlySet<string>,
  language: string,
): ReadonlySet<string> =>
  new Set([...contentTerms(text, language)].filter((term) => terms.has(term)));

const MAX_SENTENCES = 3;

const growWindow = (sentences: readonly Scored[], seed: number): readonly Scored[] => {
  let first = seed;
  let last = seed;
  const known = new Set(sentences[seed]?.shared);
  while (last - first + 1 < MAX_SENTENCES) {
    const before = countNew(sentences[first - 1], known);
    const after = countNew(sentences[last + 1], known);
    if (before === 0 && after === 0) break;
    const added = before > after ? (first -= 1) : (last += 1);
    for (const term of sentences[added]?.shared ?? []) known.add(term);
  }
  return sentences.slice(first, last + 1);
};

const countNew = (words: Clause | undefined, known: ReadonlySet<string>): number =>
  [...(words?.shared ?? [])].filter((term) => !known.has(term)).length;

// A clause that shares nothing with the claim ("no") belongs to the one before it.
const toClauses = (sentence: Scored, terms: ReadonlySet<string>, language: string): Clause[] =>
  splitClauses(sentence.text, language).reduce<Clause[]>((clauses, text) => {
    const previous = clauses.at(-1);
    if (previous !== undefined && contentTerms(text, language).size === 0) {
      return [...clauses.slice(0, -1), { ...previous, text: `${previous.text} ${text}` }];
    }
    return [...clauses, { text, shared: sharedTerms(text, terms, language) }];
  }, []);

/** Negations of the fewest clauses that together share all that the window shares with the claim. */
const countSupportingNegations = (clauses: readonly Clause[], language: string): number => {
  const known = new Set<string>();
  let negations = 0;
  for (;;) {
    const [best] = clauses
      .map((clause) => ({ ...clause, gain: countNew(clause, known) }))
      .sort((left, right) => right.gain - left.gain);
    if (best === undefined || best.gain === 0) return negations;
    negations += countNegations(best.text, language);
    for (const term of best.shared) known.add(term);
  }
};

/** The sentence or sentences of the source that best support the claim, with their place in the document's text. */
export const bestQuote = (claim: string, source: Quotable): Quote => {
  const terms = toClaimTerms(claim, source.language);
  const [first] = splitSentences(source.content);
  const { start, end } = findSupport(terms, source.content, source.language) ??
    first ?? { start: 0, end: source.content.length };
  return { quote: source.content.slice(start, end), ...toSpan(source, start, end) };
};

// A chunk may open with a repeated table header, which the document's text does not have at that place.
export const toSpan = (
  { content, span }: Quotable,
  start: number,
  end: number,
): Pick<Quote, 'charStart' | 'charEnd'> => {
  if (span === undefined) return { charStart: null, charEnd: null };
  const prepended = Math.max(0, content.length - (span.charEnd - span.charStart));
  const toAbsolute = (offset: number): number =>
    Math.min(span.charEnd, span.charStart + Math.max(0, offset - prepended));
  return { charStart: toAbsolute(start), charEnd: toAbsolute(end) };
};

/** A claim's content terms without its negations, which are compared on their own. */
export const toClaimTerms = (claim: string, language: string): Set<string> =>
  new Set([...contentTerms(claim, language)].filter((term) => !isNegation(term, language)));
