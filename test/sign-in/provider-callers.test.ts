import { describe, expect, it } from '@jest/globals';
import { UnsecuredJWT } from 'jose';
import { createProviderCallers } from '../../src/sign-in/provider-callers.js';

const PUBLIC_URL = 'https://kr.example.com';

/** A token for that tenant's address, from a provider that is not known here. */
const tokenFor = (tenant: string, subject: string): string => {
  const [, payload] = new UnsecuredJWT({ sub: subject })
    .setIssuer('https://login.example.com')
    .setAudience(`${PUBLIC_URL}/mcp/${tenant}`)
    .setExpirationTime('1h')
    .encode()
    .split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'at+jwt' })).toString('base64url');
  return `${header}.${payload}.c2lnbmF0dXJl`;
};

describe('a token of an identity provider', () => {
  it('is checked before a flood of tokens for another tenant, however long that flood waits', async () => {
    const order: string[] = [];
    const unused = () => Promise.reject(new Error('is not asked'));
    const { findByProvider } = createProviderCallers({
      database: {
        withScope: async () => null as never,
        platform: {
          tenants: {
            findBySlug: async (slug: string) => {
              order.push(slug);
              return null;
            },
          },
        } as never,
      },
      openId: { describe: unused, readAccessToken: unused },
      publicUrl: PUBLIC_URL,
      now: () => new Date(),
    });
    const ask = (tenant: string, subject: string) =>
      findByProvider({ tenant, path: `/mcp/${tenant}` }, tokenFor(tenant, subject));

    const flood = Array.from({ length: 50 }, (_, index) => ask('flooded', String(index)));
    await ask('acme', 'somebody');
    await Promise.all(flood);

    expect(order).toHaveLength(51);
    expect(order.indexOf('acme')).toBeLessThan(5);
  });
});
