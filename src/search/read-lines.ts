import { toSegments } from '../language/index.js';
import { bestOf, cosineOf, LEVELS, levelOf } from '../evidence/index.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import type { JudgedHit, Readable } from './assemble-results.js';
import { tryModel, type LegDeps } from './legs.js';
import type { ChunkSearch, Span } from './schema.js';
import { TUNING } from './tuning.js';

type Asked = {
  judged: readonly JudgedHit[];
  readable: Readable;
  /** The question in its complete and corrected form. */
  question: string;
  search: ChunkSearch;
} & LineJudge;

/** Decides which passages are read line by line, and how relevant a passage is, given the cosine of its nearest lines. */
export type LineJudge = {
  mayRead: (hit: JudgedHit) => boolean;
  judge: (hit: JudgedHit, cosine: number) => number;
};

type Deps = Pick<LegDeps, 'embedder' | 'metrics' | 'logger' | 'settings'>;

/** The number of passages whose line vectors are cached, about 15 kB each, because many questions lead to the same passages. */
const MAX_REMEMBERED = 500;

/**
 * If no passage clearly answers by its words, the embedder reads the nearest passages again, a few lines at a time, because the vector of a
 * whole passage hides the answering line. Returns the hits by relevance, close ones with their nearest lines; null if it read none. Calls
 * the embedder once, for the question and all lines that are not cached.
 */
export const createReadLines = (deps: Deps) => {
  const remembered = createBoundedMap<Vectors>(MAX_REMEMBERED);
  return async ({ judge, mayRead, ...asked }: Asked): Promise<JudgedHit[] | null> => {
    const { judged, readable, question, search } = asked;
    // A passage that is not shown must not affect those that are.
    const shown = judged.filter(
      ({ candidate }) => readable.has(candidate.id) && candidate.score >= (search.minScore ?? 0),
    );
    const read = bestOf(shown) >= LEVELS.sure ? [] : pickNearest(shown.filter(mayRead), readable);
    if (read.length === 0) return null;
    const known: Vectors = new Map(read.flatMap(({ key }) => [...(remembered.get(key) ?? [])]));
    const vectors = await embedMissing(deps, { search, question, read, known });
    if (vectors === null) return null;
    for (const { key, windows } of read) {
      remembered.set(key, new Map(windows.map(({ text }) => [text, vectors.get(text)])));
    }
    const nearest = new Map(
      read.map(({ hit, windows }) => [hit, findNearest(windows, vectors.get(question), vectors)]),
    );
    return judged
      .map((hit) => withLines(hit, nearest.get(hit) ?? null, judge))
      .sort((left, right) => right.relevance - left.relevance);
  };
};

/** The maximum number of passages that are read line by line: each line needs a vector, for which someone waits. */
export const READ_BY_LINES = 3;

type Read = { hit: JudgedHit; windows: Window[]; key: string };

const pickNearest = (shown: readonly JudgedHit[], readable: Readable): Read[] =>
  shown
    .filter(({ candidate: { denseScore } }) => denseScore !== null)
    .sort((left, right) => (right.candidate.denseScore ?? 0) - (left.candidate.denseScore ?? 0))
    .slice(0, READ_BY_LINES)
    .map((hit) => {
      const { content = '', contentHash = '' } = readable.get(hit.candidate.id) ?? {};
      // The cache key contains the passage's id, which no other tenant has, so that the duration of a search does not reveal another
      // tenant's lines.
      return { hit, windows: toWindows(content), key: `${hit.candidate.id} ${contentHash}` };
    });

type Missing = {
  search: ChunkSearch;
  question: string;
  read: readonly Read[];
  known: Vectors;
};

/** Adds the vectors of the question and of uncached lines; null if the embedder fails. */
const embedMissing = async (
  deps: Deps,
  { search, question, read, known }: Missing,
): Promise<Vectors | null> => {
  const { embedder, settings } = deps;
  if (embedder === null) return null;
  const lines = read.flatMap(({ windows }) => windows.map(({ text }) => text));
  const texts = [...new Set([question, ...lines.filter((text) => !known.has(text))])];
  const embedded = await tryModel(deps, search, {
    stage: 'embed',
    model: embedder.model,
    limitMs: settings.embedTimeoutMs,
    ask: (signal) => embedder.embed(texts, { signal, questions: 1 }),
    usageOf: ({ promptTokens, costUsd }) => ({ promptTokens, costUsd }),
    warning: 'Passages judged without their lines: the embedder failed',
  });
  if (embedded === null) return null;
  return new Map([...known, ...texts.map((text, at) => [text, embedded.vectors[at]] as const)]);
};

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

/** Each window needs a vector, so a passage of many short lines is read in larger steps. */
const MAX_WINDOWS = 40;

/** Divides a passage into windows of a few lines: each line with the next two. */
export const toWindows = (content: string): Window[] => {
  const lines = toSegments(content, []);
  const step = Math.max(1, Math.ceil(lines.length / MAX_WINDOWS));
  return lines.flatMap(({ start }, at) => {
    const last = lines[Math.min(at + Math.max(TUNING.windowLines, step), lines.length) - 1];
    if (at % step !== 0 || last === undefined) return [];
    return [{ start, end: last.end, text: content.slice(start, last.end) }];
  });
};

export type Vectors = ReadonlyMap<string, Float32Array | undefined>;

type Nearest = { window: Window; cosine: number };

/** Finds the window nearest to a vector. */
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
