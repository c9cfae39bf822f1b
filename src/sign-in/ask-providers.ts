import type { GuardedFetch } from '../platform/web/guarded-fetch.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import { AppError, isAppError } from '../shared/errors.js';
import { createFairTurns } from '../shared/fair-turns.js';
import type { TenantId } from '../shared/ids.js';

type Deps = { fetch: GuardedFetch; now: () => Date };

/** A tenant's provider. What is known of it is not shared with other tenants that use the same one. */
export type ProviderName = { tenantId: TenantId; issuer: string };

type Known = {
  /** Its self-description, or the pending request for it. */
  description: { text: Promise<Described>; freshUntilMs: number } | null;
  restsUntilMs: number;
};

type Described = { text: string; status: number; type: string | null };

export type AskProviders = ReturnType<typeof createAskProviders>;

/** A tenant has at most four turns, and the last one is reserved for a tenant that has none: a provider that hangs delays nobody else. */
const TURNS = { atOnce: 16, perTenant: 4 };
const QUEUE = { maxWaiting: 400, maxWaitMs: 10_000 };

/**
 * How long a provider's self-description is cached: its addresses for codes and keys change once in years. Its keys are fetched with each
 * sign-in.
 */
const FRESH_MS = 5 * 60_000;
const REST_MS = 10_000;
const MAX_KNOWN = 1000;

/**
 * Asks identity providers, with tenants taking turns. A provider that failed is not asked for some seconds, and its self-description is
 * cached for some minutes.
 */
export const createAskProviders = ({ fetch, now }: Deps) => {
  const turns = createFairTurns({ ...TURNS, queue: { ...QUEUE, refusal: busy } });
  const { knownOf, rest, refuseResting } = createKnownProviders(now);
  /** Rejects with `identity_provider_unavailable` if the provider does not answer, or failed a moment ago. */
  const send = (provider: ProviderName): GuardedFetch => {
    return async (url, init = {}) => {
      refuseResting(provider);
      const { signal = new AbortController().signal } = init;
      return turns.run({ tenantId: provider.tenantId }, signal, async () => {
        // It may have failed during the wait.
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
    /** Pauses requests to it after an unusable answer. */
    fail: (provider: ProviderName, cause: unknown): AppError => {
      if (isUnavailable(cause)) return cause;
      rest(provider);
      return unavailable({ cause, retryAfterSec: REST_MS / 1000 });
    },
    /** Forgets what is cached about a provider, because an admin wants to know its current state. */
    forget: (provider: ProviderName): void => {
      Object.assign(knownOf(provider), { description: null, restsUntilMs: 0 });
    },
    /** Concurrent callers share one request. */
    describe: (provider: ProviderName): GuardedFetch => {
      return async (url, init) => {
        refuseResting(provider);
        const known = knownOf(provider);
        const nowMs = now().getTime();
        if (known.description === null || known.description.freshUntilMs <= nowMs) {
          const text = send(provider)(url, init).then(toDescribed);
          known.description = { text, freshUntilMs: nowMs + FRESH_MS };
          text.catch(() => {
            // A failed description must not be given to others.
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

/** Remembers the descriptions of recently asked providers, and which of them are paused after a failure. */
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

/** Leaves the reason out of the message, because the address may be private. */
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
