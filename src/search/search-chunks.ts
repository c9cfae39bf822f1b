import { detectLanguage } from '../language/index.js';
import { understandQuestion } from '../questions/index.js';
import type { ReadableChunk } from '../documents/index.js';
import type { Reranker } from '../platform/models/model.js';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import type { VectorStore } from '../platform/vectors/vector-store.js';
import { AppError } from '../shared/errors.js';
import type { Degradation } from '../shared/execution.js';
import type { ChunkId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import { assembleResults, withTitles, type JudgedHit, type Readable } from './assemble-results.js';
import {
  baselineOfLanguage,
  type Compared,
  type Curve,
  joinSignal,
  judgeByCosines,
  LEVELS,
  raiseBySignal,
  type ModelSignals,
  pickShown,
  sortByLevel,
  toOutcome,
  judgeRelevance,
  type Focus,
} from '../evidence/index.js';
import {
  applyCorrections,
  createCorrections,
  type AskStore,
  type Correction,
} from './corrections.js';
import { fuseRankings, type FusedHit } from './fuse-rankings.js';
import { openFilteredReader } from './filtered-reader.js';
import type { ReindexingProbe, TenantLanguages } from './index-state.js';
import {
  createWordsOf,
  runLegs,
  tryModel,
  UNKNOWN_LANGUAGE,
  type InTurn,
  type LegDeps,
  type LegOutcome,
} from './legs.js';
import type { ChunkSearch, ChunkSearchOutcome, LegStates, SearchSettings } from './schema.js';
import { createReadLines, type LineJudge } from './read-lines.js';
import { TUNING } from './tuning.js';
import { putWrittenFirst } from './written-first.js';

type Deps = LegDeps & {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  reranker: Reranker | null;
  languages: TenantLanguages;
  reindexing: ReindexingProbe;
  metrics: Pick<Metrics, 'retrievalFinished' | 'retrievalResults'>;
};

export type SearchChunks = (scope: UserScope, search: ChunkSearch) => Promise<ChunkSearchOutcome>;

const REINDEXING: Degradation = {
  node: 'retrieval',
  reason: 'reindexing',
  effect: 'some documents are not found yet',
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

/** The number of fused hits that are given to the reranker. */
const RERANKED = 30;

/** Hybrid search in what the scope may read now. Rejects with `vector_store_unavailable` when no leg answers. */
export const createSearchChunks = (deps: Deps): SearchChunks => {
  const { reranker, metrics, settings } = deps;
  const readLines = createReadLines(deps);
  return async (scope, search) => {
    const { signal } = search;
    const [languages, progress, reader] = await Promise.all([
      deps.languages.get(scope),
      deps.reindexing(),
      openFilteredReader(deps, scope, search.filter),
    ]);
    signal.throwIfAborted();
    const inTurn: InTurn = (work) => deps.turns.run(scope, signal, work);
    const limitPerLeg = settings.candidatesPerLeg;
    const wordsOf = createWordsOf(languages);
    const language = questionLanguage(search, languages);
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
    if (progress) degraded.push(REINDEXING);
    degraded.push(...reader.degraded());
    const outcome = toOutcome(results);
    return { results, outcome, corrections, legs, degraded, reindexing: progress };
  };
};

/** Known to the caller, the only one of the index, or detected from the words. */
const questionLanguage = (
  { language, queries }: ChunkSearch,
  languages: readonly string[],
): string => {
  const [only = UNKNOWN_LANGUAGE, ...others] = languages;
  if (language !== undefined) return language;
  return others.length === 0
    ? only
    : detectLanguage(queries.join('\n'), {
        candidates: languages,
        fallback: languages.includes(COMMONEST) ? COMMONEST : UNKNOWN_LANGUAGE,
      });
};

/** Terms of a few words, without any that links, are English more often than not. */
const COMMONEST = 'en';

const canNeverAnswer = ({ lexical, dense }: LegStates): boolean =>
  (lexical === 'failed' && dense !== 'active') || (dense === 'failed' && lexical === 'failed');

/** The question as it is read, corrected, and the signals of its language: the caller knows only those of the index, and it may be in another. */
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

type Judging = Pick<LegOutcome<ChunkId>, 'hits' | 'weights'> & {
  spelling: Pick<ReturnType<typeof createCorrections>, 'confirm'>;
  language: string;
  search: ChunkSearch;
};

const createJudge =
  (settings: SearchSettings, { hits, weights, spelling, language, search }: Judging): Judge =>
  (readable) => {
    const { calibration, measured = null } = settings;
    // A curve of other languages does not hold in this one: an embedder of English has all of French near everything.
    const passage = measured === null ? (calibration[language]?.passage ?? null) : WORDS_ALONE;
    const { corrections, wordsOf } = spelling.confirm(readable);
    const ordered = putWrittenFirst(hits, { readable, queries: search.queries });
    const byWords = judgeRelevance(withTitles(ordered, readable), {
      // A passage that was not read is not shown.
      isWanted: ({ id }) => readable.has(id),
      questions: search.queries.map(wordsOf),
      baseline: baselineOfLanguage(language),
      passage,
      ...focusOf(search),
    });
    const compared = toCompared(settings, search, readable);
    const judged = compared === null ? byWords : judgeByCosines(byWords, compared);
    const isCalibrated = passage !== null;
    const isElsewhere =
      !isCalibrated && Object.values(calibration).some((one) => one?.passage !== undefined);
    return { corrections, judged: rankByRelevance(judged, { weights, isCalibrated, isElsewhere }) };
  };

const WORDS_ALONE: Curve = { intercept: 0, before: 1, value: 0 };

/** The calibration that ships, with the passages that are in another language than the question; null where there is none. */
const toCompared = (
  { measured = null }: SearchSettings,
  search: ChunkSearch,
  readable: Readable,
): Compared<FusedHit<ChunkId>> | null => {
  if (measured === null) return null;
  const { language } = search;
  const { writtenIn } =
    search.question ?? understandQuestion(toQuery(search), language ?? UNKNOWN_LANGUAGE);
  const isAcross = ({ id }: FusedHit<ChunkId>): boolean => {
    const ofPassage = readable.get(id)?.language ?? UNKNOWN_LANGUAGE;
    return ![writtenIn, ofPassage].includes(UNKNOWN_LANGUAGE) && ofPassage !== writtenIn;
  };
  return { measured, isAcross };
};

/**
 * The calibration that ships has judged whole passages, so that lines only show where in a close one the answer stands; a tenant's own raises
 * passages in the languages that it was made in. Null where nobody knows.
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

type Hits = { hits: readonly JudgedHit[]; readable: Readable; search: ChunkSearch };

type Judge = (readable: Readable) => { judged: JudgedHit[]; corrections: Correction[] };

type ReadBack = ReturnType<Judge> & {
  readable: Readable;
  found: ReturnType<typeof assembleResults>;
};

/** Reads the hits that the scope may read now, and assembles the results in the judge's order. */
const readBack = async (
  { database, metrics, reranker }: Deps,
  scope: UserScope,
  {
    hits,
    judge,
    search,
  }: { hits: readonly FusedHit<ChunkId>[]; judge: Judge; search: ChunkSearch },
): Promise<ReadBack> => {
  if (hits.length === 0) return { readable: new Map(), judged: [], found: [], corrections: [] };
  const startedAt = performance.now();
  const first = Math.max(
    TUNING.minRead,
    search.topK * TUNING.readAhead,
    reranker === null ? 0 : RERANKED,
  );
  // What one query puts first may be far down where another one, "And the default?", finds many others.
  const isFirst = ({ bestRank }: FusedHit<ChunkId>, at: number): boolean =>
    at < first || bestRank <= search.topK;
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

type Ranking = Pick<LegOutcome<ChunkId>, 'weights'> & {
  /** The embedder was calibrated in the language of the question. */
  isCalibrated: boolean;
  /** It was calibrated, and not in that language. */
  isElsewhere: boolean;
};

/**
 * Most relevant first: the rule sees how the words stand together, which the legs do not. An embedder that was not calibrated has no say
 * in the rule, so its own order is fused with that of the rule. In a language that it may not know it orders only what no words speak for.
 */
const rankByRelevance = (
  judged: readonly JudgedHit[],
  { weights, isCalibrated, isElsewhere }: Ranking,
): JudgedHit[] => {
  const byRelevance = judged.toSorted((left, right) => right.relevance - left.relevance);
  if (isCalibrated) return byRelevance;
  const dense = judged
    .filter(({ candidate }) => candidate.denseScore !== null)
    .sort((left, right) => (right.candidate.denseScore ?? 0) - (left.candidate.denseScore ?? 0));
  if (dense.length === 0) return byRelevance;
  const toHits = (some: readonly JudgedHit[]) => some.map(({ candidate }) => candidate);
  const ranked = fuseRankings([
    { leg: 'lexical', weight: weights.lexical, hits: toHits(byRelevance) },
    { leg: 'dense', weight: weights.dense, hits: toHits(dense) },
  ]);
  const byId = new Map(judged.map((one) => [one.candidate.id, one]));
  const fused = ranked.flatMap(({ id }) => byId.get(id) ?? []);
  if (!isElsewhere) return fused;
  const shown = pickShown(byRelevance);
  return [...shown, ...fused.filter((one) => !shown.includes(one))];
};

/**
 * Has the reranker read the best hits; null when it fails. A calibrated one changes their relevance, which orders them all; another one
 * orders those it read within their level, and the others of that level stand behind them.
 */
const rerank = async (
  deps: Deps,
  reranker: Reranker,
  { curve, ...asked }: Hits & { curve: Curve | undefined },
): Promise<readonly JudgedHit[] | null> => {
  const { hits, search } = asked;
  const candidates = toCandidates(asked);
  // An order of one is known; whether that one answers is not.
  if (candidates.length < (curve === undefined ? 2 : 1)) return hits;
  const texts = candidates.map(({ text }) => text);
  const scores = await tryModel(deps, search, {
    stage: 'rerank',
    model: reranker.model,
    limitMs: deps.settings.rerankTimeoutMs,
    ask: (signal) => reranker.rerank(toQuery(search), texts, { signal }),
    // Rerankers charge in units of their own.
    usageOf: () => ({ promptTokens: 0, costUsd: null }),
    warning: 'Order of the search legs kept: the reranker failed',
  });
  if (scores === null) return null;
  // A stable sort: what is equally relevant stays in fused order.
  const scored = candidates
    .flatMap(({ hit }, index) => {
      const rerankScore = scores[index];
      return isScored(rerankScore) ? [{ hit, rerankScore }] : [];
    })
    .sort((left, right) => right.rerankScore - left.rerankScore)
    .map(({ hit, rerankScore }) => withScore(hit, rerankScore, curve));
  const read = new Set(
    candidates.flatMap(({ hit }, index) => (isScored(scores[index]) ? hit : [])),
  );
  const all = [...scored, ...hits.filter((hit) => !read.has(hit))];
  return curve === undefined
    ? sortByLevel(all)
    : all.sort((left, right) => right.relevance - left.relevance);
};

const isScored = (score: number | null | undefined): score is number => typeof score === 'number';

const withScore = (hit: JudgedHit, rerankScore: number, curve: Curve | undefined): JudgedHit => ({
  ...hit,
  candidate: { ...hit.candidate, rerankScore },
  relevance: curve === undefined ? hit.relevance : joinSignal(hit.relevance, rerankScore, curve),
});

const toCandidates = ({ hits, readable, search }: Hits) => {
  const byText = new Map<string, { hit: JudgedHit; text: string }>();
  for (const hit of hits) {
    const chunk = readable.get(hit.candidate.id);
    const isWanted = chunk && hit.candidate.score >= (search.minScore ?? 0);
    if (!isWanted || byText.has(chunk.contentHash)) continue;
    byText.set(chunk.contentHash, { hit, text: chunk.content });
    if (byText.size === RERANKED) break;
  }
  return [...byText.values()];
};

const focusOf = ({ queries, focus = [] }: ChunkSearch): { focus?: Focus } =>
  focus.length === 0
    ? {}
    : { focus: { documentIds: focus, fullest: queries.indexOf(toQuery({ queries })) } };

/** The fullest form of the question: a rewritten follow-up says what its original leaves out. */
const toQuery = ({ queries }: Pick<ChunkSearch, 'queries'>): string =>
  queries.reduce((longest, query) => (query.length > longest.length ? query : longest), '');
