import {
  readingOf,
  warningsAbout,
  type CheckedCitation,
  type CitableSource,
  type Citation,
  type RenderedCitation,
  type StoredCitation,
} from '../citations/index.js';
import type { ChunkEvidence, Evidence, ToolCallRecord } from '../conversations/index.js';
import { approximateTokens, detectLanguage } from '../language/index.js';
import { pickShown } from '../evidence/index.js';
import { SOURCE_TOKENS } from '../search/index.js';

/** Evidence in the prompt; its position in the list is its number, starting at [1]. */
export type Source = { evidence: Evidence; label: string; citable: CitableSource };

export type ToolEvidence = Extract<Evidence, { kind: 'tool' }>;
/** The part of a tool's result that is allowed to support a claim. */
export type Basis = NonNullable<CitableSource['basis']>;

type Found = {
  evidence: readonly Evidence[];
  queryLanguage: string;
  toolCalls: readonly Pick<ToolCallRecord, 'id' | 'name'>[];
  /** If undefined, the whole result of a tool may support a claim. */
  basisOf: (evidence: ToolEvidence) => Basis | undefined;
};

/** Selects evidence in the order in which it was found, until the token budget is used up; the first item always fits. */
export const selectSources = (found: Found): Source[] => {
  const sources: Source[] = [];
  let tokens = 0;
  for (const evidence of found.evidence) {
    const source = toSource(evidence, found);
    tokens += approximateTokens(source.citable.content);
    if (tokens > SOURCE_TOKENS && sources.length > 0) break;
    sources.push(source);
  }
  return sources;
};

/**
 * Leaves out passages that a model found with its own words, because they may be off topic, and evidence that is meant only for a model.
 */
export const quotableEvidence = ({ evidence }: { evidence: readonly Evidence[] }): Evidence[] => {
  const ofQuestion = evidence.filter((item) => isFound(item) && item.isOfQuestion === true);
  const shown = new Set(pickShown(ofQuestion.filter(isFound)).map(({ id }) => id));
  return evidence.filter((item) => !isFound(item) || shown.has(item.id));
};

/** True for a passage found by searching the documents. A passage that the user or the model named needs no relevance check. */
export const isFound = (item: Evidence): item is ChunkEvidence =>
  item.kind === 'chunk' && item.isOfQuestion !== undefined;

const toSource = (
  evidence: Evidence,
  { queryLanguage, toolCalls, basisOf }: Omit<Found, 'evidence'>,
): Source => {
  switch (evidence.kind) {
    case 'chunk': {
      const { title, content, language, pageStart, pageEnd } = evidence.chunk;
      const { charStart, charEnd } = evidence.chunk;
      const name = { type: 'document', title, pageStart, pageEnd } as const;
      const span = { charStart, charEnd };
      const { coverage, relevance } = evidence;
      const key = toPassageKey(evidence.chunk);
      const citable = { key, name, content, language, span, coverage, relevance };
      return { evidence, label: title, citable };
    }
    case 'memory': {
      const { id, content } = evidence.memory;
      const name = { type: 'memory' } as const;
      const language = detectLanguage(content, { fallback: queryLanguage });
      const { coverage, relevance } = evidence;
      const citable = { key: id, name, content, language, coverage, relevance };
      return { evidence, label: 'personal memory of this user', citable };
    }
    case 'tool': {
      const { toolCallId, text, origin } = evidence;
      const tool = toolCalls.find(({ id }) => id === toolCallId)?.name;
      const basis = basisOf(evidence);
      const isOfCode = origin === 'code';
      const made = { isOfCode, isUnchecked: basis?.content === '' };
      const name = { type: 'tool', title: tool, ...made } as const;
      const isCalculation = origin === 'calculation' && basis === undefined;
      const content = { content: text, language: queryLanguage, isValue: true, isCalculation };
      const citable = { key: toolCallId, name, ...content, ...(basis && { basis }) };
      const label = isOfCode ? 'result of code, no evidence, by' : 'result of the tool';
      return { evidence, label: `${label} ${tool ?? ''}`.trim(), citable };
    }
  }
};

/** Citations are numbered by passage: a page range of a document, or its section if it has no pages. */
const toPassageKey = ({
  id,
  documentId,
  chapter,
  pageStart,
  pageEnd,
}: ChunkEvidence['chunk']): string =>
  JSON.stringify([documentId, pageStart === null ? (chapter ?? id) : [pageStart, pageEnd]]);

const NOTHING = {
  documentId: null,
  documentVersion: null,
  chunkId: null,
  memoryId: null,
  toolCallId: null,
  charStart: null,
  charEnd: null,
  score: null,
  highlights: [],
};

type ResolvedCitation = {
  citation: Citation;
  stored: StoredCitation;
  /** A citation as shown in the list of sources. */
  listed: RenderedCitation;
};

/** A checked citation in its returned form and its stored form, which differ only in the text. */
export const toCitation = (
  checked: CheckedCitation,
  sources: readonly Source[],
): ResolvedCitation | null => {
  const { number, verification } = checked;
  const { evidence, citable } = sources[checked.sourceIndex] ?? {};
  switch (evidence?.kind) {
    case undefined:
      return null;
    case 'chunk':
      return citeChunk(checked, evidence);
    case 'memory': {
      const { memory, score } = evidence;
      const cited = { type: 'memory', number, memoryId: memory.id, score, verification } as const;
      const { quote } = checked;
      return {
        citation: { ...cited, quote, highlights: [] },
        stored: { ...NOTHING, ...cited },
        listed: cited,
      };
    }
    case 'tool': {
      const { toolCallId, url, restsOn } = evidence;
      const cited = { type: 'tool', number, toolCallId, score: null, verification } as const;
      const link = url === undefined ? {} : { url };
      const { documentId, chunkId } = restsOn ?? {};
      const place = restsOn ? { documentId, chunkId } : {};
      return {
        citation: { ...cited, ...link, ...place, quote: checked.quote, highlights: [] },
        stored: { ...NOTHING, ...cited, ...restsOn },
        listed: { ...citable?.name, ...cited },
      };
    }
  }
};

const citeChunk = (checked: CheckedCitation, evidence: ChunkEvidence): ResolvedCitation => {
  const { number, verification, quote, charStart, charEnd } = checked;
  const { id, documentId, version, title, chapter, pageStart, pageEnd } = evidence.chunk;
  const warnings = warningsAbout(evidence.chunk);
  const place = { chunkId: id, charStart, charEnd, highlights: [...checked.highlights] };
  const { score } = evidence;
  const cited = { type: 'document', number, documentId, score, verification, ...place } as const;
  const citation = {
    ...cited,
    title,
    chapter,
    pageStart,
    pageEnd,
    quote,
    ...(warnings.length > 0 && { warnings }),
    ...readingOf(evidence.chunk, { charStart, charEnd }),
  };
  const stored = { ...NOTHING, ...cited, documentVersion: version };
  return { citation, stored, listed: citation };
};
