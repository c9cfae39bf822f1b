import { z } from 'zod';
import { SignInId, TenantId, UserId } from '../shared/ids.js';
import type { Keys } from './keys.js';
import { createSignedClaims, OURS } from './signed-claims.js';

/** The user and the sign-in that a token belongs to; their rights are read from the database with every request. */
export type AccessClaims = { tenantId: TenantId; userId: UserId; signInId: SignInId };

export type AccessTokens = ReturnType<typeof createAccessTokens>;

const LIFETIME_SEC = 15 * 60;

const Payload = z.strictObject({
  iss: z.literal(OURS.issuer),
  aud: z.literal(OURS.audience),
  sub: UserId,
  tid: TenantId,
  sid: SignInId,
  iat: z.int(),
  nbf: z.int().optional(),
  exp: z.int(),
});

/** JSON Web Tokens of this installation, valid for a quarter of an hour. */
export const createAccessTokens = ({ keys, now }: { keys: Keys; now: () => Date }) => {
  const signed = createSignedClaims({ keys, type: 'at+jwt', maxAgeSec: LIFETIME_SEC, now });
  return {
    issue: async (claims: AccessClaims): Promise<{ accessToken: string; expiresAt: Date }> => {
      const iat = Math.floor(now().getTime() / 1000);
      const exp = iat + LIFETIME_SEC;
      const { userId: sub, tenantId: tid, signInId: sid } = claims;
      const accessToken = await signed.sign({ sub, tid, sid, iat, exp });
      return { accessToken, expiresAt: new Date(exp * 1000) };
    },
    /** Null for anything that is not exactly one of our tokens; `expired` for one that was once valid. */
    verify: async (token: string): Promise<AccessClaims | 'expired' | null> => {
      const payload = await signed.verify(token);
      if (payload === null || payload === 'expired') return payload;
      const { data } = Payload.safeParse(payload);
      return data ? { tenantId: data.tid, userId: data.sub, signInId: data.sid } : null;
    },
  };
};
