import { analyze, analyzeQueryWords } from '../language/index.js';
import type { ChunkFilter, VectorStore } from '../platform/vectors/vector-store.js';
import type { JudgedHit, Readable } from './assemble-results.js';
import { tryModel, type InTurn, type LegDeps } from './legs.js';
import type { NearLevel } from './meaning.js';
import type { ChunkSearch } from './schema.js';

type Deps = LegDeps & {
  /** Of the scope. */
  reader: Pick<ReturnType<VectorStore['for']>, 'searchChunks'>;
  filter: ChunkFilter;
  inTurn: InTurn;
};

type Asked = {
  judged: readonly JudgedHit[];
  readable: Readable;
  /** In full. */
  question: string;
  /** Of the question's language. */
  level: NearLevel;
  /** An embedder that knows no Spanish has Spanish passages near each other, and near anything. */
  isMeasured: (language: string) => boolean;
  /** Of the tenant's index. */
  languages: readonly string[];
  search: ChunkSearch;
};

/** As likely as not: enough to answer from, and never before what the words find. */
const VOUCHED = 0.5;
/** The nearest passages are looked at; each costs a search. */
const MAX_LOOKED_AT = 3;

/**
 * What no words lead to may say the same in others. That a passage is near the question is not enough, for its names alone bring it
 * there: what is left of the question without the words that the passage has must be near, too. Of "Who is the director of Pinemoor?"
 * Pinemoor's handbook leaves "Who is the director of". The hits most relevant first; null where it vouches for none. It asks the
 * embedder once more, so it is for what the words do not answer.
 */
export const vouchByMeaning = async (deps: Deps, asked: Asked): Promise<JudgedHit[] | null> => {
  const { embedder, settings } = deps;
  const near = findNear(asked);
  if (embedder === null || near.length === 0) return null;
  const rests = near.map(({ rest }) => rest);
  const embedded = await tryModel(deps, asked.search, {
    stage: 'embed',
    model: embedder.model,
    limitMs: settings.embedTimeoutMs,
    ask: (signal) => embedder.embed(rests, { signal }),
    usageOf: ({ promptTokens, costUsd }) => ({ promptTokens, costUsd }),
    warning: 'Nothing found by meaning alone: the embedder failed',
  });
  if (embedded === null) return null;
  const { signal } = asked.search;
  const cosines = await deps.inTurn(() =>
    Promise.all(
      near.map(({ hit }, at) =>
        measure(deps, hit, { vector: embedded.vectors[at] ?? null, signal }),
      ),
    ),
  );
  const isNear = (at: number): boolean => (cosines[at] ?? -1) >= asked.level.rest;
  const vouched = new Set(near.filter((_, at) => isNear(at)).map(({ hit }) => hit));
  if (vouched.size === 0) return null;
  return asked.judged
    .map((hit) =>
      vouched.has(hit) ? { ...hit, relevance: Math.max(VOUCHED, hit.relevance) } : hit,
    )
    .sort((left, right) => right.relevance - left.relevance);
};

type Near = { hit: JudgedHit; rest: string };

/** In a longer text one word decides little, and each is looked at. */
const MAX_QUESTION_CHARS = 1_000;

const findNear = ({ judged, readable, level, isMeasured, question, languages }: Asked): Near[] => {
  if (question.length > MAX_QUESTION_CHARS) return [];
  const nearest = judged
    .filter(
      ({ candidate: { id, denseScore } }) =>
        isMeasured(readable.get(id)?.language ?? '') && (denseScore ?? -1) >= level.question,
    )
    .sort((left, right) => (right.candidate.denseScore ?? 0) - (left.candidate.denseScore ?? 0))
    .slice(0, MAX_LOOKED_AT);
  if (nearest.length === 0) return [];
  const telling = findTelling(question, languages);
  return nearest.flatMap((hit) => {
    const { title = '', language = 'und' } = readable.get(hit.candidate.id) ?? {};
    const held = new Set([...hit.candidate.terms, ...analyze(title, { languages: [language] })]);
    const rest = toRest(question, { telling, held });
    return rest === null ? [] : [{ hit, rest }];
  });
};

const WORD = /[\p{L}\p{N}\p{M}]+(?:[-._/'’][\p{L}\p{N}\p{M}]+)*/gu;

/** The forms of the words of substance in each written word that has any. */
type Telling = ReadonlyMap<string, readonly (readonly string[])[]>;

const findTelling = (question: string, languages: readonly string[]): Telling => {
  const telling = new Map<string, readonly (readonly string[])[]>();
  for (const written of new Set(question.match(WORD))) {
    const words = analyzeQueryWords(written, { languages });
    const forms = words.flatMap((word) => (word.isFunctionWord ? [] : [word.forms]));
    if (forms.length > 0) telling.set(written, forms);
  }
  return telling;
};

/** The question without the words that the passage or its title has; null where no word of substance is left. */
const toRest = (
  question: string,
  { telling, held }: { telling: Telling; held: ReadonlySet<string> },
): string | null => {
  const gone = new Set(
    [...telling].flatMap(([written, words]) =>
      words.every((forms) => forms.some((form) => held.has(form))) ? [written] : [],
    ),
  );
  if (gone.size === telling.size) return null;
  const rest = question.replace(WORD, (written) => (gone.has(written) ? '' : written));
  return rest.replace(/\s+/gu, ' ').trim();
};

/** The cosine of what is left and the passage; null where its document has too many nearer ones. */
const measure = async (
  { reader, filter, settings }: Deps,
  { candidate: { id, documentId } }: JudgedHit,
  { vector, signal }: { vector: Float32Array | null; signal: AbortSignal },
): Promise<number | null> => {
  if (documentId === null || vector === null) return null;
  const { dense } = await reader.searchChunks({
    query: { terms: [], vector },
    filter: { ...filter, documentIds: [documentId] },
    limitPerLeg: settings.candidatesPerLeg,
    signal,
  });
  return dense.find((found) => found.id === id)?.score ?? null;
};
