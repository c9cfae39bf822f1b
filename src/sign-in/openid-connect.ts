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
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { z } from 'zod';
import type { GuardedFetch } from '../platform/web/guarded-fetch.js';
import { createLimit } from '../shared/async.js';
import { AppError } from '../shared/errors.js';

export type Client = { issuer: string; clientId: string; clientSecret: string };

export type Started = { location: string; state: string; nonce: string; codeVerifier: string };

type Options = { fetch: GuardedFetch; privateIssuers: readonly string[] };

type Returned = {
  /** With all that the provider has sent along. */
  url: URL;
  state: string;
  nonce: string;
  codeVerifier: string;
};

// Lenient: providers put much more into an ID token.
const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});
export type Claims = z.infer<typeof Claims>;

export type OpenIdClient = ReturnType<typeof createOpenIdClient>;

/** Requests to identity providers that are under way at once: one that does not answer holds up no more than these. */
const AT_ONCE = 16;

/** OpenID Connect with a code, PKCE, a state and a nonce. What a provider says is believed when its signature and all of these fit. */
export const createOpenIdClient = ({ fetch, privateIssuers }: Options) => {
  const limit = createLimit(AT_ONCE);
  const discover = createDiscover({ fetch, privateIssuers });
  return {
    /** Rejects with `identity_provider_unavailable` for what is no provider that can be asked; why is not told. */
    check: async (client: Client): Promise<void> => {
      await limit(() => discover(client));
    },
    start: async (client: Client, redirectUri: string): Promise<Started> => {
      const configuration = await limit(() => discover(client));
      const codeVerifier = randomPKCECodeVerifier();
      const [state, nonce] = [randomState(), randomNonce()];
      const location = buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri, scope: 'openid email profile', state, nonce },
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
      return { location, state, nonce, codeVerifier };
    },
    /** What the provider has signed about the person; `unauthenticated` where anything does not fit. */
    finish: async (
      client: Client,
      { url, state, nonce, codeVerifier }: Returned,
    ): Promise<Claims> => {
      const configuration = await limit(() => discover(client));
      try {
        const tokens = await limit(() =>
          authorizationCodeGrant(configuration, url, {
            ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
            idTokenExpected: true,
          }),
        );
        return Claims.parse(tokens.claims());
      } catch (cause) {
        throw new AppError(
          'unauthenticated',
          'The identity provider did not confirm this sign-in.',
          {
            cause,
          },
        );
      }
    },
  };
};

/** Asked anew each time, so that keys which a provider has just changed are known. */
const createDiscover =
  ({ fetch, privateIssuers }: Options) =>
  async ({ issuer, clientId, clientSecret }: Client): Promise<Configuration> => {
    const url = new URL(issuer);
    // Deprecated only to stand out: it is for origins that the operator named.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const insecure = privateIssuers.includes(url.origin) ? [allowInsecureRequests] : [];
    const options = {
      [customFetch]: toCustomFetch(fetch),
      execute: [enableNonRepudiationChecks, ...insecure],
    };
    const ask = (way: ClientAuth) => discovery(url, clientId, undefined, way, options);
    try {
      const found = await ask(ClientSecretBasic(clientSecret));
      const ways = found.serverMetadata().token_endpoint_auth_methods_supported;
      const takesBasic = ways === undefined || ways.includes('client_secret_basic');
      return takesBasic ? found : await ask(ClientSecretPost(clientSecret));
    } catch (cause) {
      throw unavailable(cause);
    }
  };

/** The library sends forms and texts alone. */
const toCustomFetch =
  (fetch: GuardedFetch): CustomFetch =>
  (url, { body, ...init }) => {
    if (body != null && typeof body !== 'string' && !(body instanceof URLSearchParams)) {
      throw new TypeError('Only forms and texts are sent to identity providers.');
    }
    return fetch(url, { ...init, body });
  };

const unavailable = (cause: unknown): AppError =>
  new AppError('identity_provider_unavailable', 'The identity provider gives no usable answer.', {
    cause,
  });
