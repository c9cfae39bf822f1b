import { alternativesOf } from '../language/index.js';
import { MESSAGE_LANGUAGES, messagesFor } from '../shared/i18n/index.js';
import type { SourceName, Verification } from './citation.js';
import { neutralizeLinks } from './links.js';
import { parseMarkers } from './markers.js';

/** Matches "- " or "1. ". */
const BULLET = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u;
const OPENING = /^\s*\\?[[【［⁅〔〖⟦]/u;
/** Matches a line that begins with a bracket, or may still do so. */
const MAY_OPEN = /^\s*\\?(?:$|[[【［⁅〔〖⟦])/u;
const SENTENCE_END = /[.!?。！？]\s*$/u;
const COLON = /[:：]/;

/** This many characters of a line are enough to classify it. */
const MAX_HEAD_CHARS = 400;

/**
 * `label`: with the heading of our own list, `heading`: with another heading that may also mean something else, `bare`: without a heading.
 */
type List = { kind: 'label' | 'heading' | 'bare'; text: string; hasEntries: boolean };

type NamedCitation = SourceName & { verification: Verification };
export type RenderedCitation = NamedCitation & {
  number: number;
  chapter?: string | null | undefined;
};

/** Removes lists of sources that a model wrote at the end of its text, because the server lists the cited sources itself. */
export const createSourceListFilter = () => {
  const keeper = createListKeeper();
  let line = '';
  let releasedChars = 0;
  let isKept = false;

  const release = (): string => {
    const text = line.slice(releasedChars);
    releasedChars = line.length;
    return text;
  };

  const endLine = (): string => {
    if (releasedChars > 0) keeper.note(line);
    const text = releasedChars > 0 ? release() : keeper.addLine(line);
    line = '';
    releasedChars = 0;
    isKept = false;
    return text;
  };

  const add = (part: string): string => {
    line += part;
    if (part.endsWith('\n')) return endLine();
    if (releasedChars > 0) return release();
    const beginning = line.slice(0, MAX_HEAD_CHARS);
    if (isKept || keeper.isKeeping(beginning)) return '';
    if (isPlainBeginning(line)) return release();
    isKept = OPENING.test(readHeading(beginning)?.rest ?? '');
    return '';
  };

  return {
    push: (text: string): string =>
      text
        .split(/(?<=\n)/)
        .map(add)
        .join(''),
    end: (): string => (line === '' ? '' : endLine()) + keeper.end(),
  };
};

/** Holds back a possible list of sources until a line of other text follows. */
const createListKeeper = () => {
  let list: List | undefined;
  // Without a heading, lines count as a list only if they are separate from a text with citations.
  let hasMarker = false;
  let isApart = false;

  const note = (text: string): void => {
    hasMarker ||= parseMarkers(text).some(({ numbers }) => numbers.length > 0);
    isApart = text.trim() === '' || (isApart && RULE.test(text));
  };

  const release = (): string => {
    const text = list?.text ?? '';
    list = undefined;
    return text;
  };

  const open = (line: string, kind: List['kind'], hasEntries: boolean): string => {
    // Consecutive lists count as one; a heading without entries was not a list.
    const released = list?.hasEntries === true ? '' : release();
    list = { kind, text: release() + line, hasEntries };
    return released;
  };

  const addLine = (line: string): string => {
    const headed = readHeadedLine(line);
    if (headed !== undefined) return open(line, headed.kind, headed.hasEntries);
    if (list === undefined && hasMarker && isApart && isBareEntry(line)) {
      return open(line, 'bare', true);
    }
    const isBlank = line.trim() === '';
    if (list !== undefined && (isBlank || IS_ENTRY[list.kind](line))) {
      list = { ...list, text: list.text + line, hasEntries: list.hasEntries || !isBlank };
      return '';
    }
    const released = release() + line;
    note(released);
    return released;
  };

  return {
    /** True if a line with this beginning cannot be classified before its end. */
    isKeeping: (beginning: string): boolean =>
      list !== undefined || (hasMarker && isApart && MAY_OPEN.test(beginning)),
    /** Takes note of a line whose beginning was already passed on before the line was complete. */
    note,
    addLine,
    end: (): string => (list?.hasEntries === true ? '' : release()),
  };
};

const RULE = /^\s*(?:-{3,}|_{3,}|\*{3,})\s*$/;

/** A heading that is alone on its line, or followed by the first source of its list. */
const readHeadedLine = (line: string): Pick<List, 'kind' | 'hasEntries'> | undefined => {
  const headed = readHeading(line.slice(0, MAX_HEAD_CHARS));
  if (headed === undefined) return undefined;
  if (opensWithMarker(headed.rest)) return { kind: 'label', hasEntries: true };
  const isAlone = headed.rest === '' && line.length <= MAX_HEAD_CHARS;
  return isAlone ? { kind: headed.kind, hasEntries: false } : undefined;
};

/** True for an entry without a heading, such as "[1] HR Manual, p. 5", and not for "[1] Three days." */
const isBareEntry = (line: string): boolean => opensWithMarker(line) && !SENTENCE_END.test(line);

const opensWithMarker = (text: string): boolean => {
  if (!OPENING.test(text)) return false;
  const beginning = text.slice(0, MAX_HEAD_CHARS).trimStart();
  return parseMarkers(beginning)[0]?.start === 0;
};

const HEADINGS = alternativesOf(({ sourceListTitles }) => sourceListTitles).split('|');

/** The heading at the beginning of a line, and the text after it. */
const readHeading = (line: string): { kind: 'label' | 'heading'; rest: string } | undefined => {
  const colon = line.search(COLON);
  const head = toHeading(colon === -1 ? line : line.slice(0, colon));
  const rest = colon === -1 ? '' : withoutDecoration(line.slice(colon + 1));
  if (LABELS.has(head)) return { kind: 'label', rest };
  return OTHERS.has(head) ? { kind: 'heading', rest } : undefined;
};

// Removes accents, because the beginning of a heading must be recognized before the accent of its last letter arrives.
const toHeading = (text: string): string =>
  withoutDecoration(text).replace(COLON, '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const DECORATION = /[\s*_`#\p{So}\uFE0F]/gu;

const withoutDecoration = (text: string): string => text.replace(DECORATION, '');

/** True if no further text could turn this line into one that has to be held back. */
const isPlainBeginning = (beginning: string): boolean => {
  const head = beginning.slice(0, MAX_HEAD_CHARS);
  const isLong = head.length < beginning.length;
  const headed = readHeading(head);
  if (headed === undefined) return isLong || !mayBecomeHeading(head);
  return headed.rest === '' ? isLong : !MAY_OPEN.test(headed.rest);
};

/** True if further text could turn a line without a colon into a heading. */
const mayBecomeHeading = (beginning: string): boolean => {
  if (COLON.test(beginning)) return false;
  const head = toHeading(beginning);
  return ALL.some((label) => label.startsWith(head));
};

/** A citation within the text: "(HR Manual, p. 5)". */
export const toInline = (citation: NamedCitation, language: string): string => {
  const { name, pages, mark } = toParts(citation, language);
  return `(${[name, pages, mark].filter((part) => part !== '').join(', ')})`;
};

/** The list of sources below an answer that cites by number; empty if nothing is cited. */
export const renderSourceList = (
  citations: readonly RenderedCitation[],
  language: string,
): string => {
  if (citations.length === 0) return '';
  const lines = citations.map((citation) => toLine(citation, language));
  return ['\n', messagesFor(language).sourcesLabel, ...lines].join('\n');
};

/** A line of the list: "[1] HR Manual – Remote work (p. 5)". */
const toLine = (citation: RenderedCitation, language: string): string => {
  const { name, pages, mark } = toParts(citation, language);
  const chapter = toPlain(citation.chapter ?? '', language);
  return [
    `[${citation.number}] ${name}`,
    chapter && ` – ${chapter}`,
    pages && ` (${pages})`,
    mark && ` – ${mark}`,
  ].join('');
};

const toParts = (
  { type, title, pageStart, pageEnd, verification, isOfCode, isUnchecked }: NamedCitation,
  language: string,
) => {
  const messages = messagesFor(language);
  const unsupported = isUnchecked ? messages.uncheckedMark : messages.unsupportedMark;
  const pages = typeof pageStart === 'number' && { start: pageStart, end: pageEnd ?? pageStart };
  return {
    name: toName({ type, title: toPlain(title ?? '', language), isOfCode }, messages),
    pages: pages ? messages.pages(pages) : '',
    mark: verification === 'unsupported' ? unsupported : '',
  };
};

const toName = (
  {
    type,
    title,
    isOfCode,
  }: Pick<SourceName, 'type'> & {
    title: string;
    isOfCode: boolean | undefined;
  },
  messages: ReturnType<typeof messagesFor>,
): string => {
  switch (type) {
    case 'memory':
      return messages.privateMemory;
    case 'tool': {
      const result = isOfCode ? messages.codeResult : messages.toolResult;
      return title === '' ? result : `${result} (${title})`;
    }
    case 'document':
      return title || messages.untitledDocument;
  }
};

const MAX_LABEL_CHARS = 200;

// A title is untrusted text: it must not break the list, look like a marker, or contain a link.
const toPlain = (text: string, language: string): string =>
  neutralizeLinks(text.slice(0, MAX_LABEL_CHARS), {
    allowedUrls: new Set(),
    linkRemoved: messagesFor(language).linkRemoved,
  })
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .trim();

const CITED = /[\]】］⁆〕〗⟧][.,;。]?\s*$/u;

// "- Solar [1]" is a claim with its source, not an entry in a list of sources.
const isEntry = (line: string): boolean => {
  const text = line.replace(BULLET, '');
  if (opensWithMarker(text)) return true;
  return !CITED.test(text) && (text !== line || !SENTENCE_END.test(text));
};

const LINK = /^\s*(?:<?https?:\/\/|www\.|\[[^\]\n]{0,300}\]\()/iu;

/** Under an ambiguous heading, only lines that point to a source are entries. */
const isPointer = (line: string): boolean => {
  const text = line.replace(BULLET, '');
  return opensWithMarker(text) || LINK.test(text);
};

const IS_ENTRY: Readonly<Record<List['kind'], (line: string) => boolean>> = {
  label: isEntry,
  heading: isPointer,
  bare: isBareEntry,
};

const LABELS: ReadonlySet<string> = new Set(
  MESSAGE_LANGUAGES.map((language) => toHeading(messagesFor(language).sourcesLabel)),
);
const OTHERS: ReadonlySet<string> = new Set(HEADINGS.map(toHeading));
const ALL: readonly string[] = [...LABELS, ...OTHERS];
