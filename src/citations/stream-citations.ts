import type { CheckedCitation, CheckedClaim, CitableSource } from './cited-source.js';
import { bestQuote } from './best-quote.js';
import { confidenceOf, groundingOf } from './grounding.js';
import { createUnitSplitter } from './split-units.js';
import { byStrength } from './strength.js';
import { createSourceListFilter } from './strip-source-list.js';
import { createCitationWriter, type CitationStyle, type Written } from './write-citations.js';

export type CitedAnswer = {
  answer: string;
  citations: CheckedCitation[];
  /** Also those whose marker the policy removed. */
  claims: CheckedClaim[];
  droppedMarkers: number;
  /** Claims whose marker the policy removed. */
  droppedCitations: number;
  grounding: number | null;
  confidence: number | null;
};

export type CitationOptions = {
  language: string;
  style?: CitationStyle;
  dropUnsupported?: boolean;
};

export type CitationStream = {
  /** Takes the next piece of a model's text and returns what of the answer is final by now, at most a sentence behind. */
  push: (piece: string) => string;
  /** The whole answer: all that was returned, and the rest. */
  end: () => CitedAnswer;
  /** Something has been cited by now. */
  hasCitation: () => boolean;
};

/**
 * A model's answer made honest by code while it is being written: its own list of sources left out, foreign links
 * neutralised, markers resolved and renumbered, every claim checked against its source. What comes out does not depend on how
 * the text is cut into pieces.
 */
export const createCitationStream = (
  sources: readonly CitableSource[],
  { language, style = 'numbered', dropUnsupported = false }: CitationOptions,
): CitationStream => {
  const filter = createSourceListFilter();
  const splitter = createUnitSplitter();
  const writer = createCitationWriter(sources, { language, style, dropUnsupported });
  const trim = createTrimmer();
  let answer = '';

  const write = (units: readonly string[]): string => {
    const text = units.map((unit) => trim(writer.add(unit))).join('');
    answer += text;
    return text;
  };

  return {
    push: (piece) => write(splitter.push(filter.push(piece))),
    end: () => {
      write(splitter.push(filter.end()));
      write(splitter.end());
      return toCitedAnswer(answer, writer.written(), sources);
    },
    hasCitation: () => writer.written().used.length > 0,
  };
};

/** Trims a text that arrives in pieces: white space is written when something follows it. */
const createTrimmer = (): ((text: string) => string) => {
  let waiting = '';
  let hasBegun = false;
  return (text) => {
    const whole = hasBegun ? waiting + text : (waiting + text).trimStart();
    const kept = whole.trimEnd();
    waiting = whole.slice(kept.length);
    hasBegun ||= kept !== '';
    return kept;
  };
};

const toCitedAnswer = (
  answer: string,
  { used, claims, kept, dropped }: Written,
  sources: readonly CitableSource[],
): CitedAnswer => {
  const citations = used.map((source) => toCitation(source, kept, sources));
  const grounding = groundingOf(claims);
  const coverages = citations.flatMap(({ sourceIndexes }) =>
    sourceIndexes.map((index) => sources[index]?.coverage),
  );
  return {
    answer,
    citations,
    claims,
    droppedMarkers: dropped,
    droppedCitations: claims.length - kept.length,
    grounding,
    confidence: grounding === 0 ? 0 : confidenceOf(grounding, coverages),
  };
};

const toCitation = (
  { number, sourceIndexes }: { number: number; sourceIndexes: readonly number[] },
  claims: readonly CheckedClaim[],
  sources: readonly CitableSource[],
): CheckedCitation => {
  const own = byStrength(claims.filter(({ sourceIndex }) => sourceIndexes.includes(sourceIndex)));
  const [best] = own;
  const sourceIndex = best?.sourceIndex ?? sourceIndexes[0] ?? 0;
  const source = sources[sourceIndex] ?? { content: '', language: 'en' };
  return {
    number,
    sourceIndex,
    sourceIndexes,
    verification: findWeakest(own)?.verification ?? 'unsupported',
    ...bestQuote(best?.text ?? '', source),
  };
};

/** A claim that cites several sources of one number has the verification of the best of them; a number that of its weakest claim. */
const findWeakest = (strongestFirst: readonly CheckedClaim[]): CheckedClaim | undefined => {
  const bestByText = new Map([...strongestFirst].reverse().map((claim) => [claim.text, claim]));
  return byStrength([...bestByText.values()]).at(-1);
};

/** A whole answer in one piece. */
export const citeAnswer = (
  answer: string,
  sources: readonly CitableSource[],
  options: CitationOptions,
): CitedAnswer => {
  const stream = createCitationStream(sources, options);
  stream.push(answer);
  return stream.end();
};
