import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createGuardedFetch } from '../../src/platform/web/guarded-fetch.js';
import { newId, TenantId } from '../../src/shared/ids.js';
import { createOpenIdClient, type OpenIdClient } from '../../src/sign-in/openid-connect.js';
import { startTokenIssuer, type TokenIssuer } from '../support/token-issuer.js';

const RESOURCE = 'https://router.example/mcp/acme';
const START_MS = Date.parse('2026-01-01T00:00:00Z');

let provider: TokenIssuer;
/** Nobody has let it in. */
let internal: TokenIssuer;
let openId: OpenIdClient;
const clock = { nowMs: START_MS };

beforeAll(async () => {
  [provider, internal] = await Promise.all([startTokenIssuer(), startTokenIssuer()]);
});
afterAll(() => Promise.all([provider.close(), internal.close()]));
beforeEach(() => {
  clock.nowMs = START_MS;
  Object.assign(provider.behaviour, { keysUrl: null, redirect: null });
  Object.assign(provider.asked, { description: 0, keys: 0, others: 0 });
  openId = createOpenIdClient({
    fetch: createGuardedFetch({ userAgent: 'test', trustedOrigins: [provider.issuer] }),
    privateIssuers: [provider.issuer],
    now: () => new Date(clock.nowMs),
  });
});

const tenantId = newId(TenantId);

const sign = (header: object = {}) => {
  const nowSec = clock.nowMs / 1000;
  const claims = { sub: 'ada', aud: RESOURCE, client_id: 'c', iat: nowSec, exp: nowSec + 3600 };
  return provider.sign(claims, { header: { ...header } });
};

const read = async (token: string) => {
  const name = { tenantId, issuer: `${provider.issuer}/` };
  const claims = await openId.readAccessToken(name, { token, resource: RESOURCE });
  return claims === null || claims === 'expired' ? claims : claims.sub;
};

describe('the keys of an identity provider', () => {
  it('are fetched once for concurrent requests, and cached for five minutes', async () => {
    const token = await sign();

    const subjects = await Promise.all(Array.from({ length: 20 }, () => read(token)));
    clock.nowMs += 299_000;
    await read(token);
    const before = provider.asked.keys;
    clock.nowMs += 2_000;
    await read(token);

    expect(new Set(subjects)).toEqual(new Set(['ada']));
    expect([before, provider.asked.keys]).toEqual([1, 2]);
  });

  it('are fetched again at most once in half a minute, however many tokens name unknown keys', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sign({ kid: `unknown-${index}` })),
    );
    const asked: number[] = [];

    for (const waitMs of [0, 29_000, 1_000]) {
      clock.nowMs += waitMs;
      const results = await Promise.all(tokens.map(read));
      expect(new Set(results)).toEqual(new Set([null]));
      asked.push(provider.asked.keys);
    }

    expect(asked).toEqual([1, 1, 2]);
  });

  it('that it has withdrawn are no longer accepted, and its new ones are', async () => {
    const old = await sign();
    const before = await read(old);
    clock.nowMs += 31_000;
    await provider.renew();

    const renewed = await read(await sign());

    expect([before, renewed, await read(old)]).toEqual(['ada', 'ada', null]);
  });

  it.each(['keysUrl', 'redirect'] as const)(
    'are not fetched from an internal address in its %s',
    async (way) => {
      provider.behaviour[way] = `${internal.issuer}/keys`;

      const reading = read(await sign());

      await expect(reading).rejects.toMatchObject({
        code: 'identity_provider_unavailable',
        message: expect.not.stringContaining(internal.issuer),
      });
      expect(internal.asked).toEqual({ description: 0, keys: 0, others: 0 });
    },
  );

  it('are not fetched for ten seconds if they were unusable', async () => {
    provider.behaviour.redirect = `${internal.issuer}/keys`;
    const token = await sign();
    await expect(read(token)).rejects.toThrow();
    provider.behaviour.redirect = null;

    const soon = read(token);

    await expect(soon).rejects.toMatchObject({ code: 'identity_provider_unavailable' });
    clock.nowMs += 10_001;
    expect(await read(token)).toBe('ada');
  });
});
