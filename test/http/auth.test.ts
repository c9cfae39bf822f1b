import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalLimits } from '../../src/platform/limits/limits.js';
import { createAuthenticate, type Authenticate } from '../../src/http/auth.js';
import { createGuessGuard } from '../../src/http/guess-guard.js';
import { hashSecret, issueApiKey, parseApiKey } from '../../src/shared/api-key.js';
import { newId, TenantId } from '../../src/shared/ids.js';
import { createFakeKeys } from '../fakes/api-deps.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createFairTurns } from '../../src/shared/fair-turns.js';

const OPERATOR_KEY = 'operator-key-of-at-least-32-characters';
const PREVIOUS_OPERATOR_KEY = 'previous-operator-key-of-32-characters';
const BAD_PER_MINUTE = 5;
const PER_MINUTE_PER_ADDRESS = 100;

describe('authentication', () => {
  let nowMs: number;
  let keys: ReturnType<typeof createFakeKeys>;
  let denied: string[];
  let authenticate: Authenticate;

  beforeEach(() => {
    nowMs = Date.parse('2026-01-01T00:00:00Z');
    keys = createFakeKeys();
    denied = [];
    const metrics = { securityDenied: (reason: string) => void denied.push(reason) };
    authenticate = createAuthenticate({
      strangers: createFairTurns({ atOnce: 2 }),
      authentication: keys.authentication,
      findSignedIn: async () => null,
      findByProvider: async () => null,
      readBrowserToken: async () => null,
      noteActing: () => undefined,
      operatorKeyHashes: [hashSecret(OPERATOR_KEY), hashSecret(PREVIOUS_OPERATOR_KEY)],
      guessGuard: createGuessGuard({
        limits: createLocalLimits({ nowMs: () => nowMs }),
        metrics,
        perMinutePerAddress: PER_MINUTE_PER_ADDRESS,
        badCredentialsPerMinute: BAD_PER_MINUTE,
      }),
      metrics,
      logger: createSilentLogger(),
      now: () => new Date(nowMs),
    });
  });

  const ask = (token: string, address = '192.0.2.1') =>
    authenticate({ authorization: [`Bearer ${token}`], address });
  const codeOf = async (answer: Promise<unknown>): Promise<unknown> =>
    answer.then(
      () => 'ok',
      (error: unknown) => (error as { code: unknown }).code,
    );

  it('gives a key the scope of its holder, with the rights that role and key share', async () => {
    const { apiKey, tenantId, holder } = keys.issue({
      role: 'member',
      permissions: ['chat', 'admin'],
    });

    const caller = await ask(apiKey);

    expect(caller).toMatchObject({
      kind: 'user',
      scope: { tenantId, userId: holder.userId, role: 'member', permissions: ['chat'] },
    });
    expect(caller.kind === 'user' && Object.isFrozen(caller.scope)).toBe(true);
  });

  it('gives the operator no tenant', async () => {
    expect(await ask(OPERATOR_KEY)).toEqual({
      kind: 'operator',
      keyHash: hashSecret(OPERATOR_KEY),
    });
  });

  it("accepts the operator's previous key as well, and reports which key was used", async () => {
    expect(await ask(PREVIOUS_OPERATOR_KEY)).toEqual({
      kind: 'operator',
      keyHash: hashSecret(PREVIOUS_OPERATOR_KEY),
    });
    expect(await codeOf(ask(`${PREVIOUS_OPERATOR_KEY}x`))).toBe('credential_malformed');
  });

  it.each([
    ['an empty header', ['']],
    ['another scheme', ['Basic YTpi']],
    ['a key in upper case', [`Bearer ${issueApiKey(newId(TenantId)).apiKey.toUpperCase()}`]],
    ['two headers', [`Bearer ${OPERATOR_KEY}`, `Bearer ${OPERATOR_KEY}`]],
    ['a bearer without a token', ['Bearer ']],
    ['null', ['Bearer null']],
    ['JSON', ['Bearer {}']],
    ['a token of 600 characters', [`Bearer ${'x'.repeat(600)}`]],
    ['a key followed by another line', [`Bearer ${OPERATOR_KEY}\nx`]],
  ])('refuses %s as malformed', async (_what, authorization) => {
    const answer = authenticate({ authorization, address: '192.0.2.1' });

    expect(await codeOf(answer)).toBe('credential_malformed');
  });

  it('reports that a request has no credential', async () => {
    const answer = authenticate({ authorization: undefined, address: '192.0.2.1' });

    expect(await codeOf(answer)).toBe('credential_missing');
  });

  it('does not reveal without the secret that a key has expired', async () => {
    const { apiKey, holder } = keys.issue({ role: 'admin' });
    holder.expiresAt = new Date(nowMs);

    const [theirs, guessed] = [ask(apiKey), ask(`${apiKey.slice(0, -3)}AAA`)];

    expect(await codeOf(theirs)).toBe('credential_expired');
    expect(await codeOf(guessed)).toBe('unauthenticated');
  });

  it.each([
    ['another secret', (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`],
    ['another prefix', (key: string) => key.replace(/_[0-9a-z]{8}_/, '_00000000_')],
    ['another tenant', (key: string) => key.replace(/^kr_[0-9a-f]{4}/, 'kr_ffff')],
    ['a longer secret', (key: string) => `${key}A`],
  ])('refuses a key with %s', async (_what, change) => {
    const { apiKey } = keys.issue({ role: 'admin' });

    expect(await codeOf(ask(change(apiKey)))).toBe('unauthenticated');
  });

  it('refuses a key from the moment it expires', async () => {
    const { apiKey, holder } = keys.issue({ role: 'admin' });
    holder.expiresAt = new Date(nowMs + 1000);

    const before = await codeOf(ask(apiKey));
    nowMs += 1000;
    const after = await codeOf(ask(apiKey));

    expect([before, after]).toEqual(['ok', 'credential_expired']);
  });

  it('refuses a revoked key at once, however often it was accepted before', async () => {
    const { apiKey, revoke } = keys.issue({ role: 'admin' });
    await ask(apiKey);
    await ask(apiKey);

    revoke();

    expect(await codeOf(ask(apiKey))).toBe('unauthenticated');
  });

  it.each(['tenantStatus', 'userStatus'] as const)(
    'refuses a key while %s is suspended',
    async (field) => {
      const { apiKey, holder } = keys.issue({ role: 'admin' });

      holder[field] = 'suspended';

      expect(await codeOf(ask(apiKey))).toBe('account_inactive');
    },
  );

  it('does not reveal without the secret that an account is suspended', async () => {
    const { apiKey, holder } = keys.issue({ role: 'admin' });
    holder.userStatus = 'suspended';

    expect(await codeOf(ask(`${apiKey.slice(0, -3)}AAA`))).toBe('unauthenticated');
  });

  it('records the use of a key at most once a minute', async () => {
    const { apiKey } = keys.issue({ role: 'admin' });

    for (let request = 0; request < 10; request += 1) {
      await ask(apiKey);
      nowMs += 10_000;
    }

    expect(keys.touched).toHaveLength(2);
  });

  it('slows down guessing from one address, and says how long to wait', async () => {
    const guess = () => ask(issueApiKey(newId(TenantId)).apiKey, '198.51.100.7');
    for (let round = 0; round < BAD_PER_MINUTE; round += 1) await codeOf(guess());

    const error = await guess().catch((caught: unknown) => caught);

    expect(error).toMatchObject({ code: 'rate_limited', retryAfterSec: 12 });
    expect(denied).toContain('bad_credential_flood');
  });

  it('slows down guessing at one account, from whatever addresses', async () => {
    const { apiKey } = keys.issue({ role: 'admin' });
    const wrong = `${apiKey.slice(0, -3)}AAA`;
    for (let round = 0; round < BAD_PER_MINUTE; round += 1) {
      await codeOf(ask(wrong, `198.51.100.${round}`));
    }

    expect(await codeOf(ask(wrong, '203.0.113.9'))).toBe('rate_limited');
  });

  it('lets the operator and valid keys through a flood of bad ones from their address, even at first use', async () => {
    const { apiKey } = keys.issue({ role: 'admin' });
    const wrong = `${apiKey.slice(0, -3)}AAA`;
    for (let guess = 0; guess < 2 * PER_MINUTE_PER_ADDRESS; guess += 1) {
      await codeOf(ask(guess % 2 === 0 ? wrong : `a-guess-of-16-characters-${guess}`));
    }

    expect(await codeOf(ask(wrong))).toBe('rate_limited');
    expect(await codeOf(ask(apiKey))).toBe('ok');
    expect(await ask(OPERATOR_KEY)).toMatchObject({ kind: 'operator' });
  });

  it('refuses an address that asks too often without a credential', async () => {
    const nobody = () => authenticate({ authorization: undefined, address: '192.0.2.1' });
    const codes = new Set<unknown>();
    for (let request = 0; request < PER_MINUTE_PER_ADDRESS; request += 1) {
      codes.add(await codeOf(nobody()));
    }

    expect([...codes]).toEqual(['credential_missing']);
    expect(await codeOf(nobody())).toBe('rate_limited');
  });

  it('looks up two unknown credentials at a time, and known good ones at once', async () => {
    const { apiKey } = keys.issue({ role: 'admin' });
    await ask(apiKey);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const lookedUp: string[] = [];
    const { findKey } = keys.authentication;
    keys.authentication.findKey = async (claim) => {
      lookedUp.push(claim.tenantId);
      if (claim.tenantId !== parseApiKey(apiKey)?.tenantId) await held;
      return findKey(claim);
    };

    const guesses = Array.from({ length: 5 }, () =>
      codeOf(ask(issueApiKey(newId(TenantId)).apiKey)),
    );
    const good = await codeOf(ask(apiKey));
    const underWay = lookedUp.length;
    release();

    expect(good).toBe('ok');
    expect(underWay).toBe(3);
    expect(await Promise.all(guesses)).toEqual(Array.from({ length: 5 }, () => 'unauthenticated'));
  });

  it('looks up a key from another address before a flood of unknown ones', async () => {
    const { apiKey } = keys.issue({ role: 'admin' });
    const tenantId = parseApiKey(apiKey)?.tenantId;
    const order: string[] = [];
    const { findKey } = keys.authentication;
    keys.authentication.findKey = async (claim) => {
      order.push(claim.tenantId === tenantId ? 'key' : 'unknown');
      await Promise.resolve();
      return findKey(claim);
    };

    const flood = Array.from({ length: 50 }, () =>
      codeOf(ask(issueApiKey(newId(TenantId)).apiKey, '192.0.2.66')),
    );
    const good = await codeOf(ask(apiKey));
    await Promise.all(flood);

    expect(good).toBe('ok');
    expect(order.indexOf('key')).toBeLessThan(5);
  });

  it('does not count a bad credential of a request that was already let in', async () => {
    const { apiKey, revoke } = keys.issue({ role: 'admin' });
    revoke();
    const recheck = () =>
      authenticate({ authorization: [`Bearer ${apiKey}`], address: '192.0.2.1', isRecheck: true });

    for (let round = 0; round < 2 * PER_MINUTE_PER_ADDRESS; round += 1) {
      expect(await codeOf(recheck())).toBe('unauthenticated');
    }

    expect(denied).toEqual([]);
  });

  it('forgets bad guesses over time', async () => {
    const guess = () => codeOf(ask('bad'.repeat(10)));
    for (let round = 0; round <= BAD_PER_MINUTE; round += 1) await guess();
    const during = await guess();

    nowMs += 60_000;

    expect([during, await guess()]).toEqual(['rate_limited', 'credential_malformed']);
  });
});

describe('an API key', () => {
  it('names its tenant and prefix, and contains 256 random bits', () => {
    const tenantId = newId(TenantId);

    const { apiKey, prefix, secretHash } = issueApiKey(tenantId);

    const claim = parseApiKey(apiKey);
    expect(claim).toMatchObject({ tenantId, prefix });
    expect(Buffer.from(claim?.secret ?? '', 'base64url')).toHaveLength(32);
    expect(hashSecret(claim?.secret ?? '')).toEqual(secretHash);
  });

  it.each(['', 'kr_', 'kr_x_y_z', `kr_${'0'.repeat(32)}_abcd1234_short`, '*'.repeat(90)])(
    'is not recognised in %j',
    (text) => {
      expect(parseApiKey(text)).toBeNull();
    },
  );
});
