import { errors, jwtVerify, SignJWT } from 'jose';
import { hashSecret } from '../shared/api-key.js';
import type { Keys, SignInKeys } from './keys.js';
import type { Tokens } from './sign-ins.js';

type Deps = {
  keys: Pick<SignInKeys, 'accessToken' | 'refreshToken'>;
  /** SHA-256 of the operator's keys. */
  operatorKeyHashes: readonly Uint8Array[];
  now: () => Date;
};

export type OperatorSignIn = ReturnType<typeof createOperatorSignIn>;

const ALGORITHM = 'HS256';
const ISSUER = 'knowledge-router';

/** A working day. Nothing is stored about the operator's sign-in, so it ends after this time, or with the key. */
const SIGN_IN_SEC = 12 * 3600;
const ACCESS_SEC = 15 * 60;

type Kind = { typ: string; keys: Keys; lifetimeSec: number };

/** The claims of a valid token: the name of the operator's key that it came from, and its end in seconds. */
type Claims = { sub: string; endsSec: number };

/** Signs in the operator, who belongs to no tenant: both tokens name the key that they came from, and end with it. */
export const createOperatorSignIn = ({ keys, operatorKeyHashes, now }: Deps) => {
  const known = new Set(operatorKeyHashes.map(nameOf));
  const access = { typ: 'operator-at+jwt', keys: keys.accessToken, lifetimeSec: ACCESS_SEC };
  const refresh = { typ: 'operator-rt+jwt', keys: keys.refreshToken, lifetimeSec: SIGN_IN_SEC };
  const nowSec = () => Math.floor(now().getTime() / 1000);
  const issue = ({ typ, keys: [key] }: Kind, { sub, endsSec }: Claims): Promise<string> =>
    new SignJWT({ iss: ISSUER, sub, iat: nowSec(), exp: endsSec })
      .setProtectedHeader({ alg: ALGORITHM, typ })
      .sign(key);
  const verifyWith = async (
    key: Keys[number],
    typ: string,
    token: string,
  ): Promise<Claims | 'expired' | null> => {
    try {
      const rules = { algorithms: [ALGORITHM], typ, issuer: ISSUER, currentDate: now() };
      const { sub = '', exp: endsSec } = (await jwtVerify(token, key, rules)).payload;
      return known.has(sub) && endsSec !== undefined ? { sub, endsSec } : null;
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : null;
    }
  };
  const verify = async ({ typ, keys: all }: Kind, token: string) => {
    for (const key of all) {
      const found = await verifyWith(key, typ, token);
      if (found !== null) return found;
    }
    return null;
  };
  const toTokens = async (refreshToken: string, { sub, endsSec }: Claims): Promise<Tokens> => {
    const expSec = Math.min(nowSec() + access.lifetimeSec, endsSec);
    return {
      accessToken: await issue(access, { sub, endsSec: expSec }),
      expiresAt: new Date(expSec * 1000),
      refreshToken,
    };
  };
  return {
    /** Starts a session for the holder of the key with this SHA-256. */
    start: async (keyHash: Uint8Array): Promise<Tokens> => {
      const claims = { sub: nameOf(keyHash), endsSec: nowSec() + refresh.lifetimeSec };
      return toTokens(await issue(refresh, claims), claims);
    },
    /** Null if this is not a valid token of the operator; a valid one can be used until it expires. */
    refresh: async (token: string): Promise<Tokens | null> => {
      const claims = await verify(refresh, token);
      return claims === null || claims === 'expired' ? null : toTokens(token, claims);
    },
    verifyAccess: async (token: string): Promise<'operator' | 'expired' | null> => {
      const claims = await verify(access, token);
      return claims === null || claims === 'expired' ? claims : 'operator';
    },
  };
};

/** Identifies the operator's key; it cannot be used to sign in. */
const nameOf = (keyHash: Uint8Array): string =>
  hashSecret(Buffer.from(keyHash).toString('hex')).toString('base64url');
