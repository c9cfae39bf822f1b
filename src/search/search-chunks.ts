import { detectLanguage } from '../language/index.js';
import { understandQuestion } from '../questions/index.js';
import type { ReadableChunk } from '../documents/index.js';
import type { Reranker } from '../platform/models/model.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { AppError } from '../shared/errors.js';
import type { Degradation } from '../shared/execution.js';
import type { Correction } from '../shared/correction.js';
import type { ChunkId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { assembleResults, type Readable } from './assemble-results.js';
import {
  LEVELS,
  raiseBySignal,
  toOutcome,
  type Curve,
  type ModelSignals,
} from '../evidence/index.js';
import { applyCorrections, createCorrections, type AskStore } from './corrections.js';
import type { FusedHit } from './fuse-rankings.js';
import { createJudge, toQuery, type Judge } from './judge-hits.js';
import { openFilteredReader } from './filtered-reader.js';
import type { IndexState, TenantLanguages } from './index-state.js';
import { createWordsOf, runLegs, UNKNOWN_LANGUAGE, type InTurn, type LegDeps } from './legs.js';
import type { ChunkSearch, ChunkSearchOutcome, LegStates, SearchSettings } from './schema.js';
import { READ_FIRST, rerank } from './rerank.js';
import { createReadLines, type LineJudge } from './read-lines.js';

type Deps = LegDeps & {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  reranker: Reranker | null;
  languages: TenantLanguages;
  indexOf: IndexState['ofTenant'];
  metrics: Pick<Metrics, 'retrievalFinished' | 'retrievalResults'>;
};

export type SearchChunks = (scope: UserScope, search: ChunkSearch) => Promise<ChunkSearchOutcome>;

const REINDEXING: Degradation = {
  node: 'retrieval',
  reason: 'reindexing',
  effect: 'some documents are not found yet',
};

const BY_WORDS_ALONE: Degradation = {
  node: 'retrieval',
  reason: 'reindexing',
  effect: 'documents that are not indexed anew yet are found by their words alone',
};

const UNCALIBRATED: Degradation = {
  node: 'retrieval',
  reason: 'embedder_uncalibrated',
  effect: 'words count more than meaning',
};

const RERANK_FAILED: Degradation = {
  node: 'retrieval',
  reason: 'rerank_failed',
  effect: 'passages in the order of the search legs',
};

/** Hybrid search in everything that the scope may read now. Rejects with `vector_store_unavailable` if no ranking responds. */
export const createSearchChunks = (deps: Deps): SearchChunks => {
  const { reranker, metrics, settings } = deps;
  const readLines = createReadLines(deps);
  return async (scope, search) => {
    const { signal } = search;
    const [indexed, index, reader] = await Promise.all([
      deps.languages.get(scope),
      deps.indexOf(scope.tenantId),
      openFilteredReader(deps, scope, search.filter),
    ]);
    signal.throwIfAborted();
    const inTurn: InTurn = (work) => deps.turns.run(scope, signal, work);
    const limitPerLeg = settings.candidatesPerLeg;
    const language = questionLanguage(search, indexed);
    const languages = withOwn(indexed, language);
    const wordsOf = createWordsOf(languages);
    const ask: AskStore = (query, limit) =>
      reader.ask({ query, limitPerLeg: limit, further: {}, signal });
    const spelling = createCorrections({ languages, language, wordsOf, limitPerLeg, ask });
    const { hits, legs, weights, degraded } = await runLegs<ChunkId>(deps, {
      ...search,
      languages,
      wordsOf,
      inTurn,
      ask: ({ text, ...query }) =>
        query.vector === null ? spelling.ask(text, query) : ask(query, limitPerLeg),
    });
    signal.throwIfAborted();
    if (canNeverAnswer(legs)) {
      throw new AppError('vector_store_unavailable', 'The search index is unavailable.');
    }
    const judge = createJudge(settings, { hits, weights, spelling, language, search });
    const read = await inTurn(() => readBack(deps, scope, { hits, judge, search }));
    const { readable, corrections } = read;
    const { asked, signals } = toSignals(settings, search, read.corrections);
    const lineJudge = toLineJudge(settings, { readable, lines: signals.lines });
    const byLines =
      legs.dense === 'active' && lineJudge !== null
        ? await readLines({ ...read, search, question: asked, ...lineJudge })
        : null;
    const judged = byLines ?? read.judged;
    const reranked =
      reranker &&
      (await rerank(deps, reranker, { hits: judged, readable, search, curve: signals.reranker }));
    const results =
      reranked === null && byLines === null
        ? read.found
        : assembleResults(reranked ?? judged, readable, search);
    const missing = judged.length === 0 ? 'no_match' : 'nothing_readable';
    const emptyReason = results.length > 0 ? null : missing;
    metrics.retrievalResults({ count: results.length, emptyReason });
    if (reranker && !reranked) degraded.push(RERANK_FAILED);
    if (settings.isUncalibrated === true && legs.dense === 'active') degraded.push(UNCALIBRATED);
    degraded.push(...ofIndex(index, legs));
    degraded.push(...reader.degraded());
    if (results.length === 0) degraded.push(...(await findUnread(deps, scope)));
    const outcome = toOutcome(results);
    return { results, outcome, corrections, legs, degraded, reindexing: index.progress };
  };
};

/** Reports that some documents may be hard or impossible to find while the index is being rebuilt. */
const ofIndex = (
  { isIncomplete, lacksMeaning }: Awaited<ReturnType<IndexState['ofTenant']>>,
  { dense }: LegStates,
): Degradation[] => {
  if (isIncomplete) return [REINDEXING];
  return lacksMeaning && dense === 'active' ? [BY_WORDS_ALONE] : [];
};

/** Reports documents that are not indexed yet, because the answer may be in one of them. */
const findUnread = async ({ database }: Deps, scope: UserScope): Promise<Degradation[]> => {
  const unread = await database.withScope(scope, (tx) => tx.documents.unread());
  if (unread === 0) return [];
  const what = unread === 1 ? '1 document is' : `${unread} documents are`;
  return [{ node: 'retrieval', reason: 'not_read_yet', effect: `${what} not read yet` }];
};

/**
 * The languages in which a question is analysed. Documents of codes, names and numbers have no language, so the question's own language is
 * needed to identify its function words.
 */
const withOwn = (indexed: readonly string[], own: string): readonly string[] =>
  indexed.includes(UNKNOWN_LANGUAGE) ? [...new Set([...indexed, own])] : indexed;

/** The question's language: known to the caller, the only one of the index, or detected from the words. */
const questionLanguage = (
  { language, queries }: ChunkSearch,
  languages: readonly string[],
): string => {
  if (language !== undefined) return language;
  const text = queries.join('\n');
  if (languages.includes(UNKNOWN_LANGUAGE))
    return detectLanguage(text, { fallback: UNKNOWN_LANGUAGE });
  const [only = UNKNOWN_LANGUAGE, ...others] = languages;
  return others.length === 0
    ? only
    : detectLanguage(text, {
        candidates: languages,
        fallback: languages.includes(COMMONEST) ? COMMONEST : UNKNOWN_LANGUAGE,
      });
};

/** A few terms without function words are most likely English. */
const COMMONEST = 'en';

const canNeverAnswer = ({ lexical, dense }: LegStates): boolean =>
  (lexical === 'failed' && dense !== 'active') || (dense === 'failed' && lexical === 'failed');

/**
 * The question as interpreted and corrected, and the signals for its language. The caller knows only the index's languages, and the
 * question may be in a different one.
 */
const toSignals = (
  { calibration }: Pick<SearchSettings, 'calibration'>,
  search: ChunkSearch,
  corrections: readonly Correction[],
): { asked: string; signals: ModelSignals } => {
  const asked = applyCorrections(toQuery(search), corrections);
  if (Object.keys(calibration).length === 0) return { asked, signals: {} };
  const { writtenIn } =
    search.question?.text === asked
      ? search.question
      : understandQuestion(asked, search.language ?? UNKNOWN_LANGUAGE);
  return { asked, signals: calibration[writtenIn] ?? {} };
};

/**
 * The built-in calibration was made for whole passages, so with it lines only show where the answer is in a close passage. A tenant's own
 * calibration raises the relevance of passages in its languages. Null if there is no calibration.
 */
const toLineJudge = (
  { measured = null, calibration }: SearchSettings,
  { readable, lines }: { readable: Readable; lines: Curve | undefined },
): LineJudge | null => {
  if (measured !== null) {
    return {
      mayRead: ({ relevance }) => relevance >= LEVELS.closest,
      judge: ({ relevance }) => relevance,
    };
  }
  return lines === undefined
    ? null
    : {
        mayRead: ({ candidate }) =>
          calibration[readable.get(candidate.id)?.language ?? UNKNOWN_LANGUAGE] !== undefined,
        judge: ({ relevance }, cosine) => raiseBySignal(relevance, cosine, lines),
      };
};

type ReadBack = ReturnType<Judge> & {
  readable: Readable;
  found: ReturnType<typeof assembleResults>;
};

/** Reads the hits that the scope may read now, and assembles the results in the judge's order. */
const readBack = async (
  { database, metrics }: Deps,
  scope: UserScope,
  {
    hits,
    judge,
    search,
  }: { hits: readonly FusedHit<ChunkId>[]; judge: Judge; search: ChunkSearch },
): Promise<ReadBack> => {
  if (hits.length === 0) return { readable: new Map(), judged: [], found: [], corrections: [] };
  const startedAt = performance.now();
  // The first hit of one query may be far down if another query ("And the default?") finds many others.
  const isFirst = ({ bestRank }: FusedHit<ChunkId>, at: number): boolean =>
    at < READ_FIRST || bestRank <= search.topK;
  const ids = hits.filter(isFirst).map(({ id }) => id);
  const others = hits.filter((hit, at) => !isFirst(hit, at)).map(({ id }) => id);
  const assemble = (chunks: readonly ReadableChunk[]) => {
    const readable: Readable = new Map(chunks.map((chunk) => [chunk.id, chunk]));
    const { judged, corrections } = judge(readable);
    return { readable, judged, corrections, found: assembleResults(judged, readable, search) };
  };
  const { read, asked } = await database.withScope(scope, async (tx) => {
    const chunks = await tx.chunks.readLive(ids, search.filter);
    const some = assemble(chunks);
    const isEnough = some.found.length >= search.topK || others.length === 0;
    if (isEnough) return { read: some, asked: ids.length };
    const more = await tx.chunks.readLive(others, search.filter);
    return { read: assemble([...chunks, ...more]), asked: hits.length };
  });
  search.recordOutOfScope?.(asked - read.readable.size);
  metrics.retrievalFinished({ stage: 'read_back', durationMs: performance.now() - startedAt });
  return read;
};
