import { citeQuotes, confidenceOf, type QuotedPart } from '../citations/index.js';
import { splitSentences } from '../language/index.js';
import { splitChapter } from '../parsing/index.js';
import type { CollectionQuestion } from '../questions/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { CitationStyle } from '../tenancy/index.js';
import type { Quoted } from './quote-sources.js';
import type { Source } from './sources.js';

type Described = {
  asked: CollectionQuestion;
  /** One source per listed document, or per chapter if only one document is described; the collection itself comes first. */
  sources: readonly Source[];
  language: string;
  timeZone: string;
  style: CitationStyle;
};

/**
 * The listed documents, each with its title and a citation, or the outline of one below its first sentences; null if there is no document.
 */
export const describeCollection = (described: Described): Quoted | null => {
  const { asked, sources, language, style } = described;
  const found = sources.filter(({ evidence }) => evidence.kind === 'chunk');
  const isOutline = asked.kind === 'contents' || asked.kind === 'summary';
  const parts = found.flatMap((source, at) =>
    isOutline ? toOutline(source, at) : [toEntry(source, described)],
  );
  if (parts.length === 0) return null;
  const { texts, citations } = citeQuotes(
    parts.map(({ part }) => part),
    { language, style: style === 'inline' ? 'inline' : 'numbered' },
  );
  const lines = texts.map((text, at) => (parts[at]?.isItem === true ? `- ${text}` : text));
  const notice = isOutline ? messagesFor(language).outlineOf : null;
  const opening = isOutline && style === 'none' ? [] : [toOpening(described, found.length)];
  return {
    said: {
      answer: [...opening, lines.join('\n')].join('\n\n'),
      citations,
      notice,
      listsSources: true,
    },
    sources: parts.map(({ source }) => source),
    confidence: confidenceOf(1, [{ relevance: 1, coverage: 1, holdsAsked: 'yes' }]),
    certainty: 'answer',
  };
};

const toOpening = ({ asked, sources, language }: Described, shown: number): string => {
  const { documentsListed, documentsAbout, newestDocuments, outlineOf, quote } =
    messagesFor(language);
  const total = Math.max(
    shown,
    ...sources.map(({ evidence }) => (evidence.kind === 'tool' ? (evidence.count ?? 0) : 0)),
  );
  switch (asked.kind) {
    case 'list':
    case 'count':
      return documentsListed({ total, shown });
    case 'newest':
      return newestDocuments({ total, shown });
    case 'about':
      return documentsAbout(quote(asked.subject));
    case 'contents':
    case 'summary':
      return outlineOf;
  }
};

type Part = { source: Source; part: QuotedPart; isItem: boolean };

const toEntry = (source: Source, { language, timeZone }: Described): Part => {
  const { citable, evidence } = source;
  const { untitledDocument } = messagesFor(language);
  const title = citable.name?.title?.trim() ?? '';
  const datedAt = evidence.kind === 'chunk' ? evidence.chunk.datedAt : undefined;
  const date = datedAt?.toLocaleDateString(language, { dateStyle: 'medium', timeZone });
  const pairs = [title === '' ? untitledDocument : title, ...(date ? [date] : [])].join(' · ');
  return { source, part: { source: citable, ...firstSentences(source, 1), pairs }, isItem: true };
};

/** Adds the first sentences of the document's first chapter. */
const toOutline = (source: Source, at: number): Part[] => {
  const { citable, evidence } = source;
  const chapter = evidence.kind === 'chunk' ? evidence.chunk.chapter : null;
  const opening = {
    source,
    part: { source: citable, ...firstSentences(source, 3) },
    isItem: false,
  };
  const named = { source: citable, ...firstSentences(source, 1), pairs: chapter };
  return [
    ...(at === 0 ? [opening] : []),
    ...(chapter === null ? [] : [{ source, part: named, isItem: true }]),
  ];
};

/** The first sentences of a passage, below its headings; the whole passage if it has only headings. */
const firstSentences = (
  { citable, evidence }: Source,
  most: number,
): { start: number; end: number } => {
  const { content } = citable;
  const headings = evidence.kind === 'chunk' ? splitChapter(evidence.chunk.chapter) : [];
  const sentences = splitSentences(content);
  const below = sentences.filter(({ text }) => !headings.includes(text.trim()));
  const [first, ...others] = (below.length > 0 ? below : sentences).slice(0, most);
  if (first === undefined) return { start: 0, end: content.length };
  return { start: first.start, end: (others.at(-1) ?? first).end };
};
