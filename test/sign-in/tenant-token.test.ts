import { describe, expect, it } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import { newId, TenantId } from '../../src/shared/ids.js';
import {
  createFamily,
  issueRefreshToken,
  issueTenantToken,
  parseRefreshToken,
  parseTenantToken,
  succeedRefreshToken,
} from '../../src/sign-in/tenant-token.js';

const tenantId = newId(TenantId);

describe('a token of a tenant', () => {
  it('names its tenant, and has the hash that is stored', () => {
    const { token, tokenHash } = issueTenantToken('kri', tenantId);

    expect(parseTenantToken('kri', token)).toEqual({ tenantId, tokenHash });
  });

  it('is not accepted as one of another kind', () => {
    expect(parseTenantToken('krr', issueTenantToken('kri', tenantId).token)).toBeNull();
    expect(parseRefreshToken(issueTenantToken('kri', tenantId).token)).toBeNull();
  });

  it.each([
    ['with something after it', (token: string) => `${token}x`],
    ['with a line after it', (token: string) => `${token}\n`],
    ['that is cut off', (token: string) => token.slice(0, -1)],
    ['in capitals', (token: string) => token.toUpperCase()],
  ])('is not accepted %s', (_, change) => {
    expect(parseTenantToken('kri', change(issueTenantToken('kri', tenantId).token))).toBeNull();
  });
});

describe('the refresh tokens of a sign-in', () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const family = createFamily();
  const first = issueRefreshToken(tenantId, family);

  it('belong to one family and to no other', () => {
    expect(parseRefreshToken(first.token)?.family.hash).toEqual(family.hash);
    expect(
      parseRefreshToken(issueRefreshToken(tenantId, createFamily()).token)?.family.hash,
    ).not.toEqual(family.hash);
  });

  it('follow each other in the same way each time, and only we can compute how', () => {
    const { token } = first;

    const next = succeedRefreshToken(key, { token, tenantId, family });
    const again = succeedRefreshToken(key, { token, tenantId, family });
    const otherKey = createSecretKey(Buffer.alloc(32, 2));

    expect(next.token).toBe(again.token);
    expect(next.token).not.toBe(token);
    expect(parseRefreshToken(next.token)?.family.hash).toEqual(family.hash);
    expect(succeedRefreshToken(otherKey, { token, tenantId, family }).token).not.toBe(next.token);
  });
});
