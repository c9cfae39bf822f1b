import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { Keys } from './keys.js';

const ALGORITHM = 'HS256';

export const OURS = { issuer: 'knowledge-router', audience: 'knowledge-router/api' } as const;

type Rules = {
  keys: Keys;
  /** Distinguishes tokens of one kind from those of another. */
  type: string;
  maxAgeSec: number;
  now: () => Date;
};

/** Tolerance for clocks of processes that differ. */
const LEEWAY_SEC = 60;

/** JSON Web Tokens of one kind: signed with the newest key and one algorithm, and valid in only one spelling. */
export const createSignedClaims = ({ keys, type, maxAgeSec, now }: Rules) => {
  // Any other header (another key, where to fetch one) is refused, not ignored.
  const Header = z.strictObject({ alg: z.literal(ALGORITHM), typ: z.literal(type) });
  const verifyWith = async (
    key: KeyObject,
    token: string,
  ): Promise<JWTPayload | 'expired' | null> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: type,
        ...OURS,
        requiredClaims: ['exp'],
        clockTolerance: LEEWAY_SEC,
        maxTokenAge: maxAgeSec,
        currentDate: now(),
      });
      return Header.safeParse(protectedHeader).success ? payload : null;
    } catch (error) {
      return error instanceof errors.JWTExpired ? 'expired' : null;
    }
  };
  return {
    sign: (claims: JWTPayload): Promise<string> =>
      new SignJWT({ iss: OURS.issuer, aud: OURS.audience, ...claims })
        .setProtectedHeader({ alg: ALGORITHM, typ: type })
        .sign(keys[0]),
    /** Null for anything that is not exactly one of ours; `expired` for one that was once valid. */
    verify: async (token: string): Promise<JWTPayload | 'expired' | null> => {
      if (!isCanonical(token)) return null;
      for (const key of keys) {
        const found = await verifyWith(key, token);
        if (found !== null) return found;
      }
      return null;
    },
  };
};

/** Base64url has spare bits at its end that decoders ignore; only one spelling of a token is accepted. */
const isCanonical = (token: string): boolean =>
  token
    .split('.')
    .every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part);
