import { MESSAGE_LANGUAGES, messagesFor } from '../i18n/index.js';

const DECORATION = /[\s*_`#]/g;
const COLON = /[:：]/;
/** "- ", "1. " */
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;
const MARKER = /^\s*[[【［]\s?\d/u;
const CITED = /[\]】］][.,;。]?\s*$/u;
const SENTENCE_END = /[.!?。！？]\s*$/u;

const toLabel = (text: string): string =>
  text.replace(DECORATION, '').replace(COLON, '').toLowerCase();

const LABELS: ReadonlySet<string> = new Set(
  MESSAGE_LANGUAGES.map((language) => toLabel(messagesFor(language).sourcesLabel)),
);

// "- Solar [1]" is a claim with its source and no entry of a list of sources.
const isEntry = (line: string): boolean => {
  const text = line.replace(BULLET, '');
  if (MARKER.test(text)) return true;
  return !CITED.test(text) && (text !== line || !SENTENCE_END.test(text));
};

type LineKind = 'label' | 'list' | 'entry' | 'blank' | 'other';

const kindOf = (line: string): LineKind => {
  if (line.trim() === '') return 'blank';
  const [head = '', ...rest] = line.split(COLON);
  if (LABELS.has(toLabel(head))) {
    const text = rest.join(':').replace(DECORATION, '');
    if (text === '') return 'label';
    return MARKER.test(text) ? 'list' : 'other';
  }
  return isEntry(line) ? 'entry' : 'other';
};

/** The text without the lists of sources that a model wrote at its end: code lists what is cited, and nothing else does. */
export const stripSourceList = (text: string): string => {
  const lines = text.split('\n');
  let kept = lines.length;
  let hasEntries = false;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const kind = kindOf(lines[index] ?? '');
    if (kind === 'other' || (kind === 'label' && !hasEntries)) break;
    if (kind === 'entry') hasEntries = true;
    if (kind === 'label' || kind === 'list') {
      kept = index;
      hasEntries = false;
    }
  }
  return kept === lines.length ? text : lines.slice(0, kept).join('\n').trimEnd();
};
