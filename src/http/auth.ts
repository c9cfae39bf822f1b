import { timingSafeEqual } from 'node:crypto';
import type { Logger, Metrics } from '../platform/telemetry/telemetry.js';
import type { FairTurns } from '../shared/fair-turns.js';
import { hashSecret, parseApiKey, type ClaimedApiKey } from '../shared/api-key.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import { AppError } from '../shared/errors.js';
import type { ApiKeyId, TenantId } from '../shared/ids.js';
import { makeUserScope } from '../shared/make-scope.js';
import {
  effectivePermissions,
  mayActForUsers,
  mayMakeTokens,
  permissionsOfRole,
} from '../shared/permissions.js';
import type { Permission, UserScope } from '../shared/scope.js';
import {
  createApplicationCallers,
  refuseLabel,
  toFilters,
  type BrowserTokenClaims,
  type FiltersOfAssistants,
  type ReadBrowserToken,
  type Sent,
  type StandIn,
} from './applications.js';
import type { GuessGuard } from './guess-guard.js';
import type {
  FindByProvider,
  FoundByProvider,
  KeyHolder,
  SignedIn,
  TenantAddress,
} from '../shared/holders.js';
import {
  createFindActedFor,
  refuseOnBehalf,
  type FindPerson,
  type NoteActing,
} from './on-behalf.js';
import type { Caller, UserCaller } from './route.js';

type Deps = {
  authentication: AuthenticationRepository;
  /** SHA-256 of the operator's keys. */
  operatorKeyHashes: readonly Uint8Array[];
  /** Limits look-ups of keys that were never verified before: addresses take turns, and so do the tenants named by one address. */
  strangers: Pick<FairTurns, 'run'>;
  findSignedIn: FindSignedIn;
  findByProvider: FindByProvider;
  readBrowserToken: ReadBrowserToken;
  guessGuard: Pick<GuessGuard, 'count'>;
  metrics: Pick<Metrics, 'securityDenied'>;
  noteActing: NoteActing;
  logger: Logger;
  now: () => Date;
};

type Credential = Sent & {
  authorization: readonly string[] | undefined;
  address: string;
  /** The tenant of an address that accepts tokens of the tenant's identity provider. */
  tenantAddress?: TenantAddress | undefined;
  /** True if the request was authenticated before: a bad credential then does not count as a guess. */
  isRecheck?: boolean;
};

export type Authenticate = (credential: Credential) => Promise<Caller>;

/** Finds the current owner of an access token in the database; null if the token is not ours or its sign-in has ended. */
export type FindSignedIn = (token: string) => Promise<SignedIn | 'operator' | 'expired' | null>;

export type KeyName = { tenantId: TenantId } & ({ prefix: string } | { apiKeyId: ApiKeyId });

export type AuthenticationRepository = {
  /**
   * Reads under the claimed tenant's row security; null if no active key has that prefix or id. A stranger has not proved that the tenant
   * is theirs, so its share is not charged.
   */
  findKey(claim: KeyName, how?: { isStranger: boolean }): Promise<KeyHolder | null>;
  findPerson: FindPerson;
  standIn: StandIn;
  filtersOfAssistants: FiltersOfAssistants;
  /** The caller writes this at most once a minute per key. */
  touchKey(claim: { tenantId: TenantId; apiKeyId: ApiKeyId }): Promise<void>;
};

/**
 * Turns a credential into its caller, and is the only place that creates a user's scope. A good credential is accepted however many bad
 * ones came from the same address or for the same account; bad ones are counted, and refused with `rate_limited` once there are too many.
 */
export const createAuthenticate = (deps: Deps): Authenticate => {
  const identify = createIdentify(deps);
  const touch = createTouch(deps);
  const actFor = createActFor(deps);
  const { asApplication, asPage } = createApplicationCallers({ ...deps, ...deps.authentication });

  return async ({ authorization, address, tenantAddress, isRecheck = false, ...sent }) => {
    const { onBehalfOf } = sent;
    const token = parseBearer(authorization);
    const claim = token === null ? null : parseApiKey(token);
    const asked = { claim, tenantAddress, address, isRecheck };
    const found = token === null ? null : await identify(token, asked);
    if (found === null || found === 'expired') {
      const account = claim && `${claim.tenantId}/${claim.prefix}`;
      const stranger = { address, account, hasCredential: token !== null };
      if (!isRecheck) await deps.guessGuard.count(stranger);
      throw refusalOf({ authorization, token, isExpired: found === 'expired' });
    }
    if (found === 'operator' || 'operatorKeyHash' in found) {
      if (onBehalfOf !== undefined) throw refuseOnBehalf();
      refuseLabel(sent);
      return { kind: 'operator', keyHash: found === 'operator' ? null : found.operatorKeyHash };
    }
    if (found.tenantStatus !== 'active' || found.userStatus !== 'active') {
      deps.metrics.securityDenied('account_inactive');
      throw new AppError('account_inactive', 'This account is not active.');
    }
    if ('claims' in found) {
      const { tenantId } = found.claims;
      return asPage({ tenantId, keyPrefix: null, holder: found }, found.claims, sent);
    }
    if ('signInId' in found) {
      refuseLabel(sent);
      const own = toSignedInCaller(found);
      return onBehalfOf === undefined
        ? own
        : actFor(own, { given: onBehalfOf, granted: [], isRecheck });
    }
    // Only the key that the claim names can be found with it.
    if (claim === null) throw unknown();
    touch(claim, found);
    if (found.kind === 'service' && onBehalfOf === undefined) {
      const { tenantId, prefix: keyPrefix } = claim;
      return asApplication({ tenantId, keyPrefix, holder: found }, sent);
    }
    refuseLabel(sent);
    const own = toCaller(claim, found);
    if (onBehalfOf === undefined) return own;
    const granted = own.isConfirmed ? found.keyPermissions : [];
    return actFor(own, { given: onBehalfOf, granted, isRecheck });
  };
};

const NEVER = new AbortController().signal;

type Found =
  | KeyHolder
  | (KeyHolder & { claims: BrowserTokenClaims })
  | SignedIn
  | FoundByProvider
  | 'operator'
  | { operatorKeyHash: Uint8Array }
  | 'expired'
  | null;

type Asked = Pick<Credential, 'tenantAddress' | 'address' | 'isRecheck'> & {
  claim: ClaimedApiKey | null;
};

const createIdentify = (deps: Deps) => {
  const goodTokens = createBoundedMap<true>(10_000);
  return async (token: string, asked: Asked): Promise<Found> => {
    const { claim } = asked;
    const hash = hashSecret(token);
    if (deps.operatorKeyHashes.some((known) => timingSafeEqual(hash, known))) {
      return { operatorKeyHash: hash };
    }
    if (claim === null) {
      const claims = await deps.readBrowserToken(token);
      if (claims === 'expired') return claims;
      if (claims !== null) return findMaker(deps, claims);
      return (await deps.findSignedIn(token)) ?? findForeign(deps, token, asked);
    }
    const name = hash.toString('base64');
    const holder = await (goodTokens.get(name) === true
      ? verify(deps, claim, { isStranger: false })
      : deps.strangers.run({ tenantId: asked.address, userId: claim.tenantId }, NEVER, () =>
          verify(deps, claim, { isStranger: true }),
        ));
    if (holder === null || holder === 'expired') goodTokens.delete(name);
    else goodTokens.set(name, true);
    return holder;
  };
};

/** Asks the identity provider of the tenant whose address was called. A refused token is counted like a missing credential. */
const findForeign = async (
  { findByProvider, guessGuard }: Deps,
  token: string,
  { tenantAddress, address, isRecheck = false }: Asked,
): Promise<FoundByProvider | 'expired' | null> => {
  if (tenantAddress === undefined) return null;
  try {
    return await findByProvider(tenantAddress, token);
  } catch (error) {
    if (!isRecheck) await guessGuard.count({ address, account: null, hasCredential: false });
    throw error;
  }
};

/** The current state of the key that made the token; null if it may no longer make tokens. */
const findMaker = async (
  { authentication, now }: Deps,
  claims: BrowserTokenClaims,
): Promise<(KeyHolder & { claims: BrowserTokenClaims }) | 'expired' | null> => {
  const holder = await authentication.findKey(claims);
  if (holder?.kind !== 'service' || !mayMakeTokens(holder.keyPermissions)) return null;
  return isOver(holder, now()) ? 'expired' : { ...holder, claims };
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
      logger.warn({ keyPrefix: prefix, error }, 'Could not record the use of an API key');
    });
  };
};

const parseBearer = (authorization: readonly string[] | undefined): string | null => {
  const [header, ...others] = authorization ?? [];
  if (header === undefined || others.length > 0) return null;
  return /^bearer ([\x21-\x7e]{16,4096})$/i.exec(header)?.[1] ?? null;
};

type Refused = {
  authorization: readonly string[] | undefined;
  token: string | null;
  isExpired: boolean;
};

/** Reveals no more than the caller knows: only someone with the complete credential learns that it was once valid. */
const refusalOf = ({ authorization, token, isExpired }: Refused): AppError => {
  if (authorization === undefined) {
    return new AppError('credential_missing', 'Send an API key: Authorization: Bearer kr_…');
  }
  if (isExpired) {
    return new AppError('credential_expired', 'This credential has expired: get a new one.');
  }
  if (token === null || !(KEY_LIKE.test(token) || TOKEN_LIKE.test(token))) {
    return new AppError('credential_malformed', MALFORMED);
  }
  return unknown();
};

const KEY_LIKE = /^kr_[^_]+_[^_]+_/;
const TOKEN_LIKE = /^[^.]+\.[^.]+\.[^.]+$/;
const MALFORMED =
  'Send one header Authorization: Bearer and an API key (kr_…) or an access token as it was given out.';

const unknown = () =>
  new AppError('unauthenticated', 'This credential is unknown or has been revoked.');

const ABSENT_HASH = hashSecret('no key with this secret');

/** A missing key is compared like an existing one, so that timing does not reveal the difference. */
const verify = async (
  deps: Deps,
  { tenantId, prefix, secret }: ClaimedApiKey,
  how: { isStranger: boolean },
): Promise<KeyHolder | 'expired' | null> => {
  const holder = await deps.authentication.findKey({ tenantId, prefix }, how);
  const expected = holder === null ? ABSENT_HASH : Buffer.from(holder.secretHash);
  const given = hashSecret(secret);
  const isRight = expected.length === given.length && timingSafeEqual(given, expected);
  if (holder === null || !isRight) return null;
  return isOver(holder, deps.now()) ? 'expired' : holder;
};

const isOver = ({ expiresAt }: KeyHolder, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

type Acting = { given: readonly string[]; granted: readonly Permission[]; isRecheck: boolean };

/** The caller acting for another person: limited to what both the key and a member may do, because a key cannot make anyone an admin. */
const createActFor = ({ authentication, noteActing, metrics }: Deps) => {
  const findActedFor = createFindActedFor({ findPerson: authentication.findPerson, metrics });
  return async (own: UserCaller, { given, granted, isRecheck }: Acting): Promise<Caller> => {
    const { apiKeyId, scope } = own;
    const { tenantId, userId: holderId, filters, assistantIds } = scope;
    const mayAct = apiKeyId !== null && mayActForUsers(granted);
    const { userId, groups } = await findActedFor({ given, tenantId, mayAct });
    // Only keys can be granted this.
    if (apiKeyId === null) throw refuseOnBehalf();
    if (!isRecheck) noteActing({ tenantId, apiKeyId, holderId, userId });
    const permissions = effectivePermissions('member', granted);
    const acted = { tenantId, userId, role: 'member' as const, groups, permissions };
    return {
      ...own,
      scope: makeUserScope({ ...acted, filters, assistantIds, askedBy: apiKeyId }),
    };
  };
};

const toCaller = ({ tenantId, prefix }: ClaimedApiKey, holder: KeyHolder): UserCaller => {
  const { apiKeyId, userId, role, groups, requestsPerMinute } = holder;
  const isConfirmed = holder.confirmedAt !== null;
  const permissions = isConfirmed ? effectivePermissions(role, holder.keyPermissions) : [];
  const limits = toLimits(holder);
  const scope = makeUserScope({ tenantId, userId, role, groups, permissions, ...limits });
  return {
    kind: 'user',
    apiKeyId,
    keyPrefix: prefix,
    isConfirmed,
    requestsPerMinute,
    signInId: null,
    scope,
  };
};

/**
 * A user who has signed in, here or at their provider, may do everything that their role allows; one who signed in with a key, everything
 * that the key allows.
 */
const toSignedInCaller = (account: SignedIn | FoundByProvider): UserCaller => {
  const { tenantId, userId, role, groups, signInId, requestsPerMinute, keyPermissions } = account;
  const permissions =
    keyPermissions === null ? permissionsOfRole[role] : effectivePermissions(role, keyPermissions);
  const limits = toLimits(account);
  const scope = makeUserScope({ tenantId, userId, role, groups, permissions, ...limits });
  return {
    kind: 'user',
    apiKeyId: null,
    keyPrefix: null,
    isConfirmed: true,
    requestsPerMinute,
    signInId,
    scope,
  };
};

/** The limits that a key puts on its scope. */
const toLimits = ({
  keyFilter,
  assistantIds,
}: Pick<KeyHolder, 'keyFilter' | 'assistantIds'>): Pick<UserScope, 'filters' | 'assistantIds'> => ({
  filters: toFilters(keyFilter),
  assistantIds,
});
