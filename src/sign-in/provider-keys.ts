import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { createBoundedMap } from '../shared/bounded-map.js';
import type { AskProviders, ProviderName } from './ask-providers.js';

/** A provider's self-description: the spelling of its name, and the address of its keys. */
export type Described = { issuer: string; keysUrl: string };

type Deps = {
  providers: Pick<AskProviders, 'send' | 'fail'>;
  describe: (provider: ProviderName) => Promise<Described>;
  now: () => Date;
};

type Loaded = { issuer: string; find: JWTVerifyGetKey };
type Kept = { loaded: Promise<Loaded>; askedAtMs: number };

export type ProviderKeys = ReturnType<typeof createProviderKeys>;

/** A key that a provider revokes is accepted here for at most this long. */
const FRESH_MS = 5 * 60_000;
/** Tokens with unknown key ids cause requests to the provider no more often than this. */
const AGAIN_MS = 30_000;
const MAX_KNOWN = 1000;
const MAX_KEYS = 100;

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(MAX_KEYS) });

/** The keys with which providers sign tokens, fetched in turns and cached for some minutes. */
export const createProviderKeys = ({ providers, describe, now }: Deps) => {
  const all = createBoundedMap<Kept>(MAX_KNOWN);

  const load = async (provider: ProviderName): Promise<Loaded> => {
    const { issuer, keysUrl } = await describe(provider);
    const headers = { Accept: 'application/json' };
    const response = await providers.send(provider)(keysUrl, { headers });
    try {
      const { keys } = KeySet.parse(await response.json());
      return { issuer, find: createLocalJWKSet({ keys }) };
    } catch (cause) {
      throw providers.fail(provider, cause);
    }
  };

  /** Concurrent callers share one request. */
  const keep = ({ tenantId, issuer }: ProviderName, maxAgeMs: number): Promise<Loaded> => {
    const name = `${tenantId} ${issuer}`;
    const known = all.get(name);
    const nowMs = now().getTime();
    if (known !== undefined && nowMs - known.askedAtMs < maxAgeMs) return known.loaded;
    const kept = { loaded: load({ tenantId, issuer }), askedAtMs: nowMs };
    all.set(name, kept);
    kept.loaded.catch(() => {
      // A failed result must not be given to others.
      if (all.get(name) === kept) all.delete(name);
    });
    return kept.loaded;
  };

  return async (provider: ProviderName): Promise<Loaded> => {
    const { issuer, find } = await keep(provider, FRESH_MS);
    return {
      issuer,
      find: async (header, token) => {
        try {
          return await find(header, token);
        } catch (error) {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
          const newer = await keep(provider, AGAIN_MS);
          return newer.find(header, token);
        }
      },
    };
  };
};
