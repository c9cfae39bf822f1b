import { findSentenceEnd, hasSentenceMark } from '../language/index.js';
import { blankMarkers, findMarkerBeginning, parseMarkers, type Marker } from './parse-markers.js';
import { findUrls } from './urls.js';

/** A unit is cut off at a blank when it has no end of its own by then. */
const MAX_CHARS = 4_000;
/** More than any end needs of the text behind it: openers, a word, a marker. */
const LOOKAHEAD_CHARS = 600;
/** A text without an end is looked at again when it has grown by this part of it, so that small pieces cost no more than large ones. */
const GROWTH = 1 / 32;

export type UnitSplitter = { push: (text: string) => string[]; end: () => string[] };

type Growing = { text: string; isComplete: boolean };

/**
 * Cuts a text that arrives in pieces into sentences with their markers, the same ones whatever the pieces are. Between two of
 * them is white space, or the end of a sentence in a script without blanks.
 */
export const createUnitSplitter = (): UnitSplitter => {
  let waiting = '';
  let enoughChars = 0;

  const cut = (): string | undefined => {
    const end = findFirstEnd(waiting);
    if (end !== undefined && end <= MAX_CHARS) {
      const unit = waiting.slice(0, end);
      waiting = waiting.slice(end);
      return unit;
    }
    if (waiting.length < MAX_CHARS + LOOKAHEAD_CHARS) {
      enoughChars = waiting.length + Math.floor(waiting.length * GROWTH);
      return undefined;
    }
    const [unit, rest] = cutByLength(waiting);
    waiting = rest;
    return unit;
  };

  const cutAll = (): string[] => {
    const units: string[] = [];
    if (waiting.length < enoughChars) return units;
    enoughChars = 0;
    for (let unit = cut(); unit !== undefined; unit = cut()) units.push(unit);
    return units;
  };

  return {
    push: (text) => {
      waiting += text;
      return cutAll();
    },
    end: () => {
      const units: string[] = [];
      for (;;) {
        const end = findEnd({ text: waiting, isComplete: true });
        if (end === undefined || end >= waiting.length) break;
        units.push(waiting.slice(0, end));
        waiting = waiting.slice(end);
      }
      return [...units, waiting];
    },
  };
};

/** What an end is does not depend on how much of the text is looked at, so a little is tried first. */
const findFirstEnd = (text: string): number | undefined => {
  for (const chars of [300, 1_200, MAX_CHARS + LOOKAHEAD_CHARS]) {
    // Half a character would be taken for another one.
    const beginning = text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, '');
    const end = findEnd({ text: beginning, isComplete: false });
    if (end !== undefined || chars >= text.length) return end;
  }
  return undefined;
};

const findEnd = ({ text, isComplete }: Growing): number | undefined => {
  if (!hasSentenceMark(text)) return undefined;
  // A marker that has only begun hides all that comes behind it.
  const known = isComplete ? text.length : findMarkerBeginning(text);
  const markers = parseMarkers(text).filter(({ end }) => end <= known);
  const visible = blankMarkers(text, markers).slice(0, known);
  const end = findSentenceEnd({
    text: visible,
    isComplete,
    mayEndAt: createUrlGuard(text),
  });
  if (end === undefined) return undefined;
  return behindMarkers({ text: text.slice(0, known), isComplete }, end, markers);
};

/** A link goes on over a sentence end without a blank: a cut there would hide its rest from whoever looks for links. */
const createUrlGuard = (text: string): ((end: number) => boolean) => {
  let guardedTo = 0;
  return (end) => {
    if (end < guardedTo) return false;
    if (!/^\S/.test(text.slice(end, end + 1))) return true;
    let start = end;
    while (start > 0 && !/\s/.test(text.charAt(start - 1))) start -= 1;
    if (findUrls(text.slice(start, end + 2)).length === 0) return true;
    const blank = text.slice(end).search(/\s/);
    guardedTo = blank === -1 ? Infinity : end + blank;
    return false;
  };
};

/** Behind the markers that follow a sentence on its line, for they vouch for it; undefined while another may come. */
const behindMarkers = (
  { text, isComplete }: Growing,
  end: number,
  markers: readonly Marker[],
): number | undefined => {
  let at = end;
  for (;;) {
    const next = at + (/^[^\S\n]{0,200}/.exec(text.slice(at, at + 200))?.[0].length ?? 0);
    const marker = markers.find(({ start }) => start === next);
    if (marker === undefined) return next < text.length || isComplete ? at : undefined;
    at = marker.end;
  }
};

const cutByLength = (text: string): [unit: string, rest: string] => {
  const blank = /\s\S*$/.exec(text.slice(0, MAX_CHARS))?.index ?? 0;
  if (blank > 0) return [text.slice(0, blank), text.slice(blank)];
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(MAX_CHARS - 1));
  const end = isHalf ? MAX_CHARS - 1 : MAX_CHARS;
  // A blank is put in, so that no link and no tag reaches from one unit into the next.
  return [text.slice(0, end), ` ${text.slice(end)}`];
};
