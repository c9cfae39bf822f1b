import { messagesFor } from '../i18n/index.js';
import { bestQuote } from './best-quote.js';
import type { CheckedCitation, CheckedClaim, CitableSource, Claim } from './cited-source.js';
import { findCitedMarkers } from './find-claims.js';
import { confidenceOf, groundingOf } from './grounding.js';
import { collectUrls, neutralizeLinks } from './neutralize-links.js';
import { resolveMarkers } from './resolve-markers.js';
import { stripSourceList } from './strip-source-list.js';
import { verifyCitation } from './verify-citation.js';

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

const byStrength = (claims: readonly CheckedClaim[]): CheckedClaim[] =>
  [...claims].sort((left, right) => STRENGTH[right.verification] - STRENGTH[left.verification]);

/** A claim that cites several sources of one number has the verification of the best of them; a number that of its weakest claim. */
const findWeakest = (strongestFirst: readonly CheckedClaim[]): CheckedClaim | undefined => {
  const bestByText = new Map([...strongestFirst].reverse().map((claim) => [claim.text, claim]));
  return byStrength([...bestByText.values()]).at(-1);
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

/** A model's answer made honest by code: foreign links neutralised, markers resolved, every claim checked against its source. */
export const citeAnswer = (
  answer: string,
  sources: readonly CitableSource[],
  { language, dropUnsupported = false }: Options,
): CitedAnswer => {
  const safe = withoutLinks(stripSourceList(answer), sources, language);
  const verify = createVerifier(sources);
  const claims = resolveMarkers(safe, sources).claims.map((claim) => ({
    ...claim,
    verification: verify(claim),
  }));
  const keep = (claim: Claim): boolean => !dropUnsupported || verify(claim) !== 'unsupported';
  const resolved = resolveMarkers(safe, sources, { keep });
  const kept = claims.filter(keep);
  const citations = resolved.used.map((used) => toCitation(used, kept, sources));
  const grounding = groundingOf(claims);
  const coverages = citations.flatMap(({ sourceIndexes }) =>
    sourceIndexes.map((index) => sources[index]?.coverage),
  );
  return {
    answer: resolved.answer,
    citations,
    claims,
    droppedMarkers: resolved.dropped,
    droppedCitations: claims.length - kept.length,
    grounding,
    confidence: grounding === 0 ? 0 : confidenceOf(grounding, coverages),
  };
};
