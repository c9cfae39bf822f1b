import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Limits } from '../platform/limits/limits.js';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import { hashSecret, parseApiKey, type ClaimedApiKey } from '../shared/api-key.js';
import { AppError } from '../shared/errors.js';
import { ApiKeyId, UserId, type TenantId } from '../shared/ids.js';
import { makeUserScope } from '../shared/make-scope.js';
import { effectivePermissions } from '../shared/permissions.js';
import { Permission, TenantRole } from '../shared/scope.js';
import { addressBucket } from './limits.js';
import type { Caller } from './route.js';

type Deps = {
  authentication: AuthenticationRepository;
  /** SHA-256 of the operator's key. */
  operatorKeyHash: Uint8Array;
  limits: Pick<Limits, 'take'>;
  metrics: Pick<Metrics, 'securityDenied'>;
  logger: Logger;
  now: () => Date;
  /** Requests from one address whose credential is missing or has not proved good before. */
  perMinutePerAddress: number;
  badCredentialsPerMinute: number;
};

type Credential = { authorization: readonly string[] | undefined; address: string };
export type Authenticate = (credential: Credential) => Promise<Caller>;

export const KeyHolder = z.object({
  apiKeyId: ApiKeyId,
  secretHash: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  keyPermissions: z.array(Permission),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  /** Whatever is not `active` is refused. */
  tenantStatus: z.string(),
  userId: UserId,
  userStatus: z.string(),
  role: TenantRole,
  groups: z.array(z.string()),
});
export type KeyHolder = z.infer<typeof KeyHolder>;

export type AuthenticationRepository = {
  /** Reads under the claimed tenant's row security; null when no live key has that prefix. */
  findKey(claim: { tenantId: TenantId; prefix: string }): Promise<KeyHolder | null>;
  /** Written at most once a minute per key by the caller. */
  touchKey(claim: { tenantId: TenantId; apiKeyId: ApiKeyId }): Promise<void>;
};

/** Turns a credential into its caller: the only maker of a user's scope. */
export const createAuthenticate = (deps: Deps): Authenticate => {
  const guard = createGuessGuard(deps);
  const touch = createTouch(deps);

  return async ({ authorization, address }) => {
    const token = parseBearer(authorization);
    if (token === null) {
      await guard.refuseFloods({ address, account: null, token: null });
      throw unauthenticated();
    }
    const tokenHash = hashSecret(token);
    const claim = parseApiKey(token);
    const account = claim === null ? null : `${claim.tenantId}/${claim.prefix}`;
    const guess = { address, account, token: tokenHash.toString('base64') };
    await guard.refuseFloods(guess);
    if (timingSafeEqual(tokenHash, deps.operatorKeyHash)) {
      guard.rememberGood(guess.token);
      return { kind: 'operator' };
    }
    const holder = await verify(deps, claim);
    if (claim === null || holder === null) {
      await guard.countBad(guess);
      throw unauthenticated();
    }
    guard.rememberGood(guess.token);
    if (holder.tenantStatus !== 'active' || holder.userStatus !== 'active') {
      deps.metrics.securityDenied('account_inactive');
      throw new AppError('account_inactive', 'This account is not active.');
    }
    touch(claim, holder);
    return toCaller(claim, holder);
  };
};

type Guess = { address: string; account: string | null; token: string };
/** Without a token there is nothing to guess, only a request to count. */
type Stranger = Guess | { address: string; account: null; token: null };

/** Slows guessing by address and by account, without locking out a key that has just proved itself. */
const createGuessGuard = (deps: Deps) => {
  const { limits, metrics, perMinutePerAddress, badCredentialsPerMinute } = deps;
  const goodTokens = createBoundedMap<true>(10_000);
  const bucketsOf = ({ address, account }: Guess) =>
    [
      `bad-credential/address/${address}`,
      ...(account === null ? [] : [`bad-credential/${account}`]),
    ].map((key) => ({ key, perMinute: badCredentialsPerMinute }));

  return {
    /** Before anything is looked up. */
    refuseFloods: async (stranger: Stranger) => {
      if (stranger.token !== null && goodTokens.get(stranger.token) === true) return;
      const requests = addressBucket(stranger.address, perMinutePerAddress);
      const guesses = stranger.token === null ? [] : bucketsOf(stranger);
      const verdict = await limits.take([
        requests,
        ...guesses.map((bucket) => ({ ...bucket, cost: 0 as const })),
      ]);
      if (verdict.allowed) return;
      if (verdict.bucket.key === requests.key) {
        throw new AppError('rate_limited', 'Too many requests.', verdict);
      }
      metrics.securityDenied('bad_credential_flood');
      throw new AppError('rate_limited', 'Too many bad credentials.', verdict);
    },
    countBad: async (guess: Guess) => {
      metrics.securityDenied('bad_credential');
      goodTokens.delete(guess.token);
      // One by one, for each counts, whether or not another is empty.
      await Promise.all(bucketsOf(guess).map((bucket) => limits.take([bucket])));
    },
    rememberGood: (token: string) => goodTokens.set(token, true),
  };
};

/** Remembers the most recently used entries and forgets the rest, so that no caller can grow it. */
const createBoundedMap = <Value>(capacity: number) => {
  const entries = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: (key: string): Value | undefined => {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key: string) => entries.delete(key),
  };
};

const TOUCH_INTERVAL_MS = 60_000;

const createTouch = ({ authentication, logger, now }: Deps) => {
  const touchedAt = createBoundedMap<number>(10_000);
  return ({ tenantId, prefix }: ClaimedApiKey, { apiKeyId, lastUsedAt }: KeyHolder) => {
    const nowMs = now().getTime();
    const lastMs = Math.max(touchedAt.get(apiKeyId) ?? 0, lastUsedAt?.getTime() ?? 0);
    if (nowMs - lastMs < TOUCH_INTERVAL_MS) return;
    touchedAt.set(apiKeyId, nowMs);
    authentication.touchKey({ tenantId, apiKeyId }).catch((error: unknown) => {
      logger.warn({ keyPrefix: prefix, error }, 'Could not note the use of an API key');
    });
  };
};

const parseBearer = (authorization: readonly string[] | undefined): string | null => {
  const [header, ...others] = authorization ?? [];
  if (header === undefined || others.length > 0) return null;
  return /^bearer ([\x21-\x7e]{16,512})$/i.exec(header)?.[1] ?? null;
};

const unauthenticated = () => new AppError('unauthenticated', 'A valid credential is required.');

const ABSENT_HASH = hashSecret('no key has this secret');

/** An absent key is compared like a present one, so that time does not tell them apart. */
const verify = async (deps: Deps, claim: ClaimedApiKey | null): Promise<KeyHolder | null> => {
  if (claim === null) return null;
  const { tenantId, prefix, secret } = claim;
  const holder = await deps.authentication.findKey({ tenantId, prefix });
  const expected = holder === null ? ABSENT_HASH : Buffer.from(holder.secretHash);
  const given = hashSecret(secret);
  const isRight = expected.length === given.length && timingSafeEqual(given, expected);
  if (holder === null || !isRight) return null;
  return holder.expiresAt !== null && holder.expiresAt <= deps.now() ? null : holder;
};

const toCaller = ({ tenantId, prefix }: ClaimedApiKey, holder: KeyHolder): Caller => {
  const { apiKeyId, userId, role, groups } = holder;
  const permissions = effectivePermissions(role, holder.keyPermissions);
  const scope = makeUserScope({ tenantId, userId, role, groups, permissions });
  return { kind: 'user', apiKeyId, keyPrefix: prefix, scope };
};
