import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { isAppError } from '../shared/errors.js';
import type { ProviderName } from './ask-providers.js';
import { ProviderClaims } from './provider-claims.js';
import type { ProviderKeys } from './provider-keys.js';

type Deps = { keysOf: ProviderKeys; now: () => Date };

/** An access token as received, and the address that it must be for. */
type SentToken = { token: string; resource: string };

/** Signature algorithms with a key of which we have only the public half. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Tolerance for clocks that differ. */
const LEEWAY_SEC = 60;

const Header = z.looseObject({
  alg: z.enum(ALGORITHMS),
  // Tokens for other purposes (a logout, an event) have types of their own.
  typ: z
    .string()
    .toLowerCase()
    .transform((type) => type.replace(/^application\//, ''))
    .pipe(z.enum(['jwt', 'at+jwt']))
    .optional(),
});

const isAbsent = z.undefined().optional();
const isAny = z.unknown().optional();

/** Access tokens only: fields that only an ID token has are refused, and so are tokens that require a proof of possession. */
const Payload = z.looseObject({
  iss: z.string(),
  aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  exp: z.number(),
  at_hash: isAbsent,
  c_hash: isAbsent,
  s_hash: isAbsent,
  events: isAbsent,
  cnf: isAbsent,
  // The token's kind in Keycloak and in Cognito.
  typ: z.literal(['Bearer', 'bearer']).optional(),
  token_use: z.literal('access').optional(),
  scope: isAny,
  scp: isAny,
  client_id: isAny,
  cid: isAny,
});

/** True if it may be an access token for this address, whoever signed it: checked before the provider is asked. */
export const isMeantFor = ({ token, resource }: SentToken): boolean => {
  try {
    const { typ } = Header.parse(decodeProtectedHeader(token));
    const { aud, ...claims } = Payload.parse(decodeJwt(token));
    const { scope, scp, client_id, cid } = claims;
    // RFC 9068 defines the type; otherwise the client and scopes show it, which no ID token has.
    const isAccess = typ === 'at+jwt' || [scope, scp, client_id, cid].some((one) => one != null);
    return isAccess && aud.some((one) => audienceOf(resource).includes(one));
  } catch {
    return false;
  }
};

/** Verifies tokens that a tenant's provider has signed for us: null if invalid, `expired` if it once was valid. */
export const createReadProviderToken =
  ({ keysOf, now }: Deps) =>
  async (provider: ProviderName, sent: SentToken): Promise<ProviderClaims | 'expired' | null> => {
    const { token, resource } = sent;
    if (!isMeantFor(sent)) return null;
    const { issuer, find } = await keysOf(provider);
    try {
      const { payload } = await jwtVerify(token, find, {
        algorithms: ALGORITHMS,
        issuer,
        audience: audienceOf(resource),
        requiredClaims: ['exp', 'sub'],
        clockTolerance: LEEWAY_SEC,
        currentDate: now(),
      });
      return ProviderClaims.safeParse(payload).data ?? null;
    } catch (error) {
      if (isAppError(error)) throw error;
      return error instanceof errors.JWTExpired ? 'expired' : null;
    }
  };

/** Some clients write a resource's address with a trailing slash. */
const audienceOf = (resource: string): string[] => [resource, `${resource}/`];
