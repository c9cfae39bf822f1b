import type { ServerResponse } from 'node:http';
import type { RateBucket, RateVerdict } from '../platform/limits/limit-store.js';
import type { Limits } from '../platform/limits/limits.js';
import { AppError, type ErrorCode } from '../shared/errors.js';
import type { UserScope } from '../shared/scope.js';
import type { Caller } from './route.js';

type Deps = {
  limits: Pick<Limits, 'take'>;
  perMinute: { key: number; user: number; tenant: number };
};

type Headers = Pick<ServerResponse, 'setHeader'>;

/** Counts a request and adds the remaining limits to its response; rejects with `rate_limited`. */
export type LimitRequests = (caller: Caller, response: Headers) => Promise<void>;

/**
 * Requests per minute of a key, of its user and of their tenant. A refused request is charged to none of them, so that one key cannot use
 * up what others of its tenant need.
 */
export const createLimitRequests =
  ({ limits, perMinute }: Deps): LimitRequests =>
  async (caller, response) => {
    const verdict = await limits.take(bucketsOf(caller, perMinute));
    tell(verdict, response);
    if (verdict.allowed) return;
    const { perMinute: most } = verdict.bucket;
    const message = `Too many requests: ${whoseOf(caller, verdict.bucket)} may send ${most} a minute.`;
    throw new AppError('rate_limited', message, verdict);
  };

/** Names the owner of a bucket's limit. */
const whoseOf = (caller: Caller, { key }: RateBucket): string => {
  if (caller.kind === 'operator') return 'the operator';
  const { tenantId, userId, isApplication } = caller.scope;
  if (key === `requests/${tenantId}`) return 'this tenant';
  if (key !== `requests/${tenantId}/user/${userId}`) return 'this key, token or sign-in';
  return isApplication ? 'this label of the key' : `user ${userId}`;
};

const bucketsOf = (caller: Caller, perMinute: Deps['perMinute']): RateBucket[] => {
  if (caller.kind === 'operator') return [{ key: 'requests/operator', perMinute: perMinute.key }];
  const { apiKeyId, signInId, browserTokenId, requestsPerMinute, scope } = caller;
  const { tenantId, userId } = scope;
  // A key that acts for several users is counted separately for each.
  const credential = apiKeyId ?? signInId ?? `provider/${userId}`;
  const own = { key: `requests/${tenantId}/key/${credential}`, perMinute: perMinute.key };
  return [
    ...(scope.askedBy === null ? [own] : []),
    ...(browserTokenId === undefined
      ? []
      : [{ key: `requests/${tenantId}/token/${browserTokenId}`, perMinute: perMinute.key }]),
    { key: `requests/${tenantId}/user/${userId}`, perMinute: perMinute.user },
    { key: `requests/${tenantId}`, perMinute: requestsPerMinute ?? perMinute.tenant },
  ];
};

/** The headers of every response to a credential, for the limit with the least left. The texts are for the OpenAPI document. */
export const LIMIT_HEADERS = {
  'RateLimit-Limit': 'Requests a minute that the limit nearest to its end allows.',
  'RateLimit-Remaining': 'Requests that it has left.',
  'RateLimit-Reset': 'Seconds until it has all of them again; it refills evenly.',
  'RateLimit-Policy': 'The limit and its window in seconds.',
} as const;

const tell = ({ bucket, remaining, resetSec }: RateVerdict, response: Headers): void => {
  const values: Record<keyof typeof LIMIT_HEADERS, string> = {
    'RateLimit-Limit': String(bucket.perMinute),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSec),
    'RateLimit-Policy': `${bucket.perMinute};w=60`,
  };
  for (const [name, value] of Object.entries(values)) response.setHeader(name, value);
};

/** The bucket of unauthenticated callers, by address. */
export const addressBucket = (address: string, perMinute: number): RateBucket => ({
  key: `requests/address/${address}`,
  perMinute,
});

/** Counts a request that needs no credential; rejects with `rate_limited`. */
export type LimitAddress = (address: string) => Promise<void>;

export const createLimitAddress =
  ({ limits, perMinute }: { limits: Pick<Limits, 'take'>; perMinute: number }): LimitAddress =>
  async (address) => {
    const verdict = await limits.take([addressBucket(address, perMinute)]);
    if (!verdict.allowed) throw tooManyFromAddress(verdict);
  };

export const tooManyFromAddress = (verdict: RateVerdict): AppError => {
  const most = verdict.bucket.perMinute;
  const message = `Too many requests: an address may send ${most} a minute without a good credential.`;
  return new AppError('rate_limited', message, verdict);
};

type Owner = Pick<UserScope, 'tenantId' | 'userId'> | 'operator';

/** Runs work within its owner's share of concurrency; rejects if all of it is in use. */
export type ParallelLimit = <Result>(owner: Owner, work: () => Promise<Result>) => Promise<Result>;

type Kind = 'chats' | 'searches' | 'uploads' | 'fetches' | 'downloads' | 'streams';

const REFUSALS: Readonly<Record<Kind, { code: ErrorCode; message: string }>> = {
  chats: { code: 'too_many_parallel_chats', message: 'Too many questions at once' },
  searches: { code: 'too_many_parallel_searches', message: 'Too many searches at once' },
  uploads: { code: 'too_many_parallel_uploads', message: 'Too many uploads at once' },
  fetches: { code: 'too_many_parallel_uploads', message: 'Too many URLs at once' },
  downloads: { code: 'too_many_parallel_downloads', message: 'Too many downloads at once' },
  streams: { code: 'too_many_streams', message: 'Too many open streams' },
};

/** The maximum at once for a user, and for all users of a tenant together. */
type Share = { user: number; tenant: number };
type ParallelDeps = { limits: Pick<Limits, 'occupy'>; max: Readonly<Record<Kind, Share>> };

/** Limits how many of each kind a user and a tenant may run at once, across all processes. */
export const createParallelLimits = ({ limits, max }: ParallelDeps) => {
  const limit = (kind: Kind) => createParallelLimit(limits, { kind, max: max[kind] });
  return {
    limitChats: limit('chats'),
    limitSearches: limit('searches'),
    limitUploads: limit('uploads'),
    limitFetches: limit('fetches'),
    limitDownloads: limit('downloads'),
    limitStreams: limit('streams'),
  };
};

const createParallelLimit =
  (limits: ParallelDeps['limits'], { kind, max }: { kind: Kind; max: Share }): ParallelLimit =>
  async (owner, work) => {
    const shares = toShares(kind, owner, max);
    const places = await Promise.all(shares.map((share) => limits.occupy(share)));
    const leaveAll = () => Promise.all(places.map(async (leave) => leave?.()));
    const full = shares.find((_, index) => places[index] === null);
    if (full !== undefined) {
      await leaveAll();
      const { code, message } = REFUSALS[kind];
      throw new AppError(code, `${message}: ${full.whose} may have ${full.max}.`, {
        retryAfterSec: 1,
      });
    }
    try {
      return await work();
    } finally {
      await leaveAll();
    }
  };

const toShares = (kind: Kind, owner: Owner, max: Share) => {
  if (owner === 'operator')
    return [{ key: `${kind}/operator`, max: max.user, whose: 'the operator' }];
  const { tenantId, userId } = owner;
  return [
    { key: `${kind}/${tenantId}/${userId}`, max: max.user, whose: `user ${userId}` },
    { key: `${kind}/${tenantId}`, max: max.tenant, whose: 'this tenant' },
  ];
};
