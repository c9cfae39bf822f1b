import { z } from 'zod';
import { AppError } from '../shared/errors.js';
import { newId, SignInId, type TenantId, type UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { AccessClaims, AccessTokens } from './access-token.js';
import type { Database, ScopedRepositories } from './database.js';
import { issueTenantToken, parseTenantToken } from './tenant-token.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  accessTokens: AccessTokens;
  now: () => Date;
};

export const Tokens = z
  .object({
    accessToken: z.string().describe('A JSON Web Token for the header Authorization: Bearer.'),
    expiresAt: z.date().describe('Of the access token: 15 minutes from now.'),
    refreshToken: z.string().describe('Good once, at /v1/auth/refresh; gives its successor.'),
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.infer<typeof Tokens>;

export type SignIns = ReturnType<typeof createSignIns>;

const LIFETIME_MS = 30 * 24 * 3_600_000;

/** From signing in to signing out: a refresh token is good once and gives its successor. */
export const createSignIns = ({ database, accessTokens, now }: Deps) => {
  const giveTokens = async (tx: ScopedRepositories, claims: AccessClaims): Promise<Tokens> => {
    const { token, tokenHash } = issueTenantToken('krr', claims.tenantId);
    await tx.signIns.addRefreshToken(claims.signInId, tokenHash);
    return { ...(await accessTokens.issue(claims)), refreshToken: token };
  };

  return {
    /** For somebody whose identity has been proved. */
    start: async (
      tx: ScopedRepositories,
      person: { tenantId: TenantId; userId: UserId },
    ): Promise<Tokens> => {
      const signInId = newId(SignInId);
      const expiresAt = new Date(now().getTime() + LIFETIME_MS);
      await tx.signIns.start({ id: signInId, userId: person.userId, expiresAt });
      return giveTokens(tx, { ...person, signInId });
    },
    /** Null for what is no good token. One that was used before ends the whole sign-in: somebody else has it, too. */
    refresh: async (refreshToken: string): Promise<Tokens | null> => {
      const claim = parseTenantToken('krr', refreshToken);
      if (claim === null) return null;
      const { tenantId, tokenHash } = claim;
      return database.withScope(makeSystemScope(tenantId), async (tx) => {
        const found = await tx.signIns.useRefreshToken(tokenHash, now());
        if (found === null) {
          await endIfReused(tx, tokenHash, now());
          return null;
        }
        requireActive(found);
        const { signInId, userId } = found;
        return giveTokens(tx, { tenantId, userId, signInId });
      });
    },
    /** False for what is no token of ours. */
    end: async (refreshToken: string): Promise<boolean> => {
      const claim = parseTenantToken('krr', refreshToken);
      if (claim === null) return false;
      return database.withScope(makeSystemScope(claim.tenantId), async (tx) => {
        const owned = await tx.signIns.findRefreshToken(claim.tokenHash);
        if (owned === null) return false;
        if (owned.isOver) return true;
        await tx.signIns.end(owned.signInId, now());
        await tx.audit.append({
          actorId: owned.userId,
          action: 'sign_in.end',
          subjectId: owned.signInId,
        });
        return true;
      });
    },
  };
};

/** Whoever is suspended, or whose tenant is, gets nothing new. */
export const requireActive = (account: { userStatus: string; tenantStatus: string }): void => {
  if (account.userStatus === 'active' && account.tenantStatus === 'active') return;
  throw new AppError('account_inactive', 'This account is not active.');
};

const endIfReused = async (
  tx: ScopedRepositories,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> => {
  const owned = await tx.signIns.findRefreshToken(tokenHash);
  if (owned === null || !owned.isUsed || owned.isOver) return;
  await tx.signIns.end(owned.signInId, now);
  // Whose hand it was is what nobody knows.
  await tx.audit.append({
    actorId: null,
    action: 'sign_in.token_reused',
    subjectId: owned.signInId,
    result: 'refused',
  });
};
