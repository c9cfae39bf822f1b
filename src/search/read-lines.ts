import { toSegments } from '../language/index.js';
import { bestOf, cosineOf, LEVELS, levelOf } from '../evidence/index.js';
import type { JudgedHit, Readable } from './assemble-results.js';
import { tryModel, type LegDeps } from './legs.js';
import type { ChunkSearch, Span } from './schema.js';

type Asked = {
  judged: readonly JudgedHit[];
  readable: Readable;
  /** In full, and corrected. */
  question: string;
  search: ChunkSearch;
} & LineJudge;

/** Tells how relevant a passage is whose nearest lines have a cosine, and whether the embedder is known in a language. */
export type LineJudge = {
  judge: (hit: JudgedHit, cosine: number) => number;
  isKnown: (language: string) => boolean;
};

/** So many passages are read: somebody waits for their vectors. */
const MAX_READ = 8;

/**
 * Has the embedder read the nearest passages once more, a few lines at a time, where no words answer for sure: the line that answers is lost
 * in the vector of a whole passage. Returns the hits, most relevant first, those it raised with their nearest lines; null where it read
 * none. One call of the embedder.
 */
export const readLines = async (
  deps: Pick<LegDeps, 'embedder' | 'metrics' | 'logger' | 'settings'>,
  { judged, readable, question, judge, isKnown, search }: Asked,
): Promise<JudgedHit[] | null> => {
  const { embedder, settings } = deps;
  // A passage that is not shown must not change what is.
  const shown = judged.filter(
    ({ candidate }) => readable.has(candidate.id) && candidate.score >= (search.minScore ?? 0),
  );
  if (embedder === null || bestOf(shown) >= LEVELS.sure) return null;
  const read = pickNearest(shown, readable, isKnown);
  const texts = [
    ...new Set([question, ...read.flatMap(({ windows }) => windows.map(({ text }) => text))]),
  ];
  if (texts.length === 1) return null;
  const embedded = await tryModel(deps, search, {
    stage: 'embed',
    model: embedder.model,
    limitMs: settings.embedTimeoutMs,
    ask: (signal) => embedder.embed(texts, { signal, questions: 1 }),
    usageOf: ({ promptTokens, costUsd }) => ({ promptTokens, costUsd }),
    warning: 'Passages judged without their lines: the embedder failed',
  });
  if (embedded === null) return null;
  const vectors: Vectors = new Map(texts.map((text, at) => [text, embedded.vectors[at]]));
  const known = new Map(
    read.map(({ hit, windows }) => [hit, findNearest(windows, vectors.get(question), vectors)]),
  );
  return judged
    .map((hit) => withLines(hit, known.get(hit) ?? null, judge))
    .sort((left, right) => right.relevance - left.relevance);
};

/** Picks the nearest passages in languages that the embedder was measured in: it has all of any other near each other. */
const pickNearest = (
  shown: readonly JudgedHit[],
  readable: Readable,
  isKnown: LineJudge['isKnown'],
): { hit: JudgedHit; windows: Window[] }[] =>
  shown
    .filter(({ candidate: { id, denseScore } }) => {
      const { language } = readable.get(id) ?? {};
      return denseScore !== null && language !== undefined && isKnown(language);
    })
    .sort((left, right) => (right.candidate.denseScore ?? 0) - (left.candidate.denseScore ?? 0))
    .slice(0, MAX_READ)
    .map((hit) => ({ hit, windows: toWindows(readable.get(hit.candidate.id)?.content ?? '') }));

const withLines = (
  hit: JudgedHit,
  nearest: Nearest | null,
  judge: LineJudge['judge'],
): JudgedHit => {
  if (nearest === null) return hit;
  const relevance = judge(hit, nearest.cosine);
  const { start, end } = nearest.window;
  return { ...hit, relevance, ...(levelOf(relevance) !== 'noise' && { nearest: { start, end } }) };
};

export type Window = Span & { text: string };

/** A sentence says little without those beside it. */
const WINDOW_LINES = 3;
/** Each costs a vector; a passage of many short lines is read in larger steps. */
const MAX_WINDOWS = 40;

/** A passage a few lines at a time: from each of its lines on, that and the next two. */
export const toWindows = (content: string): Window[] => {
  const lines = toSegments(content, []);
  const step = Math.max(1, Math.ceil(lines.length / MAX_WINDOWS));
  return lines.flatMap(({ start }, at) => {
    const last = lines[Math.min(at + Math.max(WINDOW_LINES, step), lines.length) - 1];
    if (at % step !== 0 || last === undefined) return [];
    return [{ start, end: last.end, text: content.slice(start, last.end) }];
  });
};

export type Vectors = ReadonlyMap<string, Float32Array | undefined>;

type Nearest = { window: Window; cosine: number };

/** Returns the window that is nearest to a vector. */
export const findNearest = (
  windows: readonly Window[],
  vector: Float32Array | undefined,
  vectors: Vectors,
): Nearest | null => {
  let best: Nearest | null = null;
  for (const window of windows) {
    const ofWindow = vectors.get(window.text);
    if (vector === undefined || ofWindow === undefined) continue;
    const cosine = cosineOf(vector, ofWindow);
    if (cosine > (best?.cosine ?? -1)) best = { window, cosine };
  }
  return best;
};
