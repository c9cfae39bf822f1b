import {
  isSure,
  toStored,
  renderSourceList,
  type Citation,
  type CitedAnswer,
  type StoredCitation,
  type StoredStatement,
} from '../citations/index.js';
import type {
  Evidence,
  GeneratedBy,
  ResponseType,
  ToolCallRecord,
} from '../conversations/index.js';
import { toOutcome } from '../evidence/index.js';
import { SUPPORTED_LANGUAGES } from '../language/index.js';
import { DAYS_TO_CONFIRM, type MemoryRecord } from '../memories/index.js';
import { messagesFor } from '../shared/i18n/index.js';
import type { CitationStyle } from '../tenancy/index.js';
import type { Certainty } from './quote-sources.js';
import { isFound, toCitation, type Source } from './sources.js';
import { TUNING } from './tuning.js';

/** The text of an answer, written by a model or quoted, with its citations. */
export type Said = CitedAnswer & {
  notice?: string | null;
  /** True if the answer itself lists its sources, so they are not repeated below it. */
  listsSources?: boolean;
};

/** The sources from which an answer was written, and its author. */
type Written = { sources: readonly Source[]; type: ResponseType; generatedBy: GeneratedBy };

/** The turn that ends with an answer. */
type Turn = {
  /** The language of the lines that the server adds. */
  language: string;
  style: CitationStyle;
  /** A warning shown above the answer; empty if there is none. */
  warning: string;
  toolCalls: readonly Pick<ToolCallRecord, 'files'>[];
  memories: readonly MemoryRecord[];
};

export type FinalAnswer = Omit<CitedAnswer, 'citations' | 'statements'> & {
  responseType: ResponseType;
  responseLanguage: string;
  citations: readonly Citation[];
  storedCitations: readonly StoredCitation[];
  statements: readonly StoredStatement[];
  generatedBy: GeneratedBy;
  /** A notice above text that no model wrote; null if there is none. */
  notice: string | null;
  /** Ids of the evidence given to the model that wrote the answer. */
  inPrompt: readonly string[];
  /** Memories that wait for the user's confirmation. */
  proposedMemories: readonly MemoryRecord[];
};

/** Builds the answer as the user reads it: a warning, the text, what was remembered, the created files and the list of cited sources. */
export const toFinalAnswer = (
  { citations: checked, answer, confidence, notice = null, listsSources = false, ...said }: Said,
  { sources, type, generatedBy }: Written,
  { language, style, warning, toolCalls, memories }: Turn,
): FinalAnswer => {
  const resolved = checked.flatMap((citation) => toCitation(citation, sources) ?? []);
  const listed = resolved.map((one) => one.listed);
  const cited = checked.flatMap(({ sourceIndex }) => sources[sourceIndex] ?? []);
  const text = `${answer}${renderForeignLanguages(cited, language)}`;
  return {
    answer: [
      warning,
      [text, renderMemories(memories, language)].filter((part) => part !== '').join('\n\n'),
      renderFileList(toolCalls, language),
      style === 'numbered' && !listsSources ? renderSourceList(listed, language) : '',
    ].join(''),
    responseType: type,
    responseLanguage: language,
    citations: resolved.map(({ citation }) => citation),
    storedCitations: resolved.map(({ stored }) => stored),
    statements: said.statements.map((statement) => toStored(statement, warning.length)),
    confidence: type === 'closest' ? boundByRelevance(confidence, sources) : confidence,
    generatedBy,
    notice,
    inPrompt: [...new Set(sources.map(({ evidence }) => evidence.id))],
    grounding: said.grounding,
    droppedMarkers: said.droppedMarkers,
    droppedCitations: said.droppedCitations,
    proposedMemories: memories.filter(({ state }) => state === 'pending'),
  };
};

/** Turns a sentence of the server into an answer without citations. */
export const toSaid = (answer: string): Said => ({
  answer,
  citations: [],
  statements: [],
  confidence: null,
  grounding: null,
  droppedMarkers: 0,
  droppedCitations: 0,
});

/** `closest` for an answer, written by a model or quoted, that uses only passages which are merely close, or whose confidence is low. */
export const certaintyOf = (
  evidence: readonly Evidence[],
  confidence: number | null = null,
): Certainty => {
  const found = evidence.filter(isFound);
  if (found.length < evidence.length) return 'answer';
  const isAnswered = toOutcome(found) === 'answer' && (confidence === null || isSure(confidence));
  return isAnswered ? 'answer' : 'closest';
};

/** The confidence of an answer from merely close passages is limited by their relevance. */
const boundByRelevance = (confidence: number | null, sources: readonly Source[]): number | null => {
  const relevances = sources.flatMap(({ citable }) => citable.relevance ?? []);
  if (confidence === null || relevances.length === 0) return confidence;
  return Math.min(confidence, TUNING.shareOfClosest * Math.max(...relevances));
};

/** Names the languages of the cited documents if none of them is in the answer's language; otherwise empty. */
export const renderForeignLanguages = (
  sources: readonly Pick<Source, 'evidence'>[],
  language: string,
): string => {
  const found = new Set(
    sources.flatMap(({ evidence }) => (evidence.kind === 'chunk' ? evidence.chunk.language : [])),
  );
  const told = [...found].filter((code) => SUPPORTED_LANGUAGES.includes(code));
  if (told.length === 0 || found.has(language)) return '';
  const names = new Intl.DisplayNames([language, 'en'], { type: 'language' });
  const list = told.map((code) => names.of(code) ?? code).join(', ');
  return `\n\n${messagesFor(language).foundIn(list)}`;
};

/**
 * The lines below an answer about memories: those that were stored, and those that are proposed, with instructions for confirming them.
 * Empty if there are none.
 */
const renderMemories = (memories: readonly MemoryRecord[], language: string): string => {
  const { remembered, toConfirm } = messagesFor(language);
  const waiting = memories.filter(({ state }) => state === 'pending');
  const used = memories.filter(({ state }) => state !== 'pending');
  return [
    ...(used.length > 0 ? [[remembered, ...used.map(toLine)]] : []),
    ...(waiting.length > 0
      ? [
          [
            toConfirm(DAYS_TO_CONFIRM),
            ...waiting.map(
              (memory) => `${toLine(memory)} – POST /v1/memories/${memory.id}/confirm`,
            ),
          ],
        ]
      : []),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
};

/** Renders the text verbatim as code: users confirm exactly what they read, and no renderer turns it into links. */
const toLine = ({ content }: { content: string }): string =>
  `- \`${content.replace(/[\s`]+/gu, ' ').trim()}\``;

const MAX_FILES = 20;

/**
 * Lists the files created by the turn's tools, each once with a download link; empty if there are none. Models forget to name files, and
 * must not write links themselves.
 */
export const renderFileList = (
  toolCalls: readonly Pick<ToolCallRecord, 'files'>[],
  language: string,
): string => {
  const files = toolCalls.flatMap((call) => call.files).filter(({ url }) => OWN_FILE.test(url));
  const byUrl = [...new Map(files.map((file) => [file.url, file])).values()];
  if (byUrl.length === 0) return '';
  const lines = byUrl.slice(0, MAX_FILES).map(({ name, url }) => `- [${toLinkText(name)}](${url})`);
  const more = byUrl.length > MAX_FILES ? [`- … +${byUrl.length - MAX_FILES}`] : [];
  return ['\n', messagesFor(language).filesLabel, ...lines, ...more].join('\n');
};

/** Download links lead only to our own files, whatever a tool returns. */
const OWN_FILE = /^\/v1\/files\/[\w.~%-]+$/;

/** Escapes Markdown syntax; an underscore inside a word stays unescaped. */
const toLinkText = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*<>&~!|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
