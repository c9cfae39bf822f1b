import { createSecretKey } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { sampleAssistant } from './samples.js';
import { issueApiKey, hashSecret } from '../../src/shared/api-key.js';
import { notFound } from '../../src/shared/errors.js';
import { ApiKeyId, ExecutionId, newId, TenantId, UserId } from '../../src/shared/ids.js';
import { permissionsOfRole } from '../../src/shared/permissions.js';
import type { KeyKind, Permission, TenantRole } from '../../src/shared/scope.js';
import { createLocalLimits, type Limits } from '../../src/platform/limits/limits.js';
import type { ApiDeps } from '../../src/compose/routes.js';
import type { FiltersOfAssistants, StandIn } from '../../src/http/applications.js';
import { createAuthenticate, type KeyName } from '../../src/http/auth.js';
import type { KeyHolder } from '../../src/shared/holders.js';
import type { PersonName } from '../../src/http/on-behalf.js';
import { createGuessGuard } from '../../src/http/guess-guard.js';
import {
  createLimitAddress,
  createLimitRequests,
  createParallelLimits,
} from '../../src/http/limits.js';
import { createBrowserTokens } from '../../src/sign-in/browser-token.js';
import { createMakeBrowserToken } from '../../src/sign-in/browser-token-routes.js';
import { createRefreshCookie } from '../../src/sign-in/refresh-cookie.js';
import { createLogger } from '../../src/platform/telemetry/logger.js';
import { createFakeUseCases } from './api-use-cases.js';
import { createFairTurns } from '../../src/shared/fair-turns.js';

const unknownRecords = () => Promise.reject(new Error('These use cases keep no keys.'));

const OPERATOR_KEY = 'operator-key-of-at-least-32-characters';

type Overrides = Partial<
  Omit<ApiDeps, 'authenticate' | 'limitRequests' | 'limitAddress'> & {
    perMinutePerKey: number;
    perMinutePerUser: number;
    perMinutePerTenant: number;
    perMinutePerAddress: number;
    badCredentialsPerMinute: number;
    maxParallelChatsPerUser: number;
    maxParallelSearchesPerUser: number;
    maxParallelUploadsPerUser: number;
    maxParallelUploadsPerTenant: number;
    maxParallelFetchesPerUser: number;
    maxParallelDownloadsPerUser: number;
    maxStreamsPerUser: number;
  }
>;

const TOOL_NAMES = ['rag_search', 'memory_search', 'document_retrieval', 'create_memory'];
const chooseFakeAssistant: ApiDeps['chooseAssistant'] = async (_scope, name = 'default') => {
  if (name !== 'default') throw notFound();
  return sampleAssistant();
};

const toolDeps = {
  toolNames: TOOL_NAMES,
  models: [],
  namedModels: {
    all: [],
    open: () => Promise.resolve([]),
    list: () => Promise.resolve([]),
    require: () => Promise.resolve(),
  },
  toolNamesOf: () => TOOL_NAMES,
  listTools: async () => [],
  listMcpServers: async () => [],
};
const noUser = async (): Promise<never> => {
  throw notFound();
};

const NO_LIMIT = 1_000_000;

const TOKEN_KEY = createSecretKey(Buffer.alloc(32, 7));
/** Takes note of nothing, and knows no collection. */
const NO_DATABASE: Parameters<typeof createMakeBrowserToken>[0]['database'] = {
  withScope: (_scope, work) =>
    work({ audit: { append: async () => undefined }, collections: { requireUsable: noUser } }),
};

const WITHOUT_PROVIDERS = { tenantIdOf: async () => null, issuerOf: noUser };

const NOT_ENDING = { isShuttingDown: () => false, isDraining: () => false };

const createLoggerInto = (lines: string[]) =>
  createLogger({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => void lines.push(line) },
  });

/** Creates what createApi needs, in memory: two tenants' worth of keys, use cases that know only what a test puts in, and the log. */
export const createFakeApiDeps = (overrides: Overrides = {}) => {
  const keys = createFakeKeys();
  const logLines: string[] = [];
  const logger = createLoggerInto(logLines);
  const now = overrides.now ?? (() => new Date());
  const { metrics, ...counted } = createCountingMetrics();
  const limits = createLocalLimits({ nowMs: () => now().getTime() });
  const { readBrowserToken, makeBrowserToken } = createTokenDeps(now);
  const deps: ApiDeps = {
    ...createFakeUseCases(),
    authenticate: createFakeAuthenticate(
      overrides,
      { keys, limits, metrics, logger, now },
      readBrowserToken,
    ),
    signIn: null,
    external: null,
    refreshCookie: createRefreshCookie({ publicUrl: null }),
    makeBrowserToken,
    prepareCredential: async () => async () => null,
    renewInvitation: noUser,
    linkToNewPassword: noUser,
    ...WITHOUT_PROVIDERS,
    ...limitingDeps(overrides, limits),
    metrics,
    logger,
    maxBodyBytes: 1024 * 1024,
    bodyTimeoutMs: 10_000,
    trustedProxies: [],
    corsOrigins: [],
    consoleFolder: null,
    version: '0.0.0',
    isBehindTls: false,
    maxQueryChars: 8000,
    maxEmbeddingChars: 200_000,
    searchTimeoutMs: 10_000,
    ...streamingDeps,
    maxUploadBytes: 1024 * 1024,
    minUploadBytesPerSec: 0,
    maxWorkspaceFileBytes: 1024 * 1024,
    dependencyChecks: { database: async () => undefined },
    modelsLeftAlone: () => [],
    isUncalibrated: false,
    reindexing: async () => null,
    ...NOT_ENDING,
    shutdownSignal: new AbortController().signal,
    nodeMetrics: { whole: async () => [], series: async () => [] },
    stuckDocuments: async () => ({ items: [], nextAfter: null }),
    ...toolDeps,
    chooseAssistant: chooseFakeAssistant,
    // No record can be kept: a test that sends keys brings its own.
    keyed: { database: { withScope: unknownRecords }, logger, now },
    now,
    ...overrides,
  };
  return { deps, keys, logLines, ...counted, operatorKey: OPERATOR_KEY };
};

type Guarding = Pick<ApiDeps, 'metrics' | 'logger' | 'now'> & {
  keys: ReturnType<typeof createFakeKeys>;
  limits: ReturnType<typeof createLocalLimits>;
};

const createFakeAuthenticate = (
  overrides: Overrides,
  { keys, limits, metrics, logger, now }: Guarding,
  readBrowserToken: ReturnType<typeof createTokenDeps>['readBrowserToken'],
) =>
  createAuthenticate({
    strangers: createFairTurns({ atOnce: 2 }),
    authentication: keys.authentication,
    findSignedIn: async () => null,
    findByProvider: async () => null,
    readBrowserToken,
    noteActing: () => undefined,
    operatorKeyHashes: [hashSecret(OPERATOR_KEY)],
    guessGuard: createGuessGuard({
      limits,
      metrics,
      perMinutePerAddress: overrides.perMinutePerAddress ?? NO_LIMIT,
      badCredentialsPerMinute: overrides.badCredentialsPerMinute ?? NO_LIMIT,
    }),
    metrics,
    logger,
    now,
  });

/** Tokens that are signed as the real ones are; no collection is known. */
const createTokenDeps = (now: () => Date) => {
  const browserTokens = createBrowserTokens({ keys: [TOKEN_KEY], now });
  const makeBrowserToken = createMakeBrowserToken({ database: NO_DATABASE, browserTokens });
  return { readBrowserToken: browserTokens.read, makeBrowserToken };
};

const createCountingMetrics = () => {
  const denied: string[] = [];
  const shed: string[] = [];
  const streams = { open: 0 };
  const metrics = {
    requestFinished: () => undefined,
    securityDenied: (reason: string) => void denied.push(reason),
    requestShed: (reason: string) => void shed.push(reason),
    streamOpened: () => void (streams.open += 1),
    streamClosed: () => void (streams.open -= 1),
  };
  return { metrics, denied, shed, streams };
};

const streamingDeps: Pick<ApiDeps, 'chatOnce' | 'streamTiming'> = {
  chatOnce: async ({ input }, run) => ({
    answer: await run({
      executionId: newId(ExecutionId),
      input,
      renewLock: async () => undefined,
    }),
    isReplayed: false,
  }),
  streamTiming: { heartbeatMs: 15_000, stallLimitMs: 20_000, recheckMs: 30_000 },
};

const limitingDeps = (overrides: Overrides, limits: Limits) => ({
  limitRequests: createLimitRequests({
    limits,
    perMinute: {
      key: overrides.perMinutePerKey ?? NO_LIMIT,
      user: overrides.perMinutePerUser ?? NO_LIMIT,
      tenant: overrides.perMinutePerTenant ?? NO_LIMIT,
    },
  }),
  limitAddress: createLimitAddress({
    limits,
    perMinute: overrides.perMinutePerAddress ?? NO_LIMIT,
  }),
  ...createParallelLimits({
    limits,
    max: {
      chats: { user: overrides.maxParallelChatsPerUser ?? 4, tenant: 64 },
      searches: { user: overrides.maxParallelSearchesPerUser ?? 16, tenant: 64 },
      uploads: {
        user: overrides.maxParallelUploadsPerUser ?? 8,
        tenant: overrides.maxParallelUploadsPerTenant ?? 32,
      },
      fetches: { user: overrides.maxParallelFetchesPerUser ?? 4, tenant: 16 },
      downloads: { user: overrides.maxParallelDownloadsPerUser ?? 8, tenant: 64 },
      streams: { user: overrides.maxStreamsPerUser ?? 8, tenant: 256 },
    },
  }),
});

type NewFakeKey = {
  role: TenantRole;
  kind?: KeyKind;
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
      findKey: async ({ tenantId, ...name }: KeyName) =>
        'prefix' in name
          ? (holders.get(`${tenantId}/${name.prefix}`) ?? null)
          : ([...holders.values()].find(({ apiKeyId }) => apiKeyId === name.apiKeyId) ?? null),
      /** A user's id for each label. */
      standIn: async ({ apiKeyId, label }: Parameters<StandIn>[0]) =>
        UserId.parse(uuidv5(label, apiKeyId)),
      /** Everybody is an active member, named by an id. */
      findPerson: async ({ userId }: PersonName) =>
        userId
          ? {
              userId,
              userStatus: 'active',
              role: 'member' as const,
              groups: [],
              activatedAt: new Date(0),
            }
          : null,
      /** Assistants answer from all documents. */
      filtersOfAssistants: async ({ assistantIds }: Parameters<FiltersOfAssistants>[0]) =>
        assistantIds.map(() => null),
      touchKey: async ({ apiKeyId }: { apiKeyId: string }) => void touched.push(apiKeyId),
    },
    /** Issues a key; `holder` may be changed and `revoke` takes it away. */
    issue: ({ role, permissions, kind = 'personal', ...ids }: NewFakeKey) => {
      const tenantId = ids.tenantId ?? newId(TenantId);
      const { apiKey, prefix, secretHash } = issueApiKey(tenantId);
      const holder: KeyHolder = {
        apiKeyId: newId(ApiKeyId),
        kind,
        secretHash,
        keyPermissions: [...(permissions ?? permissionsOfRole[role])],
        keyFilter: null,
        assistantIds: [],
        expiresAt: null,
        lastUsedAt: null,
        confirmedAt: new Date(0),
        tenantStatus: 'active',
        requestsPerMinute: null,
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
