import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderFileStore } from '../../src/platform/files/folder-file-store.js';
import { createLocalLimits } from '../../src/platform/limits/limits.js';
import { createAuthenticate } from '../../src/http/auth.js';
import { createGuessGuard } from '../../src/http/guess-guard.js';
import { hashSecret } from '../../src/shared/api-key.js';
import { createSharedAnswers } from '../../src/conversations/shared-answers.js';
import {
  createGiveFeedback,
  createReadFeedback,
  createResolveFeedback,
} from '../../src/conversations/feedback.js';
import { createExecutions } from '../../src/conversations/executions.js';
import { createSessions } from '../../src/conversations/sessions.js';
import { createChangeDocuments } from '../../src/documents/change.js';
import { createFetchDocument } from '../../src/documents/fetch.js';
import { createReadBatch, createReceiveBatch } from '../../src/documents/many/batch.js';
import { createBulkChange } from '../../src/documents/many/bulk.js';
import { createCompareManifest } from '../../src/documents/many/manifest.js';
import { createReadDocuments } from '../../src/documents/read.js';
import { createUploadDocument } from '../../src/documents/upload.js';
import { createEvaluation } from '../../src/evaluation/index.js';
import { createManageMemories } from '../../src/memories/memories.js';
import { createCountWaiting } from '../../src/memories/memories.js';
import { createRemember } from '../../src/memories/remember.js';
import {
  createPasswords,
  createPasswordTurns,
  createPrepareCredential,
  createSignIn,
} from '../../src/sign-in/index.js';
import type { Keys } from '../../src/sign-in/keys.js';
import type { Passwords } from '../../src/sign-in/passwords.js';
import { createCountedAudit, createNoteActing, createTenancy } from '../../src/tenancy/index.js';
import { createWebhooks } from '../../src/webhooks/index.js';
import { createWorkspace } from '../../src/workspace/index.js';
import type { Database } from '../../src/compose/repositories.js';
import { createGuardedFetch } from '../../src/platform/web/guarded-fetch.js';
import { createGuardedPost } from '../../src/platform/web/guarded-post.js';
import type { WebFetcher } from '../../src/platform/web/web-fetcher.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createTestDatabase } from './database.js';
import { addPerson } from './people.js';
import { serveApi } from './serve-api.js';
import { createFairTurns } from '../../src/shared/fair-turns.js';

const maxUploadBytes = 1024 * 1024;

/** Small, so that a test can fill it. */
const WORKSPACE = { files: 20, bytes: 4096, bytesPerFile: 2048 };

/** The address at which browsers would reach it. */
export const PUBLIC_URL = 'https://router.example';

/** A password costs some 600 times less here than elsewhere. */
export const CHEAP_PASSWORDS = { memoryKib: 64, passes: 1 };

type Options = {
  web?: WebFetcher | null;
  badCredentialsPerMinute?: number;
  privateIssuers?: readonly string[];
  /** That count what they are asked, or hold. */
  passwords?: Passwords;
  trustedProxies?: readonly string[];
  firstAdmin?: Parameters<typeof createSignIn>[0]['firstAdmin'];
  /** For credentials that expire. */
  now?: () => Date;
};

const makeSignInKeys = () => {
  const makeKey = (): Keys => [createSecretKey(randomBytes(32))];
  const atRest = makeKey();
  return { accessToken: makeKey(), refreshToken: makeKey(), browserToken: makeKey(), atRest };
};

const cheapPasswords = createPasswords(CHEAP_PASSWORDS);

const useCasesOver = (
  database: Database,
  filesRoot: string,
  { web = null, now = () => new Date(), passwords = cheapPasswords }: Options,
) => {
  const hashing = { passwords, passwordTurns: createPasswordTurns() };
  const prepareCredential = createPrepareCredential({ ...hashing, now });
  const wakeUp = () => undefined;
  const files = createFolderFileStore({ root: filesRoot });
  const metrics = { memoryOperation: () => undefined };
  const remember = createRemember({ database, metrics, limits: { maxMemories: 1000 } });
  const intake = { database, files, maxUploadBytes, wakeUp };
  const uploadDocument = createUploadDocument({ ...intake, now: () => new Date() });
  const { releaseFiles, ...workspace } = createWorkspace({ database, files, limits: WORKSPACE });
  return {
    keyed: { database, logger: { warn: () => undefined }, now },
    uploadDocument,
    fetchDocument: createFetchDocument({ web, uploadDocument, maxUploadBytes }),
    readDocuments: createReadDocuments({ database, files }),
    changeDocuments: createChangeDocuments({ ...intake, now }),
    manyDocuments: {
      compareManifest: createCompareManifest({ database }),
      changeAll: createBulkChange({ database, wakeUp }),
      receiveBatch: createReceiveBatch({ ...intake, uploadDocument, now: () => new Date() }),
      readBatch: createReadBatch({ database }),
    },
    sessions: createSessions({ database }),
    sharedAnswers: createSharedAnswers({ database }),
    ...workspace,
    hashing,
    prepareCredential,
    ...createTenancy({ database, releaseFiles, prepareCredential, wakeUp }),
    memories: createManageMemories({ database, metrics, remember }),
    countWaiting: createCountWaiting({ database }),
    ...createExecutions({ database }),
    ...createEvaluation({ database }),
    giveFeedback: createGiveFeedback({ database }),
    readFeedback: createReadFeedback({ database }),
    resolveFeedback: createResolveFeedback({ database }),
    nodeMetrics: database.platform.nodeMetrics,
    stuckDocuments: database.platform.stuckDocuments,
    dependencyChecks: { database: () => database.check() },
    modelsLeftAlone: () => [],
    isUncalibrated: false,
  };
};

const webhooksOver = (database: Database, atRest: Keys) =>
  createWebhooks({
    database,
    atRest,
    post: createGuardedPost({ userAgent: 'test', trustedOrigins: [] }),
  });

/** A limit that no test reaches. */
const MANY = 1_000_000;

/** The API over a real database and a real folder of files; only the model's side, search and chat, is played. */
export const serveApiOverDatabase = async (options: Options = {}) => {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const filesRoot = await mkdtemp(join(tmpdir(), 'kr-files-'));
  const { hashing, ...useCases } = useCasesOver(database, filesRoot, options);
  const fake = createFakeApiDeps({ ...useCases, maxUploadBytes });
  const { now = () => new Date(), privateIssuers = [], firstAdmin = null } = options;
  const { metrics, logger } = fake.deps;
  const limits = createLocalLimits({ nowMs: () => now().getTime() });
  const countedAudit = createCountedAudit({ database, logger });
  const { badCredentialsPerMinute = MANY } = options;
  const guessing = { perMinutePerAddress: MANY, badCredentialsPerMinute };
  const guessGuard = createGuessGuard({ limits, metrics, ...guessing });
  const keys = makeSignInKeys();
  const operatorKeyHashes = [hashSecret(fake.operatorKey)];
  const guarding = { guessGuard, metrics, logger, now, operatorKeyHashes };
  const { findSignedIn, findByProvider, readBrowserToken, ...signIn } = createSignIn({
    ...guarding,
    database,
    keys,
    limits,
    countedAudit,
    ...hashing,
    firstAdmin,
    openId: toOpenId(privateIssuers),
  });
  const api = await serveApi({
    ...fake.deps,
    ...signIn,
    publicUrl: PUBLIC_URL,
    webhooks: webhooksOver(database, keys.atRest),
    trustedProxies: options.trustedProxies ?? [],
    authenticate: createAuthenticate({
      ...guarding,
      strangers: createFairTurns({ atOnce: 2 }),
      authentication: database.platform.authentication,
      findSignedIn,
      findByProvider,
      readBrowserToken,
      noteActing: createNoteActing(countedAudit),
    }),
  });
  return {
    database,
    urls: testDatabase,
    accessTokenKey: keys.accessToken,
    denied: fake.denied,
    api,
    logLines: fake.logLines,
    operatorKey: fake.operatorKey,
    storedFiles: () => listFiles(filesRoot),
    flushAudit: () => countedAudit.flush(),
    close: async () => {
      await api.close();
      await countedAudit.flush();
      await testDatabase.destroy();
      await rm(filesRoot, { recursive: true });
    },
  };
};

const toOpenId = (privateIssuers: readonly string[]) => ({
  fetch: createGuardedFetch({ userAgent: 'test', trustedOrigins: privateIssuers }),
  privateIssuers,
  publicUrl: PUBLIC_URL,
});

const listFiles = async (root: string): Promise<string[]> => {
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map(({ name }) => name);
};

export type ApiOverDatabase = Awaited<ReturnType<typeof serveApiOverDatabase>>;

let count = 0;

/** Unique in the process, which may run several files. */
const toSlug = (): string => {
  count += 1;
  return `tenant-${count}`;
};

/** A tenant as the operator makes it, with a second user who is a member. */
export const createTenantOverApi = async (
  { api, operatorKey }: ApiOverDatabase,
  slug = toSlug(),
) => {
  const created = await api.call('POST', '/v1/tenants', {
    key: operatorKey,
    body: { slug, name: 'Acme', admin: { email: `admin@${slug}.example` } },
  });
  if (created.status !== 201) throw new Error(`No tenant: ${created.text}`);
  const { tenant, admin, apiKey } = created.json as {
    tenant: { id: string };
    admin: { id: string };
    apiKey: string;
  };
  const addMember = (groups: string[] = []) => addPerson(api, apiKey, { groups });
  return { slug, tenantId: tenant.id, adminId: admin.id, adminKey: apiKey, addMember };
};
