import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ApiKeyId, CollectionId, newId, SignInId, TenantId, UserId } from '../../src/shared/ids.js';
import { createAccessTokens } from '../../src/sign-in/access-token.js';
import { createBrowserTokens } from '../../src/sign-in/browser-token.js';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
const key = createSecretKey(randomBytes(32));
const clock = { nowMs: START_MS };
const now = () => new Date(clock.nowMs);
const tokens = createBrowserTokens({ keys: [key], now });

const wanted = {
  tokenId: '0197e0b2-0000-4000-8000-000000000000',
  tenantId: newId(TenantId),
  apiKeyId: newId(ApiKeyId),
  label: 'visitor-42',
  origins: ['https://www.example.com'],
  permissions: ['chat'] as const,
  collectionIds: [newId(CollectionId)],
  assistantId: null,
};

describe('a signed browser token', () => {
  it('states its owner and which rights of the key it may use', async () => {
    clock.nowMs = START_MS;
    const { collectionIds, ...rest } = wanted;

    const { token, expiresAt } = await tokens.issue(wanted, 900);

    expect(expiresAt).toEqual(new Date(START_MS + 900_000));
    expect(await tokens.read(token)).toEqual({
      ...rest,
      filter: { type: 'in', key: 'collectionId', value: collectionIds },
    });
  });

  it('expires after its time plus at most a minute of leeway, and the error says so', async () => {
    clock.nowMs = START_MS;
    const { token } = await tokens.issue(wanted, 60);

    clock.nowMs = START_MS + 119_000;
    expect(await tokens.read(token)).toMatchObject({ label: 'visitor-42' });
    clock.nowMs = START_MS + 121_000;
    expect(await tokens.read(token)).toBe('expired');
  });

  it('is worthless if it is changed, signed with another key or of another kind', async () => {
    clock.nowMs = START_MS;
    const { token } = await tokens.issue(wanted, 900);
    const [head = '', , signature = ''] = token.split('.');
    const claims = { ...wanted, permissions: ['chat', 'admin'] };
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const other = createBrowserTokens({ keys: [createSecretKey(randomBytes(32))], now });
    const access = createAccessTokens({ keys: [key], now });
    const person = { tenantId: wanted.tenantId, userId: newId(UserId), signInId: newId(SignInId) };
    const { accessToken } = await access.issue(person);

    const read = [
      await tokens.read(`${head}.${forged}.${signature}`),
      await other.read(token),
      await tokens.read(accessToken),
      await access.verify(token),
      await tokens.read(token.slice(0, -1)),
    ];

    expect(read).toEqual([null, null, null, null, null]);
  });
});
