import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { isAppError } from '../shared/errors.js';
import type { ProviderName } from './ask-providers.js';
import { ProviderClaims } from './provider-claims.js';
import type { ProviderKeys } from './provider-keys.js';

type Deps = { keysOf: ProviderKeys; now: () => Date };

/** An access token as it was sent, and the address that it has to be for. */
type SentToken = { token: string; resource: string };

/** Signatures by a key of which we have the public half alone. */
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

/** For clocks that differ. */
const LEEWAY_SEC = 60;

const Header = z.looseObject({
  alg: z.enum(ALGORITHMS),
  // Tokens for other ends (a logout, an event) have types of their own.
  typ: z
    .string()
    .toLowerCase()
    .transform((type) => type.replace(/^application\//, ''))
    .pipe(z.enum(['jwt', 'at+jwt']))
    .optional(),
});

const isAbsent = z.undefined().optional();
const isAny = z.unknown().optional();

/** Access tokens alone: what only an ID token has is refused, and so is what is good with a proof that we would have to ask for. */
const Payload = z.looseObject({
  iss: z.string(),
  aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  exp: z.number(),
  at_hash: isAbsent,
  c_hash: isAbsent,
  s_hash: isAbsent,
  events: isAbsent,
  cnf: isAbsent,
  // Keycloak's name for the kind of token, and that of Cognito.
  typ: z.literal(['Bearer', 'bearer']).optional(),
  token_use: z.literal('access').optional(),
  scope: isAny,
  scp: isAny,
  client_id: isAny,
  cid: isAny,
});

/** True where it may be an access token for this address, whoever has signed it: to be asked before anybody is troubled. */
export const isMeantFor = ({ token, resource }: SentToken): boolean => {
  try {
    const { typ } = Header.parse(decodeProtectedHeader(token));
    const { aud, ...claims } = Payload.parse(decodeJwt(token));
    const { scope, scp, client_id, cid } = claims;
    // RFC 9068 names the type; elsewhere it is the client and its scopes that no ID token has.
    const isAccess = typ === 'at+jwt' || [scope, scp, client_id, cid].some((one) => one != null);
    return isAccess && aud.some((one) => audienceOf(resource).includes(one));
  } catch {
    return false;
  }
};

/** Checks tokens that a tenant's provider has signed for us: null for what is not good, `expired` for what was. */
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

/** Some clients write the address of a resource with a slash at its end. */
const audienceOf = (resource: string): string[] => [resource, `${resource}/`];
