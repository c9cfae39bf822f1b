import type { GuardedFetch } from '../platform/web/guarded-fetch.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import { AppError, isAppError } from '../shared/errors.js';
import { createFairTurns } from '../shared/fair-turns.js';
import type { TenantId } from '../shared/ids.js';

type Deps = { fetch: GuardedFetch; now: () => Date };

/** A tenant's provider. Others that have the same one know nothing of each other's. */
export type ProviderName = { tenantId: TenantId; issuer: string };

type Known = {
  /** Its description of itself, or the request for it that is under way. */
  description: { text: Promise<Described>; freshUntilMs: number } | null;
  restsUntilMs: number;
};

type Described = { text: string; status: number; type: string | null };

export type AskProviders = ReturnType<typeof createAskProviders>;

/** One tenant has four at most, and the last is for a tenant that has none: a provider that hangs is in nobody else's way. */
const TURNS = { atOnce: 16, perTenant: 4 };
const QUEUE = { maxWaiting: 400, maxWaitMs: 10_000 };

/**
 * A provider's description of itself is kept for so long: its addresses for codes and keys change once in years. Its keys are fetched with
 * each sign-in.
 */
const FRESH_MS = 5 * 60_000;
const REST_MS = 10_000;
const MAX_KNOWN = 1000;

/** Asks identity providers in turns of tenants. One that failed is left alone for some seconds, and what it says of itself is kept for some minutes. */
export const createAskProviders = ({ fetch, now }: Deps) => {
  const turns = createFairTurns({ ...TURNS, queue: { ...QUEUE, refusal: busy } });
  const { knownOf, rest, refuseResting } = createKnownProviders(now);
  /** Rejects with `identity_provider_unavailable` where nothing is answered, or nothing was a moment ago. */
  const send = (provider: ProviderName): GuardedFetch => {
    return async (url, init = {}) => {
      refuseResting(provider);
      const { signal = new AbortController().signal } = init;
      return turns.run({ tenantId: provider.tenantId }, signal, async () => {
        // It may have failed while this waited.
        refuseResting(provider);
        try {
          return await fetch(url, init);
        } catch (cause) {
          rest(provider);
          throw unavailable({ cause, retryAfterSec: REST_MS / 1000 });
        }
      });
    };
  };
  return {
    send,
    /** Leaves it alone for a while: its answer is of no use. */
    fail: (provider: ProviderName, cause: unknown): AppError => {
      if (isUnavailable(cause)) return cause;
      rest(provider);
      return unavailable({ cause, retryAfterSec: REST_MS / 1000 });
    },
    /** Forgets what is known of a provider: an admin wants to know how it is now. */
    forget: (provider: ProviderName): void => {
      Object.assign(knownOf(provider), { description: null, restsUntilMs: 0 });
    },
    /** However many ask at once, it is sent for once. */
    describe: (provider: ProviderName): GuardedFetch => {
      return async (url, init) => {
        refuseResting(provider);
        const known = knownOf(provider);
        const nowMs = now().getTime();
        if (known.description === null || known.description.freshUntilMs <= nowMs) {
          const text = send(provider)(url, init).then(toDescribed);
          known.description = { text, freshUntilMs: nowMs + FRESH_MS };
          text.catch(() => {
            // Nobody else is to be given what has failed.
            if (known.description?.text === text) known.description = null;
          });
        }
        const { text, status, type } = await known.description.text;
        return new Response(text, {
          status,
          headers: type === null ? {} : { 'Content-Type': type },
        });
      };
    },
  };
};

/** Remembers the descriptions of the providers that were asked lately, and which of them are left alone after a failure. */
const createKnownProviders = (now: () => Date) => {
  const all = createBoundedMap<Known>(MAX_KNOWN);
  const knownOf = ({ tenantId, issuer }: ProviderName): Known => {
    const name = `${tenantId} ${issuer}`;
    const known = all.get(name) ?? { description: null, restsUntilMs: 0 };
    all.set(name, known);
    return known;
  };
  const rest = (provider: ProviderName): void => {
    const known = knownOf(provider);
    known.restsUntilMs = now().getTime() + REST_MS;
    known.description = null;
  };
  const refuseResting = (provider: ProviderName): void => {
    const leftMs = knownOf(provider).restsUntilMs - now().getTime();
    if (leftMs > 0) throw unavailable({ retryAfterSec: Math.ceil(leftMs / 1000) });
  };
  return { knownOf, rest, refuseResting };
};

const toDescribed = async (response: Response): Promise<Described> => ({
  text: await response.text(),
  status: response.status,
  type: response.headers.get('Content-Type'),
});

export const isUnavailable = (error: unknown): error is AppError =>
  isAppError(error) && error.code === 'identity_provider_unavailable';

/** Leaves the reason out of the message: the address may be somebody's private one. */
const unavailable = (details: { cause?: unknown; retryAfterSec: number }): AppError =>
  new AppError(
    'identity_provider_unavailable',
    'The identity provider gave no usable answer.',
    details,
  );

const busy = (limit: string): AppError =>
  new AppError(
    'identity_provider_unavailable',
    `Too many requests to identity providers: ${limit}.`,
    { retryAfterSec: 2 },
  );
