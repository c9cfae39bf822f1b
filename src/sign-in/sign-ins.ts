import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Limits } from '../platform/limits/limits.js';
import { hashSecret } from '../shared/api-key.js';
import { AppError } from '../shared/errors.js';
import { newId, SignInId, type ApiKeyId, type TenantId, type UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { UserScope } from '../shared/scope.js';
import type { AccessTokens } from './access-token.js';
import { requireAllRights } from './all-rights.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Keys } from './keys.js';
import type { RefreshableSignIn } from './repository.js';
import {
  createFamily,
  issueRefreshToken,
  parseRefreshToken,
  succeedRefreshToken,
  type IssuedToken,
} from './tenant-token.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  accessTokens: AccessTokens;
  /** Derive each refresh token from the previous one. */
  refreshKeys: Keys;
  limits: Pick<Limits, 'take'>;
  now: () => Date;
};

export const Tokens = z
  .object({
    accessToken: z.string().describe('A JSON Web Token for the header Authorization: Bearer.'),
    expiresAt: z.date().describe('Of the access token: 15 minutes from now.'),
    refreshToken: z
      .string()
      .optional()
      .describe(
        'Good once, at /v1/auth/refresh; gives its successor, for ten seconds to whoever shows it again. Absent: it is in the cookie.',
      ),
  })
  .meta({ id: 'Tokens' });
export type Tokens = z.infer<typeof Tokens>;

export type SignIns = ReturnType<typeof createSignIns>;

type Person = {
  tenantId: TenantId;
  userId: UserId;
  address: string;
  /** The key that it came from: it has no more rights than that, and ends with it. */
  apiKeyId?: ApiKeyId;
};

const LIFETIME_MS = 30 * 24 * 3_600_000;

/** Limits the refreshes of one sign-in: each reload of the console is one, in every tab. */
const REFRESHES = { perMinute: 30 };

/** For a response that got lost, and for tabs that refresh at the same moment: they get the same successor again. */
const GRACE_MS = 10_000;

/** Manages sign-ins from start to sign-out: a refresh token is valid once and is replaced by its successor. */
export const createSignIns = ({ database, accessTokens, refreshKeys, limits, now }: Deps) => ({
  /** For a person whose identity is verified; from now on, wrong passwords do not pause their account for this address. */
  start: async (tx: ScopedRepositories, person: Person): Promise<Tokens> => {
    const { tenantId, userId, address, apiKeyId = null } = person;
    const signInId = newId(SignInId);
    const family = createFamily();
    const { token, tokenHash } = issueRefreshToken(tenantId, family);
    await tx.signIns.start({
      id: signInId,
      userId,
      apiKeyId,
      familyHash: family.hash,
      tokenHash,
      expiresAt: new Date(now().getTime() + LIFETIME_MS),
      addressHash: hashAddress(tenantId, address),
    });
    return { ...(await accessTokens.issue({ tenantId, userId, signInId })), refreshToken: token };
  },
  /** Null if the token is not valid. One that was used some time ago ends the whole sign-in, because someone else has it as well. */
  refresh: async (refreshToken: string): Promise<Tokens | null> => {
    const claim = parseRefreshToken(refreshToken);
    if (claim === null) return null;
    const { tenantId, tokenHash: used, family } = claim;
    // For every key: another process with a different newest key may have issued its successor a moment ago.
    const asked = { token: refreshToken, tenantId, family };
    const successors = refreshKeys.map((key) => succeedRefreshToken(key, asked));
    const inTenant = <Result>(work: (tx: ScopedRepositories) => Promise<Result>) =>
      database.withScope(makeSystemScope(tenantId), work);
    const found = await inTenant(async (tx) => {
      const signIn = await tx.signIns.findFamily(family.hash, now());
      if (signIn === null || signIn.isOver) return null;
      if (isGood(signIn, { used, successors }, now())) return signIn;
      await endReused(tx, signIn, now());
      return null;
    });
    if (found === null) return null;
    requireActive(found);
    await limitRefreshes(limits, found);
    const { signInId, userId } = found;
    const next = await inTenant(async (tx) => {
      const given = await giveSuccessor(tx, found, { used, successors, now: now() });
      if (given === null) await endReused(tx, found, now());
      return given;
    });
    if (next === null) return null;
    const issued = await accessTokens.issue({ tenantId, userId, signInId });
    return { ...issued, refreshToken: next.token };
  },
  /** False if this is not one of our tokens. */
  end: async (refreshToken: string): Promise<boolean> => {
    const claim = parseRefreshToken(refreshToken);
    if (claim === null) return false;
    return database.withScope(makeSystemScope(claim.tenantId), async (tx) => {
      const signIn = await tx.signIns.findFamily(claim.family.hash, now());
      if (signIn === null) return false;
      if (signIn.isOver) return true;
      const { signInId: subjectId, userId: actorId } = signIn;
      await tx.signIns.end(subjectId, now());
      await tx.audit.append({ actorId, action: 'sign_in.end', subjectId });
      return true;
    });
  },
  ...createEndAll({ database, now }),
});

const createEndAll = ({ database, now }: Pick<Deps, 'database' | 'now'>) => ({
  /** Ends all sign-ins of a person. */
  endAll: async (scope: UserScope): Promise<void> => {
    requireAllRights(scope, 'This key may do less than its user, whom it does not sign out.');
    const { userId } = scope;
    await database.withScope(scope, async (tx) => {
      await tx.signIns.endOthers(userId, null, now());
      await tx.audit.append({ actorId: userId, action: 'sign_in.end_all', subjectId: userId });
    });
  },
});

/** The unused token, or for a while the one before it. */
const isGood = (
  { tokenHash, renewedAt }: RefreshableSignIn,
  { used, successors }: { used: Buffer; successors: readonly IssuedToken[] },
  now: Date,
): boolean =>
  timingSafeEqual(tokenHash, used) ||
  (successors.some((next) => timingSafeEqual(tokenHash, next.tokenHash)) &&
    renewedAt !== null &&
    now.getTime() - renewedAt.getTime() <= GRACE_MS);

/**
 * Returns the first possible successor that is current, or can still become so, in place of the token; null if a different one has replaced
 * it.
 */
const giveSuccessor = async (
  tx: ScopedRepositories,
  { signInId }: RefreshableSignIn,
  { used, successors, now }: { used: Buffer; successors: readonly IssuedToken[]; now: Date },
): Promise<IssuedToken | null> => {
  const at = { now, graceBegan: new Date(now.getTime() - GRACE_MS) };
  for (const successor of successors) {
    const hashes = { used, next: successor.tokenHash };
    if (await tx.signIns.renewToken(signInId, hashes, at)) return successor;
  }
  return null;
};

/** Hashes an address for storage, so that it can only be recognized. */
export const hashAddress = (tenantId: TenantId, address: string): Buffer =>
  hashSecret(`${tenantId}/${address}`);

/** Refuses a user who is suspended, or whose tenant is: they get no new tokens. */
export const requireActive = (account: { userStatus: string; tenantStatus: string }): void => {
  if (account.userStatus === 'active' && account.tenantStatus === 'active') return;
  throw new AppError('account_inactive', 'This account is not active.');
};

const limitRefreshes = async (
  limits: Pick<Limits, 'take'>,
  { signInId }: RefreshableSignIn,
): Promise<void> => {
  const verdict = await limits.take([{ key: `refresh/${signInId}`, ...REFRESHES }]);
  if (verdict.allowed) return;
  const message = `This sign-in is refreshed too often: ${REFRESHES.perMinute} times a minute.`;
  throw new AppError('rate_limited', message, verdict);
};

const endReused = async (
  tx: ScopedRepositories,
  { signInId }: RefreshableSignIn,
  now: Date,
): Promise<void> => {
  await tx.signIns.end(signInId, now);
  // No actor, because it is unknown who used the token.
  await tx.audit.append({
    actorId: null,
    action: 'sign_in.token_reused',
    subjectId: signInId,
    result: 'refused',
  });
};
