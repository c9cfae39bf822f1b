import { createSecretKey, randomBytes } from 'node:crypto';
import { createAuthenticate } from '../src/http/auth.js';
import type { KeyHolder, SignedIn } from '../src/shared/holders.js';
import { createAccessTokens } from '../src/sign-in/access-token.js';
import { hashSecret, issueApiKey } from '../src/shared/api-key.js';
import { ApiKeyId, newId, SignInId, TenantId, UserId } from '../src/shared/ids.js';
import { createObservers } from './bench-features.js';
import { cpuPerRequest, median, reportRatio, startServer } from './measure.js';
import { createFairTurns } from '../src/shared/fair-turns.js';

const ROUNDS = 7;
const REQUESTS = 150;
const WARM_UP = 400;
const CREDENTIALS = 5_000;

/** Measures what authentication takes of a request's CPU, without the database: against Express with a graph of five empty nodes. */
export const measureAuth = async (): Promise<void> => {
  const server = await startServer('skeleton', './servers/skeleton.ts');
  const { authenticate, apiKey, accessToken } = await createCredentials();
  const cpuOf = async (credential: string): Promise<number> => {
    const authorization = [`Bearer ${credential}`];
    const startedAt = process.cpuUsage();
    for (let count = 0; count < CREDENTIALS; count += 1) {
      await authenticate({ authorization, address: '127.0.0.1' });
    }
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1000 / CREDENTIALS;
  };
  const rounds: { request: number; key: number; token: number }[] = [];
  try {
    await cpuPerRequest(server, WARM_UP);
    await cpuOf(apiKey);
    await cpuOf(accessToken);
    for (let round = 0; round < ROUNDS; round += 1) {
      const request = await cpuPerRequest(server, REQUESTS);
      rounds.push({ request, key: await cpuOf(apiKey), token: await cpuOf(accessToken) });
    }
  } finally {
    await server.stop();
  }
  for (const [goal, of] of [
    ['an API key, of a request', 'key'],
    ['an access token, of a request', 'token'],
  ] as const) {
    const ratio = median(rounds.map((round) => round[of] / round.request));
    const figures = `${(median(rounds.map((round) => round[of])) * 1000).toFixed(1)} µs against ${median(rounds.map(({ request }) => request)).toFixed(2)} ms`;
    const detail = `${(ratio * 100).toFixed(2)} %: ${figures}`;
    reportRatio({ goal, ratio, ambitious: '0.01', must: '0.03', detail });
  }
};

const createCredentials = async () => {
  const [tenantId, userId, signInId] = [newId(TenantId), newId(UserId), newId(SignInId)];
  const { apiKey, secretHash } = issueApiKey(tenantId);
  const now = () => new Date();
  const account = {
    tenantStatus: 'active',
    keyPermissions: null,
    keyFilter: null,
    assistantIds: [],
    requestsPerMinute: null,
    userId,
    userStatus: 'active',
    role: 'member' as const,
    groups: [],
  };
  const holder: KeyHolder = {
    ...account,
    apiKeyId: newId(ApiKeyId),
    kind: 'personal',
    secretHash,
    keyPermissions: [],
    keyFilter: null,
    assistantIds: [],
    expiresAt: null,
    lastUsedAt: now(),
    confirmedAt: now(),
  };
  const signedIn: SignedIn = { ...account, tenantId, signInId };
  const tokens = createAccessTokens({ keys: [createSecretKey(randomBytes(32))], now });
  const authenticate = createAuthenticate({
    strangers: createFairTurns({ atOnce: 2 }),
    ...createObservers(),
    authentication: {
      findKey: () => Promise.resolve(holder),
      findPerson: () => Promise.resolve(null),
      standIn: () => Promise.resolve(userId),
      filtersOfAssistants: () => Promise.resolve([]),
      touchKey: () => Promise.resolve(),
    },
    noteActing: () => undefined,
    operatorKeyHashes: [hashSecret(randomBytes(24).toString('hex'))],
    readBrowserToken: () => Promise.resolve(null),
    findSignedIn: async (token) => ((await tokens.verify(token)) === null ? null : signedIn),
    findByProvider: async () => null,
    guessGuard: { count: () => Promise.resolve() },
    now,
  });
  const { accessToken } = await tokens.issue({ tenantId, userId, signInId });
  return { authenticate, apiKey, accessToken };
};
