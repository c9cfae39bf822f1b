import { messagesFor } from '../shared/i18n/index.js';
import type { SourceName } from './cited-source.js';
import { neutralizeLinks } from './neutralize-links.js';
import type { Verification } from './citation.js';

export type NamedCitation = SourceName & { verification: Verification };
export type RenderedCitation = NamedCitation & {
  number: number;
  chapter?: string | null | undefined;
};

/** "(HR Manual, p. 5)" */
export const toInline = (citation: NamedCitation, language: string): string => {
  const mark =
    citation.verification === 'unsupported' ? messagesFor(language).unsupportedMark : undefined;
  const parts = [toName(citation, language), toPages(citation, language), mark];
  return `(${parts.filter((part) => part !== undefined).join(', ')})`;
};

const toName = ({ type, title }: SourceName, language: string): string => {
  const messages = messagesFor(language);
  if (type === 'memory') return messages.privateMemory;
  const fallback = type === 'tool' ? messages.toolResult : messages.untitledDocument;
  return toPlain(title ?? '', messages.linkRemoved) || fallback;
};

const MAX_LABEL_CHARS = 200;

// A title is somebody's text: it must not break the list, look like a marker or carry a link.
const toPlain = (text: string, linkRemoved: string): string =>
  neutralizeLinks(text.slice(0, MAX_LABEL_CHARS), { allowedUrls: new Set(), linkRemoved })
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .trim();

const toPages = ({ pageStart, pageEnd }: SourceName, language: string): string | undefined =>
  typeof pageStart === 'number'
    ? messagesFor(language).pages({ start: pageStart, end: pageEnd ?? pageStart })
    : undefined;

/** Stands below an answer that cites by number; nothing where nothing is cited. */
export const renderSourceList = (
  citations: readonly RenderedCitation[],
  language: string,
): string => {
  if (citations.length === 0) return '';
  const lines = citations.map((citation) => toLine(citation, language));
  return ['\n', messagesFor(language).sourcesLabel, ...lines].join('\n');
};

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
