import { z } from 'zod';
import { untilAborted } from '../../../shared/async.js';
import { AppError } from '../../../shared/errors.js';
import type { UserScope } from '../../../shared/scope.js';
import type { LegHit, LegQuery, Legs, VectorReader } from '../vector-store.js';
import {
  chunksVisibleTo,
  createRowGuard,
  memoriesOf,
  type OnForeignRow,
  type ScopeFilter,
} from '../scope-filter.js';
import { LEG_GRACE_MS, searchLegs } from '../search-legs.js';
import { statusOf, type Client } from './client.js';
import { DENSE, LEXICAL, type CollectionKind, type Collections } from './collections.js';
import { toQdrantFilter } from './qdrant-filter.js';
import { toQueryVector } from './sparse-vector.js';

type ReaderDeps = {
  client: Client;
  collections: Collections;
  dimensions: number | null;
  onForeignRow: OnForeignRow;
};

const StoredPoint = z.object({
  id: z.string(),
  score: z.number(),
  payload: z.object({
    tenant_id: z.string(),
    owner_id: z.string().optional(),
    visibility: z.string().optional(),
    user_id: z.string().optional(),
    terms: z.array(z.string()),
  }),
});
type StoredPoint = z.infer<typeof StoredPoint>;

type Search = { kind: CollectionKind; filter: ScopeFilter; query: LegQuery; limit: number };
type Leg = 'lexical' | 'dense';

export const createReader = (deps: ReaderDeps, scope: UserScope): VectorReader => {
  const isVisible = createRowGuard(scope, deps.onForeignRow);

  const toHits = <Id extends string>(points: readonly unknown[]): LegHit<Id>[] =>
    points
      .map((point) => StoredPoint.parse(point))
      .filter(({ payload }) =>
        isVisible({
          tenantId: payload.tenant_id,
          visibility: payload.visibility,
          ownerId: payload.owner_id,
          userId: payload.user_id,
        }),
      )
      .sort(byScore)
      // The writer stored an id of this kind; the brand is lost on the wire.
      .map(({ id, score, payload }) => ({ id: id as Id, score, terms: payload.terms }));

  const search = async <Id extends string>(request: Search): Promise<Legs<Id>> => {
    const { query } = request;
    const { dimensions } = deps;
    const isLexical = query.terms.length > 0;
    const isDense = query.vector !== null && dimensions !== null;
    const isSound = isDense && query.vector?.length === dimensions;
    const legs: Leg[] = [
      ...(isLexical ? (['lexical'] as const) : []),
      ...(isSound ? (['dense'] as const) : []),
    ];
    const ask = legs.length === 0 ? async () => [] : createBatch(deps, request, legs);
    return searchLegs<Id>({
      lexical: isLexical ? async () => toHits<Id>(await ask('lexical')) : null,
      dense: isDense
        ? async () => {
            checkVector(request, dimensions);
            return toHits<Id>(await ask('dense'));
          }
        : null,
    });
  };

  return {
    searchChunks: ({ query, filter, limitPerLeg: limit, signal }) =>
      untilAborted(
        search({ kind: 'chunks', filter: chunksVisibleTo(scope, filter), query, limit }),
        signal,
      ),
    searchMemories: ({ query, filter, limitPerLeg: limit, signal }) =>
      untilAborted(
        search({ kind: 'memories', filter: memoriesOf(scope, filter), query, limit }),
        signal,
      ),
  };
};

const byScore = (left: StoredPoint, right: StoredPoint): number =>
  right.score - left.score || (left.id < right.id ? -1 : 1);

/** Several searches in one request, each with its own promise; if the batch is refused or slow, each goes alone. */
const createBatch = ({ client, collections }: ReaderDeps, search: Search, legs: Leg[]) => {
  const run = async (wanted: Leg[]): Promise<unknown[][]> => {
    const name = await collections.ensure(search.kind);
    const searches = wanted.map((leg) => toQuery(leg, search));
    const answers = await client.call((qdrant) => qdrant.queryBatch(name, { searches }));
    return answers.map(({ points }) => points);
  };
  const slow = AbortSignal.timeout(Math.min(LEG_GRACE_MS, client.timeoutMs / 2));
  const together = legs.length === 1 ? run(legs) : untilAborted(run(legs), slow);
  together.catch(() => undefined);
  return async (leg: Leg): Promise<unknown[]> => {
    try {
      return (await together)[legs.indexOf(leg)] ?? [];
    } catch (error) {
      // One search of the batch may be what holds the other up.
      if (error === slow.reason) return (await run([leg]))[0] ?? [];
      const status = statusOf(error);
      const isGone = status === 404;
      if (isGone) collections.forget(search.kind);
      // No answer at all will not get better by asking twice.
      if (status === undefined || (legs.length === 1 && !isGone)) throw error;
      return (await run([leg]))[0] ?? [];
    }
  };
};

const FIELDS: Record<CollectionKind, string[]> = {
  chunks: ['tenant_id', 'owner_id', 'visibility', 'terms'],
  memories: ['tenant_id', 'user_id', 'terms'],
};

const toQuery = (leg: Leg, { query, filter, limit, kind }: Search) => ({
  query: leg === 'lexical' ? toQueryVector(query.terms) : [...(query.vector ?? [])],
  using: leg === 'lexical' ? LEXICAL : DENSE,
  filter: toQdrantFilter(filter),
  limit,
  with_payload: FIELDS[kind],
});

const checkVector = ({ query: { vector } }: Search, dimensions: number): void => {
  if (vector?.length === dimensions) return;
  throw new AppError(
    'vector_store_unavailable',
    `The query has ${vector?.length ?? 0} dimensions, the index ${dimensions}.`,
  );
};
