import { AppError } from '../shared/errors.js';
import type { CallOptions, Embedder, Embeddings } from '../platform/models/model.js';
import { toLostCall } from '../platform/models/meter-model.js';
import { runWithin, type Attempt } from '../shared/async.js';
import type { ModelCall, Degradation } from '../shared/execution.js';
import { analyzeQuery, detectLanguage } from '../language/index.js';
import { fuseRankings, type FusedHit, type Ranking } from './fuse-rankings.js';
import type { LegState, LegStates, LegWeights, SearchSettings } from './schema.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { LegQuery, Legs } from '../platform/vectors/vector-store.js';

export type LegDeps = {
  embedder: Embedder | null;
  settings: SearchSettings;
  metrics: Pick<Metrics, 'retrievalFinished'>;
  logger: Pick<Logger, 'warn'>;
};

type LegRequest<Id> = {
  queries: readonly string[];
  languages: readonly string[];
  language: string | undefined;
  signal: AbortSignal;
  record?: ((call: ModelCall) => void) | undefined;
  /** One query against the store, under the caller's scope and filter; `wanted` are the terms of all the queries. */
  ask: (query: LegQuery, wanted: readonly string[]) => Promise<Legs<Id>>;
};

export type LegOutcome<Id> = {
  hits: FusedHit<Id>[];
  legs: LegStates;
  degraded: Degradation[];
};

/** All queries through both legs, fused; a failed leg is dropped and named. Rejects only when the store itself does. */
export const runLegs = async <Id extends string>(
  deps: LegDeps,
  request: LegRequest<Id>,
): Promise<LegOutcome<Id>> => {
  const dense = await prepareDense(deps, request);
  const queries = request.queries.map((query, index) => ({
    terms: analyzeQuery(query, { languages: request.languages }),
    vector: dense.vectors[index] ?? null,
  }));
  const hasTerms = queries.some(({ terms }) => terms.length > 0);
  const answerable = queries.filter(({ terms, vector }) => terms.length > 0 || vector !== null);
  const startedAt = performance.now();
  const wanted = [...new Set(queries.flatMap(({ terms }) => terms))];
  const answers = await Promise.all(answerable.map((query) => request.ask(query, wanted)));
  deps.metrics.retrievalFinished({ stage: 'legs', durationMs: performance.now() - startedAt });

  const failures = answers.flatMap(({ failed }) => failed);
  for (const { leg, cause } of failures) deps.logger.warn({ leg, err: cause }, 'Search leg failed');
  const hasFailed = (leg: 'lexical' | 'dense'): boolean =>
    failures.some((failure) => failure.leg === leg);
  const legs: LegStates = {
    lexical: hasFailed('lexical') ? 'failed' : hasTerms ? 'active' : 'inert',
    dense: hasFailed('dense') ? 'failed' : dense.state,
  };
  const rankings = toRankings(answers, {
    lexical: hasTerms ? deps.settings.weights.lexical : 0,
    dense: dense.state === 'active' ? dense.weight : 0,
  });
  return {
    hits: fuseRankings(rankings),
    legs,
    degraded: [
      ...(legs.lexical === 'failed' ? [toFailure('lexical', 'search by meaning alone')] : []),
      ...(legs.dense === 'failed' ? [toFailure('dense', 'search by words alone')] : []),
    ],
  };
};

type Dense = { state: LegState; vectors: readonly Float32Array[]; weight: number };

const prepareDense = async <Id>(
  { embedder, settings, metrics, logger }: LegDeps,
  request: LegRequest<Id>,
): Promise<Dense> => {
  const { queries, signal, record } = request;
  const weight = denseWeightFor(settings.weights, request);
  if (!embedder) return { state: 'off', vectors: [], weight };
  if (weight === 0) return { state: 'inert', vectors: [], weight };
  const startedAt = performance.now();
  const embedded = await embedQueries(embedder, {
    queries,
    timeoutMs: settings.embedTimeoutMs,
    signal,
    record,
  });
  metrics.retrievalFinished({ stage: 'embed', durationMs: performance.now() - startedAt });
  if (embedded.state === 'active') return { state: 'active', vectors: embedded.vectors, weight };
  logger.warn({ err: embedded.cause }, 'Dense leg dropped: the embedder failed');
  return { state: 'failed', vectors: [], weight };
};

type Question = Pick<LegRequest<unknown>, 'queries' | 'languages' | 'language'>;

const UNKNOWN_LANGUAGE = 'und';

/** The embedder's vote on this question, whose language is told from its words unless the caller knows it. */
const denseWeightFor = ({ dense, denseByLanguage }: LegWeights, question: Question): number => {
  if (Object.keys(denseByLanguage).length === 0) return dense;
  const { queries, languages: candidates } = question;
  const language =
    question.language ??
    detectLanguage(queries.join('\n'), { candidates, fallback: UNKNOWN_LANGUAGE });
  return denseByLanguage[language] ?? dense;
};

type EmbeddedQueries =
  { state: 'active'; vectors: readonly Float32Array[] } | { state: 'failed'; cause: unknown };

type EmbedRequest = {
  queries: readonly string[];
  timeoutMs: number;
  /** Told of the call, however it ended. */
  record?: ((call: ModelCall) => void) | undefined;
} & CallOptions;

/** Vectors of the queries, or the reason why the dense leg is dropped; a slow embedder counts as failed. */
const embedQueries = async (
  embedder: Embedder,
  { queries, timeoutMs, signal, record }: EmbedRequest,
): Promise<EmbeddedQueries> => {
  const startedAt = performance.now();
  const attempt = await runWithin({ signal, limitMs: timeoutMs }, (limited) =>
    embedder.embed(queries, { signal: limited }),
  );
  record?.({
    ...toUsed(attempt),
    purpose: 'embed',
    model: embedder.model,
    completionTokens: 0,
    durationMs: performance.now() - startedAt,
  });
  switch (attempt.kind) {
    case 'done':
      return { state: 'active', vectors: attempt.result.vectors };
    case 'error':
      return { state: 'failed', cause: attempt.error };
    case 'timeout':
      return { state: 'failed', cause: new AppError('embedder_unavailable', 'Too slow.') };
    case 'cancelled':
      throw new AppError('cancelled', 'The request was cancelled.');
  }
};

const toUsed = (attempt: Attempt<Embeddings>) => {
  if (attempt.kind !== 'done') return toLostCall(attempt);
  const { promptTokens, costUsd } = attempt.result;
  return { outcome: 'ok', promptTokens, costUsd } as const;
};

const toRankings = <Id>(
  answers: readonly Legs<Id>[],
  asked: { lexical: number; dense: number },
): Ranking<Id>[] =>
  answers.flatMap((answer) =>
    (['lexical', 'dense'] as const)
      .filter((leg) => asked[leg] > 0 && !answer.failed.some((failure) => failure.leg === leg))
      .map((leg) => ({ leg, weight: asked[leg], hits: answer[leg] })),
  );

const toFailure = (leg: string, effect: string): Degradation => ({
  node: 'retrieval',
  reason: `${leg}_leg_failed`,
  effect,
});
