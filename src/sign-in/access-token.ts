import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTVerifyResult } from 'jose';
import { z } from 'zod';
import { SignInId, TenantId, UserId } from '../shared/ids.js';

/** Who, and by which sign-in; what they may do is read from the database with every request. */
export type AccessClaims = { tenantId: TenantId; userId: UserId; signInId: SignInId };

export type AccessTokens = ReturnType<typeof createAccessTokens>;

const LIFETIME_SEC = 15 * 60;
/** For clocks of processes that differ. */
const LEEWAY_SEC = 60;

const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';
const ISSUER = 'knowledge-router';
const AUDIENCE = 'knowledge-router/api';

// Whatever else a header names (another key, where to fetch one) is refused, not ignored.
const Header = z.strictObject({ alg: z.literal(ALGORITHM), typ: z.literal(TYPE) });

const Payload = z.strictObject({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: UserId,
  tid: TenantId,
  sid: SignInId,
  iat: z.int(),
  nbf: z.int().optional(),
  exp: z.int(),
});

/** JSON Web Tokens of this installation: signed with one key and one algorithm, good for a quarter of an hour. */
export const createAccessTokens = ({ key, now }: { key: KeyObject; now: () => Date }) => ({
  issue: async (claims: AccessClaims): Promise<{ accessToken: string; expiresAt: Date }> => {
    const iat = Math.floor(now().getTime() / 1000);
    const exp = iat + LIFETIME_SEC;
    const { userId: sub, tenantId: tid, signInId: sid } = claims;
    const accessToken = await new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub, tid, sid, iat, exp })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .sign(key);
    return { accessToken, expiresAt: new Date(exp * 1000) };
  },
  /** Null for what is not, to the letter, one of ours; `expired` for one of ours that was good once. */
  verify: async (token: string): Promise<AccessClaims | 'expired' | null> => {
    if (!isCanonical(token)) return null;
    try {
      return toClaims(await jwtVerify(token, key, rulesAt(now())));
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : null;
    }
  },
});

const rulesAt = (currentDate: Date) => ({
  algorithms: [ALGORITHM],
  typ: TYPE,
  issuer: ISSUER,
  audience: AUDIENCE,
  requiredClaims: ['exp'],
  clockTolerance: LEEWAY_SEC,
  maxTokenAge: LIFETIME_SEC,
  currentDate,
});

const toClaims = ({ payload, protectedHeader }: JWTVerifyResult): AccessClaims | null => {
  const { data } = Payload.safeParse(payload);
  if (data === undefined || !Header.safeParse(protectedHeader).success) return null;
  return { tenantId: data.tid, userId: data.sub, signInId: data.sid };
};

/** Base64url has spare bits at its end that decoders ignore: a token has one spelling only. */
const isCanonical = (token: string): boolean =>
  token
    .split('.')
    .every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part);
