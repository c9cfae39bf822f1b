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

/** Whether no text behind it could make a label of the beginning of a line. */
const isNoLabel = (beginning: string): boolean => {
  const [head = '', ...rest] = beginning.split(COLON);
  if (rest.length === 0) return ![...LABELS].some((label) => label.startsWith(toLabel(head)));
  const text = rest.join(':').replace(DECORATION, '');
  return !LABELS.has(toLabel(head)) || (text.length > 1 && !MARKER.test(text));
};

export type TextFilter = { push: (text: string) => string; end: () => string };

/** Keeps back what may turn out to be a list of sources: from its label on, until a line of something else follows. */
const createListKeeper = () => {
  let kept = '';
  let hasEntries = false;

  const restart = (line: string): string => {
    const released = kept;
    kept = line;
    return released;
  };

  return {
    isKeeping: (): boolean => kept !== '',
    addLine: (line: string): string => {
      const kind = kindOf(line.replace(/\n$/, ''));
      if (kind === 'label' || kind === 'list') {
        // A label without entries was none.
        const released = hasEntries ? '' : restart('');
        kept += line;
        hasEntries = kind === 'list';
        return released;
      }
      if (kind === 'other') {
        hasEntries = false;
        return restart('') + line;
      }
      if (kept === '') return line;
      if (kind === 'entry') hasEntries = true;
      kept += line;
      return '';
    },
    end: (): string => (hasEntries ? '' : kept),
  };
};

/** Leaves the lists of sources out that a model wrote at the end of its text: code lists what is cited, and nothing else does. */
export const createSourceListFilter = (): TextFilter => {
  const keeper = createListKeeper();
  let line = '';
  let releasedChars = 0;

  const release = (): string => {
    const text = line.slice(releasedChars);
    releasedChars = line.length;
    return text;
  };

  const endLine = (): string => {
    const text = releasedChars > 0 ? release() : keeper.addLine(line);
    line = '';
    releasedChars = 0;
    return text;
  };

  const add = (part: string): string => {
    line += part;
    if (line.endsWith('\n')) return endLine();
    const isText = releasedChars > 0 || (!keeper.isKeeping() && isNoLabel(line));
    return isText ? release() : '';
  };

  return {
    push: (text) =>
      text
        .split(/(?<=\n)/)
        .map(add)
        .join(''),
    end: () => (line === '' ? '' : endLine()) + keeper.end(),
  };
};
