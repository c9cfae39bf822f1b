import { messagesFor } from '../shared/i18n/index.js';
import type { CheckedClaim, CitableSource, Claim } from './cited-source.js';
import { findCitedMarkers, type CitedMarker } from './find-claims.js';
import { collectUrls, neutralizeLinks } from './neutralize-links.js';
import { createNumbering, type UsedSource } from './numbering.js';
import { toInline } from './render-citations.js';
import { replaceMarkers } from './replace-markers.js';
import { byStrength } from './strength.js';
import { verifyCitation } from './verify-citation.js';

export type CitationStyle = 'numbered' | 'inline';

export type WriterOptions = {
  /** Of the answer; a removed link is mentioned in it. */
  language: string;
  style: CitationStyle;
  /** The tenant's policy: markers of unsupported claims are removed; the grounding still counts them. */
  dropUnsupported: boolean;
};

export type Written = {
  /** In order of appearance; sources of one key share a number. */
  used: UsedSource[];
  /** Also those whose marker the policy removed. */
  claims: CheckedClaim[];
  kept: CheckedClaim[];
  /** Marker numbers removed because they name no source. */
  dropped: number;
};

export type CitationWriter = { add: (unit: string) => string; written: () => Written };

type Checked = CitedMarker & { kept: CheckedClaim[] };

/**
 * Writes an answer sentence by sentence: foreign links neutralised, markers that name no source removed, the others checked against
 * theirs and renumbered. Every sentence is final when it is written.
 */
export const createCitationWriter = (
  sources: readonly CitableSource[],
  options: WriterOptions,
): CitationWriter => {
  const verify = createVerifier(sources);
  const neutralize = createNeutralizer(sources, options.language);
  const marker = createMarkerWriter(sources, options);
  const claims: CheckedClaim[] = [];
  const kept: CheckedClaim[] = [];
  let dropped = 0;
  let before = '';
  let lead = '';

  const check = (found: CitedMarker): Checked => {
    const checked = found.sourceIndexes.map((sourceIndex) =>
      verify({ text: found.claim, sourceIndex }),
    );
    const held = checked.filter(
      ({ verification }) => !options.dropUnsupported || verification !== 'unsupported',
    );
    claims.push(...checked);
    kept.push(...held);
    dropped += found.unknown;
    return { ...found, kept: held };
  };

  return {
    add: (unit) => {
      const safe = neutralize(unit);
      const { markers, last } = findCitedMarkers(safe, { sourceCount: sources.length, before });
      const text = replaceMarkers(safe, marker.replacements(safe, markers.map(check)), { lead });
      if (last !== '') before = last;
      lead = text.slice(-1) || lead;
      return text;
    },
    written: () => ({ used: marker.used(), claims, kept, dropped }),
  };
};

const createVerifier = (sources: readonly CitableSource[]) => {
  const known = new Map<string, CheckedClaim['verification']>();
  return (claim: Claim): CheckedClaim => {
    const { text, sourceIndex } = claim;
    const key = `${sourceIndex} ${text}`;
    const source = sources[sourceIndex];
    const verification =
      known.get(key) ??
      (source === undefined ? 'unsupported' : verifyCitation(text, source.content, source));
    known.set(key, verification);
    return { ...claim, verification };
  };
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
      for (const url of collectUrls([sources[index]?.content ?? ''])) allowedUrls.add(url);
    }
    return neutralizeLinks(unit, { allowedUrls, linkRemoved });
  };
};

/** What stands in the place of each marker: its sources' numbers or names, each once where several markers stand side by side. */
const createMarkerWriter = (
  sources: readonly CitableSource[],
  { style, language }: WriterOptions,
) => {
  const numbering = createNumbering(sources);

  const write = (number: number, claims: readonly CheckedClaim[]): string => {
    if (style === 'numbered') return `[${number}]`;
    const [best] = byStrength(
      claims.filter(({ sourceIndex }) => numbering.numberOf(sourceIndex) === number),
    );
    const name = sources[best?.sourceIndex ?? -1]?.name ?? { type: 'document' };
    return toInline({ ...name, verification: best?.verification ?? 'unsupported' }, language);
  };

  return {
    used: numbering.used,
    replacements: (text: string, markers: readonly Checked[]) => {
      let neighbours = new Set<number>();
      let position = 0;
      return markers.map(({ start, end, kept }) => {
        const between = text.slice(position, start);
        if (/\S|\n/.test(between)) neighbours = new Set();
        position = end;
        const numbers = [
          ...new Set(kept.map(({ sourceIndex }) => numbering.numberOf(sourceIndex))),
        ].filter((number) => !neighbours.has(number));
        neighbours = new Set([...neighbours, ...numbers]);
        return { start, end, written: numbers.map((number) => write(number, kept)).join('') };
      });
    },
  };
};
