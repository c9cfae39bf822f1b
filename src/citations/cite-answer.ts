import { messagesFor } from '../shared/i18n/index.js';
import type { CheckedCitation, CheckedClaim, CitableSource } from './citation.js';
import { createSentenceSplitter, findCitedMarkers, type CitedMarker } from './cited-sentences.js';
import { verifyCitation } from './claims.js';
import { confidenceOf } from './confidence.js';
import { collectUrls, neutralizeLinks } from './links.js';
import { replaceMarkers } from './markers.js';
import { createSourceListFilter, toInline } from './source-list.js';
import { bestQuote } from './support.js';

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
  /** The language of the answer; a removed link is mentioned in it. */
  language: string;
  style?: 'numbered' | 'inline';
  /** The tenant's policy: markers of unsupported claims are removed; the grounding still counts them. */
  dropUnsupported?: boolean;
};

type CitationStream = {
  /** Takes the next piece of a model's text and returns what of the answer is final by now, at most a sentence behind. */
  push: (piece: string) => string;
  /** The whole answer: all that was returned, and the rest. */
  end: () => CitedAnswer;
  /** Claims made with a marker so far, also where the policy removed the marker. */
  claims: () => readonly CheckedClaim[];
};

type UsedSource = { number: number; sourceIndexes: number[] };

/**
 * A model's answer made honest by code while it is being written: its own list of sources left out, foreign links
 * neutralised, markers resolved and renumbered, every claim checked against its source. What comes out does not depend on how
 * the text is cut into pieces.
 */
export const createCitationStream = (
  sources: readonly CitableSource[],
  options: CitationOptions,
): CitationStream => {
  const filter = createSourceListFilter();
  const splitter = createSentenceSplitter();
  const writer = createCitationWriter(sources, options);
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
      return { answer, ...writer.finish() };
    },
    claims: writer.claims,
  };
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

/** (exact + 0.5 fuzzy) ÷ claims; null without claims. */
export const groundingOf = (
  claims: readonly Pick<CheckedClaim, 'verification'>[],
): number | null =>
  claims.length === 0
    ? null
    : claims.reduce((sum, { verification }) => sum + WEIGHT[verification], 0) / claims.length;

/**
 * Writes an answer sentence by sentence: foreign links neutralised, markers that name no source removed, the others checked against
 * theirs and renumbered. Every sentence is final when it is written.
 */
const createCitationWriter = (sources: readonly CitableSource[], options: CitationOptions) => {
  const check = createChecker(sources);
  const neutralize = createNeutralizer(sources, options.language);
  const numbering = createNumbering(sources, options);
  const claims: CheckedClaim[] = [];
  const kept: CheckedClaim[] = [];
  let droppedMarkers = 0;
  let before = '';
  let lead = '';

  const keepClaims = ({ claim, sourceIndexes, unknown }: CitedMarker): CheckedClaim[] => {
    const checked = sourceIndexes.map((sourceIndex) => check(claim, sourceIndex));
    const held = checked.filter(
      ({ verification }) => !options.dropUnsupported || verification !== 'unsupported',
    );
    claims.push(...checked);
    kept.push(...held);
    droppedMarkers += unknown;
    return held;
  };

  return {
    add: (unit: string): string => {
      const safe = neutralize(unit);
      const { markers, last } = findCitedMarkers(safe, { sourceCount: sources.length, before });
      const held = markers.map((marker) => ({ ...marker, claims: keepClaims(marker) }));
      const text = replaceMarkers(safe, numbering.write(safe, held), { lead });
      if (last !== '') before = last;
      lead = text.slice(-1) || lead;
      return text;
    },
    claims: (): readonly CheckedClaim[] => claims,
    finish: (): Omit<CitedAnswer, 'answer'> => {
      const used = numbering.used();
      const grounding = groundingOf(claims);
      const cited = used.flatMap(({ sourceIndexes }) =>
        sourceIndexes.flatMap((at) => sources[at] ?? []),
      );
      return {
        citations: used.map((source) => toCitation(source, kept, sources)),
        claims,
        droppedMarkers,
        droppedCitations: claims.length - kept.length,
        grounding,
        confidence: confidenceOf(grounding, cited),
      };
    },
  };
};

/** A model that repeats itself is checked once. */
const createChecker = (sources: readonly CitableSource[]) => {
  const known = new Map<string, CheckedClaim>();
  return (text: string, sourceIndex: number): CheckedClaim => {
    const key = `${sourceIndex} ${text}`;
    const source = sources[sourceIndex];
    const checked = known.get(key) ?? { text, sourceIndex, ...verify(text, source) };
    known.set(key, checked);
    return checked;
  };
};

const verify = (
  text: string,
  source: CitableSource | undefined,
): Pick<CheckedClaim, 'verification' | 'isEchoed'> => {
  if (source === undefined) return { verification: 'unsupported' };
  const { content, basis } = source;
  if (basis === undefined) return { verification: verifyCitation(text, content, source) };
  const verification =
    basis.content === '' ? 'unsupported' : verifyCitation(text, basis.content, source);
  const isEchoed =
    verification === 'unsupported' && verifyCitation(text, content, source) !== 'unsupported';
  return { verification, ...(isEchoed && { isEchoed }) };
};

/** Links are kept that a source contains which is cited by then; what is cited later cannot bring back what was written. */
const createNeutralizer = (sources: readonly CitableSource[], language: string) => {
  const { linkRemoved } = messagesFor(language);
  const cited = new Set<number>();
  const allowedUrls = new Set<string>();
  return (unit: string): string => {
    const { markers } = findCitedMarkers(unit, { sourceCount: sources.length });
    for (const index of markers.flatMap(({ sourceIndexes }) => sourceIndexes)) {
      if (cited.has(index)) continue;
      cited.add(index);
      const { content = '', basis } = sources[index] ?? {};
      for (const url of collectUrls([basis?.links ?? content])) allowedUrls.add(url);
    }
    return neutralizeLinks(unit, { allowedUrls, linkRemoved });
  };
};

type HeldMarker = Pick<CitedMarker, 'start' | 'end'> & { claims: readonly CheckedClaim[] };

/** Numbers sources in order of appearance; those of one key share a number. */
const createNumbering = (
  sources: readonly CitableSource[],
  { style = 'numbered', language }: CitationOptions,
) => {
  const used = new Map<string, UsedSource>();

  const numberOf = ({ sourceIndex }: CheckedClaim): number => {
    const key = sources[sourceIndex]?.key ?? String(sourceIndex);
    const known = used.get(key) ?? { number: used.size + 1, sourceIndexes: [] };
    if (!known.sourceIndexes.includes(sourceIndex)) known.sourceIndexes.push(sourceIndex);
    used.set(key, known);
    return known.number;
  };

  const toMark = (number: number, claims: readonly CheckedClaim[]): string => {
    if (style === 'numbered') return `[${number}]`;
    const [best] = byStrength(claims.filter((claim) => numberOf(claim) === number));
    const name = sources[best?.sourceIndex ?? -1]?.name ?? { type: 'document' };
    return toInline({ ...name, verification: best?.verification ?? 'unsupported' }, language);
  };

  return {
    used: (): UsedSource[] => [...used.values()],
    /** Writes the text in the place of each marker: its sources' numbers or names, each once where several markers stand side by side. */
    write: (text: string, markers: readonly HeldMarker[]) => {
      let neighbours = new Set<number>();
      let position = 0;
      return markers.map(({ start, end, claims }) => {
        if (/\S|\n/.test(text.slice(position, start))) neighbours = new Set();
        position = end;
        const numbers = new Set(claims.map(numberOf));
        const added = [...numbers].filter((number) => !neighbours.has(number));
        neighbours = new Set([...neighbours, ...added]);
        return { start, end, written: added.map((number) => toMark(number, claims)).join('') };
      });
    },
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

const toCitation = (
  { number, sourceIndexes }: UsedSource,
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
    highlights: [],
  };
};

/** A claim that cites several sources of one number has the verification of the best of them; a number that of its weakest claim. */
const findWeakest = (strongestFirst: readonly CheckedClaim[]): CheckedClaim | undefined => {
  const bestByText = new Map([...strongestFirst].reverse().map((claim) => [claim.text, claim]));
  return byStrength([...bestByText.values()]).at(-1);
};

/** The weight of a claim in the grounding; the strongest comes first. */
const WEIGHT = { exact: 1, fuzzy: 0.5, unsupported: 0 } as const;

const byStrength = (claims: readonly CheckedClaim[]): CheckedClaim[] =>
  [...claims].sort((left, right) => WEIGHT[right.verification] - WEIGHT[left.verification]);
