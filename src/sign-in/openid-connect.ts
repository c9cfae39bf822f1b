import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { z } from 'zod';
import type { GuardedFetch } from '../platform/web/guarded-fetch.js';
import { AppError } from '../shared/errors.js';
import {
  createAskProviders,
  isUnavailable,
  type AskProviders,
  type ProviderName,
} from './ask-providers.js';
import { ProviderClaims } from './provider-claims.js';
import { createProviderKeys, type Described } from './provider-keys.js';
import { createReadProviderToken } from './provider-token.js';

export type Client = ProviderName & { clientId: string; clientSecret: string };

export type Started = { location: string; state: string; nonce: string; codeVerifier: string };

type Options = { fetch: GuardedFetch; privateIssuers: readonly string[]; now: () => Date };

type Returned = {
  /** Includes everything that the provider sent. */
  url: URL;
  state: string;
  nonce: string;
  codeVerifier: string;
};

export type OpenIdClient = ReturnType<typeof createOpenIdClient>;

/** OpenID Connect with a code, PKCE, a state and a nonce. A provider's statements are trusted if its signature and all of these match. */
export const createOpenIdClient = ({ fetch, privateIssuers, now }: Options) => {
  const providers = createAskProviders({ fetch, now });
  const { configure, describe } = createConfigure({ providers, privateIssuers });
  const keysOf = createProviderKeys({ providers, describe, now });
  return {
    describe,
    /** Returns the claims that the provider has signed about the sender of its access token. */
    readAccessToken: createReadProviderToken({ keysOf, now }),
    /** Rejects with `identity_provider_unavailable` if this is not a reachable provider; the reason is not disclosed. */
    check: async (client: Client): Promise<void> => {
      providers.forget(client);
      await configure(client);
    },
    start: async (client: Client, redirectUri: string): Promise<Started> => {
      const configuration = await configure(client);
      const codeVerifier = randomPKCECodeVerifier();
      const [state, nonce] = [randomState(), randomNonce()];
      const location = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
      return { location, state, nonce, codeVerifier };
    },
    /** Returns the claims that the provider has signed about the person; rejects with `unauthenticated` if anything does not match. */
    finish: async (
      client: Client,
      { url, state, nonce, codeVerifier }: Returned,
    ): Promise<ProviderClaims> => {
      const configuration = await configure(client);
      try {
        const tokens = await authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return ProviderClaims.parse(tokens.claims());
      } catch (cause) {
        if (isUnavailable(cause)) throw cause;
        const message = 'The identity provider did not confirm this sign-in.';
        throw new AppError('unauthenticated', message, { cause });
      }
    },
  };
};

type Configuring = { providers: AskProviders } & Pick<Options, 'privateIssuers'>;

/** Loaded each time, so that keys which a provider has just changed are known. */
const createConfigure = ({ providers, privateIssuers }: Configuring) => {
  const discover = ({ tenantId, issuer }: ProviderName, as: { id: string; way: ClientAuth }) => {
    const url = new URL(issuer);
    // Deprecated only to stand out: it is for origins that the operator named.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const insecure = privateIssuers.includes(url.origin) ? [allowInsecureRequests] : [];
    return discovery(url, as.id, undefined, as.way, {
      [customFetch]: toCustomFetch(providers.describe({ tenantId, issuer })),
      execute: [enableNonRepudiationChecks, ...insecure],
    });
  };
  return {
    configure: async (client: Client): Promise<Configuration> => {
      const { clientId: id, clientSecret } = client;
      try {
        const found = await discover(client, { id, way: ClientSecretBasic(clientSecret) });
        const ways = found.serverMetadata().token_endpoint_auth_methods_supported;
        const takesBasic = ways === undefined || ways.includes('client_secret_basic');
        const configuration = takesBasic
          ? found
          : await discover(client, { id, way: ClientSecretPost(clientSecret) });
        configuration[customFetch] = toCustomFetch(providers.send(client));
        return configuration;
      } catch (cause) {
        throw providers.fail(client, cause);
      }
    },
    describe: async (provider: ProviderName): Promise<Described> => {
      try {
        // Nobody is signing in, so no client id is sent.
        const found = await discover(provider, { id: 'none', way: None() });
        return Named.parse(found.serverMetadata());
      } catch (cause) {
        throw providers.fail(provider, cause);
      }
    },
  };
};

const Named = z
  .object({ issuer: z.string(), jwks_uri: z.url() })
  .transform(({ issuer, jwks_uri: keysUrl }) => ({ issuer, keysUrl }));

/** The library only sends forms and texts. */
const toCustomFetch =
  (fetch: GuardedFetch): CustomFetch =>
  (url, { body, ...init }) => {
    if (body != null && typeof body !== 'string' && !(body instanceof URLSearchParams)) {
      throw new TypeError('Only forms and texts are sent to identity providers.');
    }
    return fetch(url, { ...init, body });
  };
