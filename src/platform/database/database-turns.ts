import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../shared/errors.js';
import { createBoundedMap } from '../../shared/bounded-map.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import type { TenantId } from '../../shared/ids.js';

/**
 * On whose account a transaction runs. `admission` is the first one of a request, which is refused where its tenant's share is full;
 * `request` goes on with a request that was let in. A `stranger` has named a tenant and proved nothing yet, and `background` and `operator`
 * are no tenant's requests: each of the three has a share of its own, and what waits there is bounded where it comes from.
 */
export type WorkKind = 'admission' | 'request' | 'stranger' | 'background' | 'operator';

export type TurnLimits = {
  /** Transactions that wait for a connection; half of them may be one tenant's. */
  maxWaiting: number;
  maxWaitMs: number;
};

type Options = TurnLimits & {
  atOnce: number;
  /** Waits for so many milliseconds; tests pass their own. */
  later?: (milliseconds: number) => Promise<unknown>;
};

/** A tenant that has asked so recently counts as one that wants a connection. */
const RECENT_MS = 1_000;
/** One transaction waits for the disk while the next one runs; five of one tenant made others wait for up to seven times as long. */
const BESIDE_OTHERS = 2;
/** A slow transaction waits for the database and does not use the processor. */
const MAX_REST_MS = 100;
/** What a request costs outside of its transactions takes the one thread that all tenants share. */
const MIN_REST_MS = 10;
/** Refusals to one tenant are sent this far apart: clients that retry at once would cost as much as the requests themselves. */
const REFUSED_AFTER_MS = 250;
const BETWEEN_REFUSALS_MS = 25;
const MAX_REFUSED_AFTER_MS = 5_000;
const MAX_REFUSED_TENANTS = 10_000;

const NEVER = new AbortController().signal;

/** The turns of tenants at the connections of a process. What comes back ends the turn. */
export const createDatabaseTurns = ({ later = delay, atOnce, ...queue }: Options) => {
  const turns = createFairTurns({
    atOnce,
    // Of two connections a tenant that is alone may have both.
    keepsLast: atOnce > 2,
    besideOthers: BESIDE_OTHERS,
    recentMs: RECENT_MS,
    maxRestMs: MAX_REST_MS,
    minRestMs: MIN_REST_MS,
    queue: { ...queue, keepsPlaces: true, names: SETTINGS, refusal },
  });
  const pauseBeforeRefusal = createRefusalPauses();
  return {
    waiting: turns.waiting,
    take: async (tenantId: TenantId, kind: WorkKind): Promise<() => void> => {
      try {
        return await turns.take(toOwner(tenantId, kind), NEVER);
      } catch (error) {
        await later(pauseBeforeRefusal(tenantId));
        throw isOfTenant(kind) ? error : unavailable(error);
      }
    },
  };
};

export type DatabaseTurns = ReturnType<typeof createDatabaseTurns>;

/** How long the next refusal of a tenant waits for those before it. */
const createRefusalPauses = () => {
  const lastAtMs = createBoundedMap<number>(MAX_REFUSED_TENANTS);
  return (tenantId: TenantId): number => {
    const nowMs = performance.now();
    const next = (lastAtMs.get(tenantId) ?? 0) + BETWEEN_REFUSALS_MS;
    const atMs = Math.min(Math.max(nowMs + REFUSED_AFTER_MS, next), nowMs + MAX_REFUSED_AFTER_MS);
    lastAtMs.set(tenantId, atMs);
    return atMs - nowMs;
  };
};

const toOwner = (tenantId: TenantId, kind: WorkKind): TurnOwner => {
  if (isOfTenant(kind)) return { tenantId, isAdmitted: kind === 'request' };
  return { tenantId: kind, userId: tenantId, isPatient: true };
};

const isOfTenant = (kind: WorkKind): boolean => kind === 'admission' || kind === 'request';

const unavailable = (cause: unknown): AppError =>
  new AppError('storage_unavailable', 'The database has no connection free at the moment.', {
    cause,
    retryAfterSec: 1,
  });

const SETTINGS = {
  atOnce: 'DATABASE_POOL_SIZE',
  maxWaiting: 'DATABASE_QUEUE',
  maxWaitMs: 'DATABASE_TURN_SEC',
};

const refusal = (limit: string): AppError =>
  new AppError('rate_limited', `Too many requests at once: ${limit}.`, { retryAfterSec: 1 });
