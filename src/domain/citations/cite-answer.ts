import { messagesFor } from '../i18n/index.js';
import { bestQuote } from './best-quote.js';
import type { CheckedCitation, CheckedClaim, CitableSource, Claim } from './cited-source.js';
import { findCitedMarkers } from './find-claims.js';
import { confidenceOf, groundingOf } from './grounding.js';
import { collectUrls, neutralizeLinks } from './neutralize-links.js';
import { resolveMarkers } from './resolve-markers.js';
import { verifyCitation } from './verify-citation.js';

export type CitedAnswer = {
  answer: string;
  citations: CheckedCitation[];
  /** Also those whose marker the policy removed. */
  claims: CheckedClaim[];
  droppedMarkers: number;
  grounding: number | null;
  confidence: number | null;
};

type Options = {
  /** Of the answer; a removed link is mentioned in it. */
  language: string;
  /** The tenant's policy: markers of unsupported claims are removed; the grounding still counts them. */
  dropUnsupported?: boolean;
};

const STRENGTH = { exact: 2, fuzzy: 1, unsupported: 0 } as const;

const withoutLinks = (
  answer: string,
  sources: readonly CitableSource[],
  language: string,
): string => {
  const cited = new Set(
    findCitedMarkers(answer, sources.length).flatMap(({ sourceIndexes }) => sourceIndexes),
  );
  const contents = sources.filter((_, index) => cited.has(index)).map(({ content }) => content);
  return neutralizeLinks(answer, {
    allowedUrls: collectUrls(contents),
    linkRemoved: messagesFor(language).linkRemoved,
  });
};

const createVerifier = (sources: readonly CitableSource[]) => {
  const known = new Map<string, CheckedClaim['verification']>();
  return ({ text, sourceIndex }: Claim): CheckedClaim['verification'] => {
    const key = `${sourceIndex} ${text}`;
    const source = sources[sourceIndex];
    const verification =
      known.get(key) ??
      (source === undefined ? 'unsupported' : verifyCitation(text, source.content, source));
    known.set(key, verification);
    return verification;
  };
};

const toCitation = (
  { number, sourceIndexes }: { number: number; sourceIndexes: readonly number[] },
  claims: readonly CheckedClaim[],
  sources: readonly CitableSource[],
): CheckedCitation => {
  const [best] = claims
    .filter(({ sourceIndex }) => sourceIndexes.includes(sourceIndex))
    .sort((left, right) => STRENGTH[right.verification] - STRENGTH[left.verification]);
  const sourceIndex = best?.sourceIndex ?? sourceIndexes[0] ?? 0;
  const source = sources[sourceIndex] ?? { content: '', language: 'en' };
  return {
    number,
    sourceIndex,
    sourceIndexes,
    verification: best?.verification ?? 'unsupported',
    ...bestQuote(best?.text ?? '', source),
  };
};

/** A model's answer made honest by code: foreign links neutralised, markers resolved, every claim checked against its source. */
export const citeAnswer = (
  answer: string,
  sources: readonly CitableSource[],
  { language, dropUnsupported = false }: Options,
): CitedAnswer => {
  const safe = withoutLinks(answer, sources, language);
  const verify = createVerifier(sources);
  const claims = resolveMarkers(safe, sources).claims.map((claim) => ({
    ...claim,
    verification: verify(claim),
  }));
  const resolved = resolveMarkers(
    safe,
    sources,
    dropUnsupported ? { keep: (claim) => verify(claim) !== 'unsupported' } : {},
  );
  const citations = resolved.used.map((used) => toCitation(used, claims, sources));
  const grounding = groundingOf(claims);
  const coverages = citations.flatMap(({ sourceIndexes }) =>
    sourceIndexes.map((index) => sources[index]?.coverage),
  );
  return {
    answer: resolved.answer,
    citations,
    claims,
    droppedMarkers: resolved.dropped,
    grounding,
    confidence: grounding === 0 ? 0 : confidenceOf(grounding, coverages),
  };
};
