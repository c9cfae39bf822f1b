import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
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

/**
 * JSON Web Tokens of this installation: signed with one key and one algorithm, good for a quarter of an hour. Written and read here,
 * since only one spelling of them is ours: a library that knows them all costs each request some 120 µs more.
 */
export const createAccessTokens = ({ key, now }: { key: KeyObject; now: () => Date }) => {
  const sign = (input: string): Buffer => createHmac('sha256', key).update(input).digest();
  const nowSec = (): number => Math.floor(now().getTime() / 1000);
  return {
    issue: (claims: AccessClaims): { accessToken: string; expiresAt: Date } => {
      const iat = nowSec();
      const exp = iat + LIFETIME_SEC;
      const { userId: sub, tenantId: tid, signInId: sid } = claims;
      const header = encode({ alg: ALGORITHM, typ: TYPE });
      const payload = encode({ iss: ISSUER, aud: AUDIENCE, sub, tid, sid, iat, exp });
      const signature = sign(`${header}.${payload}`).toString('base64url');
      const accessToken = `${header}.${payload}.${signature}`;
      return { accessToken, expiresAt: new Date(exp * 1000) };
    },
    /** Null for whatever is not, to the letter, one of ours and good now. */
    verify: (token: string): AccessClaims | null => {
      const [header = '', payload = '', signature = '', ...more] = token.split('.');
      if (more.length > 0 || ![header, payload, signature].every(isCanonical)) return null;
      // Nothing of a token is looked at before its signature is right.
      const isOurs = isEqual(Buffer.from(signature, 'base64url'), sign(`${header}.${payload}`));
      if (!isOurs || !Header.safeParse(decode(header)).success) return null;
      const { data } = Payload.safeParse(decode(payload));
      if (data === undefined || !isGoodAt(data, nowSec())) return null;
      return { tenantId: data.tid, userId: data.sub, signInId: data.sid };
    },
  };
};

const isGoodAt = ({ iat, nbf = iat, exp }: z.infer<typeof Payload>, atSec: number): boolean =>
  Math.max(iat, nbf) <= atSec + LEEWAY_SEC &&
  Math.min(exp, iat + LIFETIME_SEC) > atSec - LEEWAY_SEC;

const isEqual = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Undefined where it is no JSON. */
const decode = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
};

/** Base64url has spare bits at its end that decoders ignore: a token has one spelling only. */
const isCanonical = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part;
