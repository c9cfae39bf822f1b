import { detectLanguage, type QueryWord } from '../language/index.js';
import { analyzeQuestion } from '../questions/index.js';
import type { Embedder } from '../platform/models/model.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { searchLegs } from '../platform/vectors/search-legs.js';
import type { LegHit, LegQuery, Legs } from '../platform/vectors/vector-store.js';
import { linkSignals, runWithin, untilAborted } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import type { FairTurns, Outside } from '../shared/fair-turns.js';
import type { Degradation, ModelCall } from '../shared/execution.js';
import { fuseRankings, type FusedHit, type Leg, type Ranking } from './fuse-rankings.js';
import type { LegState, LegStates, SearchRecord, SearchSettings } from './schema.js';

export type LegDeps = {
  embedder: Embedder | null;
  settings: SearchSettings;
  /** The turns by which all tenants share the processor for searches; waiting for a model needs no turn. */
  turns: FairTurns;
  metrics: Pick<Metrics, 'retrievalFinished'>;
  logger: Pick<Logger, 'warn'>;
};

export type InTurn = <Result>(work: (outside: Outside) => Promise<Result>) => Promise<Result>;

type LegRequest<Id> = SearchRecord & {
  queries: readonly string[];
  languages: readonly string[];
  /** The words of a query. */
  wordsOf: WordsOf;
  /** The question's language, if the caller knows it. */
  language?: string | undefined;
  signal: AbortSignal;
  /** Runs work in one of the searching user's turns. */
  inTurn: InTurn;
  /** Sends one query to the store, with words or with a vector, under the caller's scope and filter; `text` is the original text. */
  ask: (query: LegQuery & { text: string }) => Promise<Legs<Id>>;
};

export type LegOutcome<Id> = {
  hits: FusedHit<Id>[];
  legs: LegStates;
  /** The weight of each ranking in the fusion; 0 if the ranking took no part. */
  weights: Readonly<Record<Leg, number>>;
  degraded: Degradation[];
};

export type WordsOf = (query: string) => readonly QueryWord[];

/** Caches the analysis of a question, which takes milliseconds if it is long, and runs it only when needed. */
export const createWordsOf = (languages: readonly string[]): WordsOf => {
  const known = new Map<string, readonly QueryWord[]>();
  return (query) => {
    const words = known.get(query) ?? analyzeQuestion(query, { languages });
    known.set(query, words);
    return words;
  };
};

const LEGS = ['lexical', 'dense'] as const;

const EFFECT_OF_FAILURE: Readonly<Record<Leg, string>> = {
  lexical: 'search by meaning alone',
  dense: 'search by words alone',
};

/**
 * Runs all queries in both rankings and fuses them; a failed ranking is left out and reported. Rejects only if the store itself fails.
 * Words are looked up while the embedder works.
 */
export const runLegs = async <Id extends string>(
  deps: LegDeps,
  request: LegRequest<Id>,
): Promise<LegOutcome<Id>> => {
  const embedding = linkSignals([request.signal]);
  const dense = prepareDense(deps, { ...request, signal: embedding.signal });
  // The promise may fail before anyone awaits it.
  dense.catch(() => undefined);
  try {
    return await request.inTurn((outside) => askLegs(deps, request, { dense, outside }));
  } finally {
    embedding.abort();
    // An abandoned call is recorded before the search ends.
    await dense.catch(() => undefined);
    embedding.unlink();
  }
};

const askLegs = async <Id extends string>(
  { settings, metrics, logger }: LegDeps,
  request: LegRequest<Id>,
  embedding: Embedding,
): Promise<LegOutcome<Id>> => {
  const queries = request.queries.map((text) => ({
    text,
    terms: toSearchTerms(request.wordsOf(text)),
  }));
  const hasTerms = queries.some(({ terms }) => terms.length > 0);
  const { answers, dense, durationMs } = await askStore(request, queries, embedding);
  metrics.retrievalFinished({ stage: 'legs', durationMs });

  const failures = answers.flatMap(({ failed }) => failed);
  for (const { leg, cause } of failures) logger.warn({ leg, err: cause }, 'Search leg failed');
  const failed = new Set(failures.map(({ leg }) => leg));
  const legs: LegStates = {
    lexical: failed.has('lexical') ? 'failed' : hasTerms ? 'active' : 'inert',
    dense: failed.has('dense') ? 'failed' : dense.state,
  };
  const weights = {
    lexical: hasTerms ? settings.weights.lexical : 0,
    dense: dense.state === 'active' ? dense.weight : 0,
  };
  return {
    hits: fuseRankings(answers.flatMap((answer) => toRankings(answer, weights))),
    legs,
    weights,
    degraded: LEGS.filter((leg) => legs[leg] === 'failed').map((leg) => ({
      node: 'retrieval',
      reason: `${leg}_leg_failed`,
      effect: EFFECT_OF_FAILURE[leg],
    })),
  };
};

type Query = { text: string; terms: readonly string[] };

/** The query vectors that are being computed, and a way of waiting for them that needs no turn. */
type Embedding = { dense: Promise<Dense>; outside: Outside };

/** Searches by words at once, and by vectors when they are ready. The measured time is that of the store. */
const askStore = async <Id extends string>(
  request: LegRequest<Id>,
  queries: readonly Query[],
  embedding: Embedding,
): Promise<{ answers: Legs<Id>[]; dense: Dense; durationMs: number }> => {
  const startedAt = performance.now();
  const asked = queries.map((query) => ({ ...query, byWords: askByWords(request, query) }));
  const byWords = Promise.allSettled(asked.map((query) => query.byWords));
  const early = await Promise.race([embedding.dense, byWords.then(() => null)]);
  const wordsMs = performance.now() - startedAt;
  const dense = early ?? (await embedding.outside(() => embedding.dense));
  const goesOnAt = performance.now();
  const answers = await Promise.all(
    asked.flatMap(({ text, terms, byWords: words }, index) => {
      const vector = dense.vectors[index] ?? null;
      if (vector === null) return terms.length > 0 ? words : [];
      return joinLegs(request, { text, terms, vector, words });
    }),
  );
  return { answers, dense, durationMs: wordsMs + performance.now() - goesOnAt };
};

const askByWords = async <Id>(
  { ask }: LegRequest<Id>,
  { text, terms }: Query,
): Promise<Legs<Id>> =>
  terms.length > 0 ? ask({ text, terms, vector: null }) : { lexical: [], dense: [], failed: [] };

type Joined<Id> = Query & { vector: Float32Array; words: Promise<Legs<Id>> };

/** Joins the search by words and the search by vector; one of them may have failed. */
const joinLegs = <Id>(
  { ask, signal }: LegRequest<Id>,
  { text, terms, vector, words }: Joined<Id>,
): Promise<Legs<Id>> => {
  const askLeg = async (leg: Leg): Promise<LegHit<Id>[]> => {
    const answer = await (leg === 'lexical' ? words : ask({ text, terms: [], vector }));
    const failure = answer.failed.find((one) => one.leg === leg);
    if (failure) throw failure.cause;
    return answer[leg];
  };
  const legs = LEGS.filter((leg) => leg === 'dense' || terms.length > 0);
  return untilAborted(searchLegs(legs, askLeg), signal);
};

/**
 * The terms by which passages are looked up. Function words lead to passages with long sentences, so they are used only if there are no
 * other words.
 */
const toSearchTerms = (words: readonly QueryWord[]): string[] => {
  const telling = words.filter(({ isFunctionWord }) => !isFunctionWord);
  return [
    ...new Set(
      (telling.length > 0 ? telling : words).flatMap(({ forms, within = [] }) => [
        ...forms,
        ...within,
      ]),
    ),
  ];
};

type Dense = { state: LegState; vectors: readonly Float32Array[]; weight: number };

const prepareDense = async <Id>(deps: LegDeps, request: LegRequest<Id>): Promise<Dense> => {
  const { embedder, settings } = deps;
  const weight = denseWeightFor(settings, request);
  if (!embedder) return { state: 'off', vectors: [], weight };
  if (weight === 0) return { state: 'inert', vectors: [], weight };
  const embedded = await tryModel(deps, request, {
    stage: 'embed',
    model: embedder.model,
    limitMs: settings.embedTimeoutMs,
    ask: (signal) => embedder.embed(request.queries, { signal, questions: request.queries.length }),
    usageOf: ({ promptTokens, costUsd }) => ({ promptTokens, costUsd }),
    warning: 'Dense leg dropped: the embedder failed',
  });
  return embedded
    ? { state: 'active', vectors: embedded.vectors, weight }
    : { state: 'failed', vectors: [], weight };
};

export const UNKNOWN_LANGUAGE = 'und';

/** The embedder's weight for this question. The language is detected from the words unless the caller knows it. */
const denseWeightFor = (
  { weights: { dense, denseByLanguage } }: SearchSettings,
  { language, languages: candidates, queries }: LegRequest<unknown>,
): number => {
  if (Object.keys(denseByLanguage).length === 0) return dense;
  const fallback = UNKNOWN_LANGUAGE;
  const asked = language ?? detectLanguage(queries.join('\n'), { candidates, fallback });
  return denseByLanguage[asked] ?? dense;
};

const toRankings = <Id>(answer: Legs<Id>, weights: Record<Leg, number>): Ranking<Id>[] =>
  LEGS.filter(
    (leg) => weights[leg] > 0 && !answer.failed.some((failure) => failure.leg === leg),
  ).map((leg) => ({ leg, weight: weights[leg], hits: answer[leg] }));

type Attempted<Result> = {
  stage: 'embed' | 'rerank';
  model: string;
  limitMs: number;
  ask: (signal: AbortSignal) => Promise<Result>;
  usageOf: (result: Result) => Pick<ModelCall, 'promptTokens' | 'costUsd'>;
  /** The log message if the call fails. */
  warning: string;
};

/**
 * Returns a model's answer if it arrives within the time limit, or null: a slow model counts as failed. The call is recorded, however it
 * ended.
 */
export const tryModel = async <Result>(
  { metrics, logger }: Pick<LegDeps, 'metrics' | 'logger'>,
  { signal, record }: SearchRecord & { signal: AbortSignal },
  { stage, model, limitMs, ask, usageOf, warning }: Attempted<Result>,
): Promise<Result | null> => {
  const startedAt = performance.now();
  const attempt = await runWithin({ signal, limitMs }, ask);
  const durationMs = performance.now() - startedAt;
  const call = { purpose: stage, model, cachedTokens: 0, completionTokens: 0, durationMs };
  metrics.retrievalFinished({ stage, durationMs });
  switch (attempt.kind) {
    case 'done':
      record?.({ ...call, ...usageOf(attempt.result), outcome: 'ok' });
      return attempt.result;
    // A refused call costs nothing; the cost of an abandoned call is unknown.
    case 'error':
      record?.({ ...call, promptTokens: 0, costUsd: 0, outcome: 'error' });
      logger.warn({ err: attempt.error }, warning);
      return null;
    case 'timeout':
      record?.({ ...call, promptTokens: 0, costUsd: null, outcome: 'error' });
      logger.warn({ err: 'too slow' }, warning);
      return null;
    case 'cancelled':
      record?.({ ...call, promptTokens: 0, costUsd: null, outcome: 'cancelled' });
      throw new AppError('cancelled', 'The request was cancelled.');
  }
};
