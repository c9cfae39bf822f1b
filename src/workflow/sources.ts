import { approximateTokens, detectLanguage } from '../language/index.js';
import type {
  CheckedCitation,
  CitableSource,
  Citation,
  StoredCitation,
} from '../citations/index.js';
import type {
  ChunkEvidence,
  Evidence,
  MemoryEvidence,
  ToolEvidence,
} from '../conversations/index.js';
import type { ChunkPart } from '../search/index.js';
import type { RouterState } from './state.js';

/** Evidence that made it into the prompt: source [1] is the first. */
export type Source = { evidence: Evidence; label: string; citable: CitableSource };

/** What the sources of one answer may take of the prompt, in approximate tokens. */
const SOURCE_TOKENS = 6_000;

export type ResolvedCitation = { citation: Citation; stored: StoredCitation };

type Checked = Pick<CheckedCitation, 'charStart' | 'charEnd' | 'quote'> &
  Pick<StoredCitation, 'number' | 'verification'>;

const NOTHING = {
  documentId: null,
  documentVersion: null,
  chunkId: null,
  memoryId: null,
  toolCallId: null,
  charStart: null,
  charEnd: null,
  score: null,
} as const;

/** In the order found, until the budget is full; the first always fits. */
export const selectSources = (state: Pick<RouterState, 'evidence' | 'queryLanguage'>): Source[] => {
  const sources: Source[] = [];
  let tokens = 0;
  for (const evidence of state.evidence) {
    const source = toSource(evidence, state.queryLanguage);
    tokens += approximateTokens(source.citable.content);
    if (tokens > SOURCE_TOKENS && sources.length > 0) break;
    sources.push(source);
  }
  return sources;
};

const toSource = (evidence: Evidence, language: string): Source => {
  switch (evidence.kind) {
    case 'chunk': {
      const { documentId, title, content, charStart, charEnd, pageStart, pageEnd } = evidence.chunk;
      return {
        evidence,
        label: title,
        citable: {
          key: documentId,
          name: { type: 'document', title, pageStart, pageEnd },
          content,
          language: evidence.chunk.language,
          span: { charStart, charEnd },
          coverage: evidence.coverage,
        },
      };
    }
    case 'memory': {
      const { id, content } = evidence.memory;
      const own = detectLanguage(content, { fallback: language });
      return {
        evidence,
        label: 'personal memory of this user',
        citable: {
          key: id,
          name: { type: 'memory' },
          content,
          language: own,
          coverage: evidence.coverage,
        },
      };
    }
    case 'tool':
      return {
        evidence,
        label: 'tool result',
        citable: {
          key: evidence.toolCallId,
          name: { type: 'tool' },
          content: evidence.text,
          language,
        },
      };
  }
};

/** A checked citation as it is answered and as it is stored: the same but for the text. */
export const toCitation = (
  checked: CheckedCitation,
  sources: readonly Source[],
): ResolvedCitation | null => {
  const evidence = sources[checked.sourceIndex]?.evidence;
  switch (evidence?.kind) {
    case undefined:
      return null;
    case 'chunk':
      return citeChunk(checked, evidence);
    case 'memory':
      return citeMemory(checked, evidence);
    case 'tool':
      return citeTool(checked, evidence);
  }
};

const citeChunk = (
  { number, verification, quote, charStart, charEnd }: Checked,
  { chunk, parts, score }: ChunkEvidence,
): ResolvedCitation => {
  const { documentId, version, title, chapter, pageStart, pageEnd } = chunk;
  const place = locate(parts, { charStart, charEnd });
  const isWhole = place.charStart === charStart && place.charEnd === charEnd;
  const cut = (from: number, to: number): string =>
    chunk.content.slice(from - chunk.charStart, to - chunk.charStart);
  const shown =
    isWhole || place.charStart === null || place.charEnd === null
      ? quote
      : cut(place.charStart, place.charEnd);
  const base = { type: 'document', number, documentId, score, verification } as const;
  return {
    citation: {
      ...base,
      ...place,
      chunkId: place.chunkId ?? chunk.id,
      title,
      chapter,
      pageStart,
      pageEnd,
      quote: shown,
    },
    stored: { ...NOTHING, ...base, ...place, documentVersion: version },
  };
};

/** The stored chunk that holds the quote, with the span cut to it: a reader is shown the quote from that chunk alone. */
const locate = (
  parts: readonly ChunkPart[],
  { charStart, charEnd }: Pick<CheckedCitation, 'charStart' | 'charEnd'>,
) => {
  const [first] = parts;
  if (!first || charStart === null || charEnd === null)
    return { chunkId: first?.id ?? null, charStart, charEnd };
  const [best = first] = [...parts].sort(
    (left, right) => overlap(right, charStart, charEnd) - overlap(left, charStart, charEnd),
  );
  return {
    chunkId: best.id,
    charStart: Math.max(best.charStart, charStart),
    charEnd: Math.min(best.charEnd, charEnd),
  };
};

const overlap = (part: ChunkPart, from: number, to: number): number =>
  Math.min(part.charEnd, to) - Math.max(part.charStart, from);

const citeMemory = (
  { number, verification, quote }: Checked,
  { memory, score }: MemoryEvidence,
): ResolvedCitation => {
  const base = { type: 'memory', number, memoryId: memory.id, score, verification } as const;
  return { citation: { ...base, quote }, stored: { ...NOTHING, ...base } };
};

const citeTool = (
  { number, verification, quote }: Checked,
  { toolCallId, url }: ToolEvidence,
): ResolvedCitation => {
  const base = { type: 'tool', number, toolCallId, score: null, verification } as const;
  return {
    citation: { ...base, ...(url !== undefined && { url }), quote },
    stored: { ...NOTHING, ...base },
  };
};
