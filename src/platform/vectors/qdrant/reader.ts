import { z } from 'zod';
import { untilAborted } from '../../../shared/async.js';
import { LEG_GRACE_MS, type FoundRow, type Leg, type Search } from '../search-legs.js';
import type { PointKind } from '../vector-store.js';
import { statusOf } from './client.js';
import { DENSE, LEXICAL, type Collections } from './collections.js';
import { toQdrantFilter } from './qdrant-filter.js';
import { toQueryVector } from './sparse-vector.js';

const Point = z
  .object({
    id: z.string(),
    score: z.number(),
    payload: z.object({
      tenant_id: z.string(),
      document_id: z.string().optional(),
      owner_id: z.string().optional(),
      visibility: z.string().optional(),
      user_id: z.string().optional(),
      language: z.string().optional(),
      terms: z.array(z.string()),
    }),
  })
  .transform(({ id, score, payload }) => ({
    id,
    score,
    terms: payload.terms,
    documentId: payload.document_id,
    language: payload.language,
    tenantId: payload.tenant_id,
    visibility: payload.visibility,
    ownerId: payload.owner_id,
    userId: payload.user_id,
  }));

/** All rankings in one request, each with its own promise; if the request is refused or slow, each is sent alone. */
export const createFind =
  ({ run, timeoutMs }: Pick<Collections, 'run'> & { timeoutMs: number }) =>
  (search: Search): ((leg: Leg) => Promise<FoundRow[]>) => {
    const { legs } = search;
    if (legs.length === 0) return async () => [];
    const findBy = async (wanted: readonly Leg[]): Promise<unknown[]> => {
      const searches = wanted.map((leg) => toQuery(leg, search));
      const answers = await run(search.kind, (qdrant, name) =>
        qdrant.queryBatch(name, { searches }),
      );
      return answers.map(({ points }) => points);
    };
    const slow = AbortSignal.timeout(Math.min(LEG_GRACE_MS, timeoutMs / 2));
    const together = legs.length === 1 ? findBy(legs) : untilAborted(findBy(legs), slow);
    together.catch(() => undefined);
    const find = async (leg: Leg): Promise<unknown> => {
      try {
        return (await together)[legs.indexOf(leg)];
      } catch (error) {
        // One search of the batch may have delayed the other, but if there was no answer at all, asking twice does not help.
        const isWorthwhile = error === slow.reason || statusOf(error) !== undefined;
        if (legs.length === 1 || !isWorthwhile) throw error;
        return (await findBy([leg]))[0];
      }
    };
    // A ranking that contains an invalid point fails alone.
    return async (leg) => Point.array().parse(await find(leg));
  };

const FIELDS: Record<PointKind, string[]> = {
  chunks: ['tenant_id', 'document_id', 'owner_id', 'visibility', 'language', 'terms'],
  memories: ['tenant_id', 'user_id', 'terms'],
};

const toQuery = (leg: Leg, { query, filter, limit, kind }: Search) => ({
  query: leg === 'lexical' ? toQueryVector(query.terms) : [...(query.vector ?? [])],
  using: leg === 'lexical' ? LEXICAL : DENSE,
  filter: toQdrantFilter(filter),
  limit,
  with_payload: FIELDS[kind],
});
