import type { KeyObject } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
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
    const issuedAtSec = Math.floor(now().getTime() / 1000);
    const expiresAtSec = issuedAtSec + LIFETIME_SEC;
    const accessToken = await new SignJWT({ tid: claims.tenantId, sid: claims.signInId })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(claims.userId)
      .setIssuedAt(issuedAtSec)
      .setExpirationTime(expiresAtSec)
      .sign(key);
    return { accessToken, expiresAt: new Date(expiresAtSec * 1000) };
  },
  /** Null for whatever is not, to the letter, one of ours and good now. */
  verify: async (token: string): Promise<AccessClaims | null> => {
    if (!isCanonical(token)) return null;
    try {
      const { protectedHeader, payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'sub'],
        maxTokenAge: LIFETIME_SEC,
        clockTolerance: LEEWAY_SEC,
        currentDate: now(),
      });
      Header.parse(protectedHeader);
      const { tid, sub, sid } = Payload.parse(payload);
      return { tenantId: tid, userId: sub, signInId: sid };
    } catch {
      return null;
    }
  },
});

/** Base64url has spare bits at its end that decoders ignore: a token has one spelling only. */
const isCanonical = (token: string): boolean => {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every(
      (part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part,
    )
  );
};
