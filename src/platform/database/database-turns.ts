import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../shared/errors.js';
import { createBoundedMap } from '../../shared/bounded-map.js';
import { createFairTurns, type TurnOwner } from '../../shared/fair-turns.js';
import type { TenantId } from '../../shared/ids.js';

/**
 * Who a transaction is run for:
 * - `admission`: the first transaction of a request, which is refused if the tenant's share is full;
 * - `request`: a later transaction of an admitted request;
 * - `stranger`: a caller who names a tenant but is not authenticated yet;
 * - `background` and `operator`: work that no request of a tenant asks for.
 *
 * The last three have shares of their own, and their callers limit how many of them wait.
 */
export type WorkKind = 'admission' | 'request' | 'stranger' | 'background' | 'operator';

export type TurnLimits = {
  /** How many transactions may wait for a connection; one tenant may have half of them. */
  maxWaiting: number;
  maxWaitMs: number;
};

type Options = TurnLimits & {
  atOnce: number;
  /** Waits this many milliseconds; tests pass their own. */
  later?: (milliseconds: number) => Promise<unknown>;
};

/** A tenant that asked this recently counts as one that wants a connection. */
const RECENT_MS = 1_000;
/**
 * While others want connections, a tenant gets two: one transaction runs while the other waits for the disk. With five, others waited up to
 * seven times as long.
 */
const BESIDE_OTHERS = 2;
/** The rest is capped, because a slow transaction mostly waits for the database and does not use the processor. */
const MAX_REST_MS = 100;
/** Work that a request does outside its transactions occupies the one thread that all tenants share. */
const MIN_REST_MS = 10;
/** Spaces out refusals to a tenant: clients that retry at once would cost as much as the requests themselves. */
const REFUSED_AFTER_MS = 250;
const BETWEEN_REFUSALS_MS = 25;
const MAX_REFUSED_AFTER_MS = 5_000;
const MAX_REFUSED_TENANTS = 10_000;

const NEVER = new AbortController().signal;

/** Lets tenants take turns at the connections of a process. Calling the returned function ends the turn. */
export const createDatabaseTurns = ({ later = delay, atOnce, ...queue }: Options) => {
  const turns = createFairTurns({
    atOnce,
    // With only two connections, a tenant that is alone may use both.
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

/** How long the next refusal of a tenant is delayed behind earlier ones. */
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
