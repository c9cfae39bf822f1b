import { messagesFor } from '../i18n/index.js';
import type { Verification } from '../conversation.js';
import { neutralizeLinks } from './neutralize-links.js';

export type RenderedCitation = {
  number: number;
  type: 'document' | 'memory' | 'tool';
  title?: string | undefined;
  chapter?: string | null | undefined;
  pageStart?: number | null | undefined;
  pageEnd?: number | null | undefined;
  verification: Verification;
};

type Options = { style: 'numbered' | 'inline'; language: string };

const MARKER = /\[(\d{1,4})\]/g;
const MAX_LABEL_CHARS = 200;

// A title is somebody's text: it must not break the list, look like a marker or carry a link.
const toPlain = (text: string, linkRemoved: string): string =>
  neutralizeLinks(text.slice(0, MAX_LABEL_CHARS), { allowedUrls: new Set(), linkRemoved })
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .trim();

const toName = ({ type, title }: RenderedCitation, language: string): string => {
  const messages = messagesFor(language);
  if (type === 'memory') return messages.privateMemory;
  const fallback = type === 'tool' ? messages.toolResult : messages.untitledDocument;
  return toPlain(title ?? '', messages.linkRemoved) || fallback;
};

const toPages = ({ pageStart, pageEnd }: RenderedCitation, language: string): string | undefined =>
  typeof pageStart === 'number'
    ? messagesFor(language).pages({ start: pageStart, end: pageEnd ?? pageStart })
    : undefined;

/** "[1] HR Manual – Remote work (p. 5)" */
const toLine = (citation: RenderedCitation, language: string): string => {
  const messages = messagesFor(language);
  const chapter = toPlain(citation.chapter ?? '', messages.linkRemoved);
  const pages = toPages(citation, language);
  return [
    `[${citation.number}] ${toName(citation, language)}`,
    chapter === '' ? '' : ` – ${chapter}`,
    pages === undefined ? '' : ` (${pages})`,
    citation.verification === 'unsupported' ? ` – ${messages.unsupportedMark}` : '',
  ].join('');
};

/** "(HR Manual, p. 5)" */
const toInline = (citation: RenderedCitation, language: string): string => {
  const mark =
    citation.verification === 'unsupported' ? messagesFor(language).unsupportedMark : undefined;
  const parts = [toName(citation, language), toPages(citation, language), mark];
  return `(${parts.filter((part) => part !== undefined).join(', ')})`;
};

/** The answer as its reader sees it: with the list of sources below, or each source named in its place. */
export const renderCitations = (
  answer: string,
  citations: readonly RenderedCitation[],
  { style, language }: Options,
): string => {
  if (citations.length === 0) return answer;
  if (style === 'inline') {
    const byNumber = new Map(citations.map((citation) => [String(citation.number), citation]));
    return answer.replace(MARKER, (marker, number: string) => {
      const citation = byNumber.get(number);
      return citation === undefined ? marker : toInline(citation, language);
    });
  }
  const lines = citations.map((citation) => toLine(citation, language));
  return [answer, '', messagesFor(language).sourcesLabel, ...lines].join('\n');
};
