import {
  citeQuotes,
  confidenceOf,
  type CheckedCitation,
  type QuotedPart,
} from '../citations/index.js';
import type { Question } from '../questions/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { Evidence } from '../conversations/index.js';
import type { UserPreferences } from '../tenancy/index.js';
import type { Source } from './sources.js';
import type { QuotableSource } from './line-scores.js';
import { findMissing, type Told } from './named/missing-things.js';
import { findNamedThings } from './named/named-things.js';
import { findPassages, type Passage } from './passages.js';
import { pairVersions, type DatedPassage } from './versions.js';
import { analyzeQueryWords, splitWords } from '../language/index.js';

type Quoting = {
  question: Question;
  /** The sources to quote, best first. */
  sources: readonly Source[];
  /** The language of lines added by the server. Quotations stay in the language of their document. */
  language: string;
  /** The languages of the tenant's index, in all of which the question is analysed, as in the search. */
  queryLanguages: readonly string[];
  style: UserPreferences['citationStyle'];
  /** True if only the best passage should be quoted. */
  isShort?: boolean;
  /** All evidence that was found, including what cannot be quoted. */
  found?: readonly Evidence[];
  /** Decides whether a quotation with this confidence is an answer, or only the closest passage. */
  certaintyOf: (confidence: number | null) => Certainty;
};

export type Certainty = 'answer' | 'closest';

export type Quoted = {
  said: {
    answer: string;
    citations: CheckedCitation[];
    notice: string | null;
    listsSources?: boolean;
  };
  /** The sources to which the citations' source indexes refer. */
  sources: Source[];
  /** The confidence of the best passage; null if only results of tools are quoted. */
  confidence: number | null;
  certainty: Certainty;
};

/** The maximum number of quoted tool results; the receipt contains all of them. */
const MAX_VALUES = 6;

/**
 * Quotes the sources below a notice that no model wrote this, each part with its own citation number: first results of tools, unchanged,
 * then the best passages of documents, verbatim. Null without sources.
 */
export const quoteSources = (quoting: Quoting): Quoted | null => {
  const { sources, language, style } = quoting;
  const values = sources.filter(isValue).slice(0, MAX_VALUES).sort(byWhoMadeIt);
  const { current: documents, older } = findVersions(
    sources.filter((source) => !isValue(source)),
    toAsked(quoting),
  );
  const found = findIn(documents, quoting);
  const passages = quoting.isShort === true ? found.slice(0, 1) : found;
  if (values.length + passages.length === 0) return null;
  const differing = findDiffering(passages, documents, { quoting, older });
  const parts = [
    ...values.map(toValue),
    ...passages.flatMap((one) => toPart(one, documents)),
    ...differing.map(({ part }) => part),
  ];
  const { texts, citations } = citeQuotes(parts, {
    language,
    style: style === 'inline' ? 'inline' : 'numbered',
  });
  const quoted = passages.flatMap((one) => documents[one.sourceIndex] ?? []);
  const told = passages.map(({ sourceIndex, coverage, holdsAsked }) => ({
    relevance: documents[sourceIndex]?.citable.relevance,
    coverage,
    holdsAsked,
  }));
  const confidence = confidenceOf(1, told);
  const missing = values.length > 0 ? [] : findMissingIn(quoted, quoting);
  const certainty = certaintyFor({ values, missing, confidence }, quoting);
  const quotes = texts.slice(values.length);
  const said = texts.slice(0, values.length);
  const returned = said.filter((_, at) => values[at] !== undefined && !isUnchecked(values[at]));
  const made = said.slice(returned.length);
  const rows = { shown: passages.length, leftOut: countLeftOut(passages, quoting) };
  const written = write({ returned, made, quotes, missing, rows }, { language, certainty, style });
  return {
    said: { ...written, citations },
    sources: [...values, ...quoted, ...differing.map(({ source }) => source)],
    confidence,
    certainty,
  };
};

const certaintyFor = (
  {
    values,
    missing,
    confidence,
  }: { values: readonly Source[]; missing: readonly string[]; confidence: number | null },
  quoting: Quoting,
): Certainty => {
  if (values.length > 0) return 'answer';
  return missing.length > 0 ? 'closest' : quoting.certaintyOf(confidence);
};

/** The codes, numbers and names of the question that the quoted documents do not contain. */
const findMissingIn = (quoted: readonly Source[], quoting: Quoting): string[] => {
  const { question, queryLanguages, found = [] } = quoting;
  const language = question.writtenIn;
  return findMissing(findNamedThings(question.text, language), {
    language,
    languages: languagesOf({ queryLanguages, language }),
    quoted: quoted.map(({ evidence, citable }) => toTold(evidence, citable)),
    found: found.flatMap((one) => (one.kind === 'chunk' ? toTold(one, one.chunk) : [])),
  });
};

/** The content together with its title and headings, which name its subject. */
const toTold = (
  evidence: Evidence,
  { content, language }: Pick<Source['citable'], 'content' | 'language'>,
): Told => {
  const { title, chapter, documentId } = evidence.kind === 'chunk' ? evidence.chunk : NO_DOCUMENT;
  return { content: [title, chapter ?? '', content].join('\n'), language, documentId };
};

const NO_DOCUMENT = { title: '', chapter: null, documentId: null };

/** Counts the rows left out of a list that was asked for. A short answer, or an answer to several questions, is not treated as a list. */
const countLeftOut = (passages: readonly Passage[], { question, isShort }: Quoting): number =>
  isShort === true || question.parts.length > 0
    ? 0
    : Math.max(0, ...passages.map(({ rowsLeftOut }) => rowsLeftOut));

const findIn = (
  sources: readonly Source[],
  { question, queryLanguages, language }: Quoting,
): Passage[] =>
  findPassages({
    question,
    sources: sources.map(toQuotable),
    languages: languagesOf({ queryLanguages, language }),
  });

const languagesOf = ({
  queryLanguages,
  language,
}: Pick<Quoting, 'queryLanguages' | 'language'>): string[] => [
  ...new Set([...queryLanguages, language]),
];

type Older = { quoting: Quoting; older: ReadonlyMap<Source, Source> };

/** The older document that the first passage's document replaces, if it says something different. */
const findDiffering = (
  [first]: readonly Passage[],
  documents: readonly Source[],
  { quoting, older }: Older,
): { source: Source; part: QuotedPart }[] => {
  const newer = documents[first?.sourceIndex ?? -1];
  const source = newer && older.get(newer);
  if (!first || !newer || !source) return [];
  const said = newer.citable.content.slice(first.start, first.end).trim();
  const [passage] = findIn([source], quoting);
  if (passage === undefined || source.citable.content.includes(said)) return [];
  const { olderDiffers, untitledDocument } = messagesFor(quoting.language);
  const title = source.citable.name?.title?.trim() ?? '';
  const pairs = olderDiffers(title === '' ? untitledDocument : title);
  return toPart({ ...passage, pairs }, [source]).map((part) => ({ source, part }));
};

const isUnchecked = ({ citable }: Source): boolean => citable.name?.isUnchecked === true;

/** Sorts results that a model produced itself last. */
const byWhoMadeIt = (one: Source, other: Source): number =>
  Number(isUnchecked(one)) - Number(isUnchecked(other));

const isValue = ({ citable }: Source): boolean => citable.isValue === true;

const toQuotable = ({ citable, evidence }: Source): QuotableSource => ({
  content: citable.content,
  language: citable.language,
  title: citable.name?.title,
  chapter: evidence.kind === 'chunk' ? evidence.chunk.chapter : null,
  relevance: evidence.kind === 'tool' ? 1 : evidence.relevance,
  nearest: evidence.kind === 'chunk' ? evidence.nearest : undefined,
});

const toValue = ({ citable }: Source): QuotedPart => ({
  source: citable,
  start: 0,
  end: citable.content.length,
  isValue: true,
});

const toPart = (
  { sourceIndex, start, end, highlights, pairs }: Passage,
  documents: readonly Source[],
): QuotedPart[] => {
  const source = documents[sourceIndex]?.citable;
  return source === undefined ? [] : [{ source, start, end, highlights, pairs }];
};

type Parts = {
  returned: readonly string[];
  /** Results that a model produced with its own code, files or numbers. */
  made: readonly string[];
  quotes: readonly string[];
  /** Things named in the question that no passage mentions. */
  missing: readonly string[];
  rows: { shown: number; leftOut: number };
};

const write = (
  { returned, made, quotes, missing, rows }: Parts,
  { language, certainty, style }: Pick<Quoting, 'language' | 'style'> & { certainty: Certainty },
): { answer: string; notice: string | null } => {
  const { toolsReturned, modelMade, noModelWroteThis, closestPassages, notInPassages, rowsShown } =
    messagesFor(language);
  const lines = quotes.some((quote) => quote.includes('\n')) ? '\n\n' : '\n';
  const opening = [
    ...(missing.length === 0 ? [] : [notInPassages(missing.map((word) => `“${word}”`).join(', '))]),
    certainty === 'closest' ? closestPassages : noModelWroteThis,
  ].join(' ');
  const notices = [
    ...(returned.length === 0 ? [] : [toolsReturned]),
    ...(quotes.length === 0 ? [] : [opening]),
  ];
  const isShown = style !== 'none';
  const answer = [
    ...(isShown && returned.length > 0 ? [toolsReturned] : []),
    ...(returned.length === 0 ? [] : [returned.join('\n')]),
    // Kept in any citation style, because it describes these results and is not a general notice.
    ...(made.length === 0 ? [] : [modelMade, made.join('\n')]),
    ...(isShown && quotes.length > 0 ? [opening] : []),
    ...(quotes.length === 0 ? [] : [quotes.join(lines)]),
    ...(rows.leftOut === 0
      ? []
      : [rowsShown({ total: rows.shown + rows.leftOut, shown: rows.shown })]),
  ].join('\n\n');
  return { answer, notice: notices.length === 0 ? null : notices.join(' ') };
};

type Versions = {
  /** The sources without older versions, in order. */
  current: Source[];
  /** For each source, its older version, if any. */
  older: ReadonlyMap<Source, Source>;
};

/** Leaves out the older of two documents that say almost the same, unless the question names it by year or version. */
const findVersions = (sources: readonly Source[], asked: AskedWords): Versions => {
  const older = new Map<Source, Source>();
  const replaced = new Set<Source>();
  for (const { newer, old } of pairVersions(sources)) {
    if (replaced.has(newer.source) || isNamed(old, newer, asked)) continue;
    replaced.add(old.source);
    if (!older.has(newer.source)) older.set(newer.source, old.source);
  }
  return { current: sources.filter((source) => !replaced.has(source)), older };
};

/** The question and its words. Amounts and function words are left out, because a text may lack them by chance. */
type AskedWords = { text: string; words: readonly string[] };

const toAsked = ({ question, ...quoting }: Quoting): AskedWords => {
  const languages = languagesOf(quoting);
  const isTelling = (word: string): boolean =>
    analyzeQueryWords(word, { languages }).some(({ isFunctionWord }) => !isFunctionWord);
  return {
    text: question.text.normalize('NFKC').toLowerCase(),
    words: splitWords(question.text).filter((word) => !AMOUNT.test(word) && isTelling(word)),
  };
};

/** A number that is not a year. */
const AMOUNT = /^(?!(?:19|20)\d{2}$)\d+(?:[.,]\d+)*$/;

/**
 * True if the question says which of the two documents it is about, or has a word that the newer one lacks: two contracts differ by their
 * parties, not by their amounts.
 */
const isNamed = (old: DatedPassage, newer: DatedPassage, { text, words }: AskedWords): boolean => {
  const isOwnWord = words.some((word) => old.words.has(word) && !newer.words.has(word));
  const isOwnMark = old.marks.some((mark) => !newer.marks.includes(mark) && text.includes(mark));
  const isOwnName = old.name !== newer.name && old.name !== '' && text.includes(old.name);
  return isOwnMark || isOwnName || isOwnWord;
};
