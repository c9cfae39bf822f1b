import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { hashSecret } from '../shared/api-key.js';
import type { SignInKeys } from './keys.js';
import type { Tokens } from './sign-ins.js';

type Deps = {
  keys: Pick<SignInKeys, 'accessToken' | 'refreshToken'>;
  /** SHA-256 of the operator's key. */
  operatorKeyHash: Uint8Array;
  now: () => Date;
};

export type OperatorSignIn = ReturnType<typeof createOperatorSignIn>;

const ALGORITHM = 'HS256';
const ISSUER = 'knowledge-router';

/** A working day: nothing is stored of the operator's sign-in, so that its end is its time, or that of the key. */
const SIGN_IN_SEC = 12 * 3600;
const ACCESS_SEC = 15 * 60;

type Kind = { typ: string; key: KeyObject; lifetimeSec: number };

/** Signs the operator in, who belongs to no tenant: both tokens name the key that they came of, and end with it. */
export const createOperatorSignIn = ({ keys, operatorKeyHash, now }: Deps) => {
  // Tells one key from another, and is good for nothing else.
  const sub = hashSecret(Buffer.from(operatorKeyHash).toString('hex')).toString('base64url');
  const access = { typ: 'operator-at+jwt', key: keys.accessToken, lifetimeSec: ACCESS_SEC };
  const refresh = { typ: 'operator-rt+jwt', key: keys.refreshToken, lifetimeSec: SIGN_IN_SEC };
  const nowSec = () => Math.floor(now().getTime() / 1000);
  const issue = ({ typ, key }: Kind, expSec: number): Promise<string> =>
    new SignJWT({ iss: ISSUER, sub, iat: nowSec(), exp: expSec })
      .setProtectedHeader({ alg: ALGORITHM, typ })
      .sign(key);
  /** When it ends, in seconds. */
  const verify = async ({ typ, key }: Kind, token: string): Promise<number | 'expired' | null> => {
    try {
      const rules = { algorithms: [ALGORITHM], typ, issuer: ISSUER, subject: sub };
      const { payload } = await jwtVerify(token, key, { ...rules, currentDate: now() });
      return payload.exp ?? null;
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : null;
    }
  };
  const toTokens = async (refreshToken: string, endsSec: number): Promise<Tokens> => {
    const expSec = Math.min(nowSec() + access.lifetimeSec, endsSec);
    return {
      accessToken: await issue(access, expSec),
      expiresAt: new Date(expSec * 1000),
      refreshToken,
    };
  };
  return {
    /** For whoever has shown the key. */
    start: async (): Promise<Tokens> => {
      const endsSec = nowSec() + refresh.lifetimeSec;
      return toTokens(await issue(refresh, endsSec), endsSec);
    },
    /** Null for what is no good token of the operator's; a good one stays so until its time. */
    refresh: async (token: string): Promise<Tokens | null> => {
      const endsSec = await verify(refresh, token);
      return typeof endsSec === 'number' ? toTokens(token, endsSec) : null;
    },
    verifyAccess: async (token: string): Promise<'operator' | 'expired' | null> => {
      const endsSec = await verify(access, token);
      return typeof endsSec === 'number' ? 'operator' : endsSec;
    },
  };
};
