import { issueApiKey, hashSecret } from '../../src/shared/api-key.js';
import { ApiKeyId, ExecutionId, newId, TenantId, UserId } from '../../src/shared/ids.js';
import { permissionsOfRole } from '../../src/shared/permissions.js';
import type { Permission, TenantRole } from '../../src/shared/scope.js';
import { createLocalRateLimiter } from '../../src/platform/limits/local-rate-limiter.js';
import type { ApiDeps } from '../../src/routes.js';
import { createAuthenticate, type KeyHolder } from '../../src/http/auth.js';
import { createLimitRequests, createParallelLimit } from '../../src/http/limits.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { createFakeUseCases } from './api-use-cases.js';

const OPERATOR_KEY = 'operator-key-of-at-least-32-characters';

type Overrides = Partial<
  Omit<ApiDeps, 'authenticate' | 'limitRequests'> & {
    perMinutePerKey: number;
    perMinutePerTenant: number;
    badCredentialsPerMinute: number;
    maxStreamsPerUser: number;
  }
>;

/** What createApi needs, in memory: two tenants' worth of keys, use cases that know only what a test puts in, and the log. */
export const createFakeApiDeps = (overrides: Overrides = {}) => {
  const keys = createFakeKeys();
  const logLines: string[] = [];
  const logger = createLogger({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => void logLines.push(line) },
  });
  const now = overrides.now ?? (() => new Date());
  const rateLimiter = createLocalRateLimiter({ nowMs: () => now().getTime() });
  const { metrics, ...counted } = createCountingMetrics();
  const deps: ApiDeps = {
    ...createFakeUseCases(),
    authenticate: createAuthenticate({
      authentication: keys.authentication,
      operatorKeyHash: hashSecret(OPERATOR_KEY),
      rateLimiter,
      metrics,
      logger,
      now,
      badCredentialsPerMinute: overrides.badCredentialsPerMinute ?? 1_000_000,
    }),
    limitRequests: createLimitRequests({
      rateLimiter,
      perMinutePerKey: overrides.perMinutePerKey ?? 1_000_000,
      perMinutePerTenant: overrides.perMinutePerTenant ?? 1_000_000,
    }),
    metrics,
    logger,
    maxBodyBytes: 1024 * 1024,
    bodyTimeoutMs: 10_000,
    trustedProxies: [],
    maxQueryChars: 8000,
    maxParallelChatsPerUser: 4,
    ...streamingDeps(overrides),
    maxUploadBytes: 1024 * 1024,
    dependencyChecks: { database: async () => undefined },
    reindexing: async () => null,
    isShuttingDown: () => false,
    shutdownSignal: new AbortController().signal,
    nodeMetrics: async () => [],
    toolNames: ['rag_search', 'memory_search', 'document_retrieval', 'create_memory'],
    now,
    ...overrides,
  };
  return { deps, keys, logLines, ...counted, operatorKey: OPERATOR_KEY };
};

const createCountingMetrics = () => {
  const denied: string[] = [];
  const shed: string[] = [];
  const streams = { open: 0 };
  const metrics = {
    securityDenied: (reason: string) => void denied.push(reason),
    requestShed: (reason: string) => void shed.push(reason),
    streamOpened: () => void (streams.open += 1),
    streamClosed: () => void (streams.open -= 1),
  };
  return { metrics, denied, shed, streams };
};

const streamingDeps = ({
  maxStreamsPerUser: max = 8,
}: Overrides): Pick<ApiDeps, 'chatOnce' | 'limitStreams' | 'streamTiming'> => ({
  chatOnce: async ({ input }, run) => ({
    answer: await run({ executionId: newId(ExecutionId), input }),
    isReplayed: false,
  }),
  limitStreams: createParallelLimit({
    max,
    refusal: { code: 'too_many_streams', message: 'Too many open streams.' },
  }),
  streamTiming: { heartbeatMs: 15_000, stallLimitMs: 20_000, recheckMs: 30_000 },
});

type NewFakeKey = {
  role: TenantRole;
  tenantId?: TenantId;
  userId?: UserId;
  permissions?: readonly Permission[];
};

export const createFakeKeys = () => {
  const holders = new Map<string, KeyHolder>();
  const touched: string[] = [];
  return {
    touched,
    authentication: {
      findKey: async ({ tenantId, prefix }: { tenantId: TenantId; prefix: string }) =>
        holders.get(`${tenantId}/${prefix}`) ?? null,
      touchKey: async ({ apiKeyId }: { apiKeyId: string }) => void touched.push(apiKeyId),
    },
    /** Issues a key; `holder` may be changed and `revoke` takes it away. */
    issue: ({ role, permissions, ...ids }: NewFakeKey) => {
      const tenantId = ids.tenantId ?? newId(TenantId);
      const { apiKey, prefix, secretHash } = issueApiKey(tenantId);
      const holder: KeyHolder = {
        apiKeyId: newId(ApiKeyId),
        secretHash,
        keyPermissions: [...(permissions ?? permissionsOfRole[role])],
        expiresAt: null,
        lastUsedAt: null,
        tenantStatus: 'active',
        userId: ids.userId ?? newId(UserId),
        userStatus: 'active',
        role,
        groups: [],
      };
      holders.set(`${tenantId}/${prefix}`, holder);
      const revoke = () => void holders.delete(`${tenantId}/${prefix}`);
      return { apiKey, prefix, tenantId, holder, revoke };
    },
  };
};
