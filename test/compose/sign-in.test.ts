import { describe, expect, it } from '@jest/globals';
import { countProviders } from '../../src/compose/sign-in.js';
import { createSilentMetrics } from '../fakes/silent-metrics.js';

const ISSUER = 'https://issuer.example/.well-known/openid-configuration';

describe('requests to identity providers', () => {
  it.each([
    [200, 'ok'],
    [302, 'ok'],
    [400, 'refused'],
    [503, 'failed'],
  ])('answered with %i are counted as %s', async (status, outcome) => {
    const counted: string[] = [];
    const fetch = countProviders(async () => new Response(null, { status }), {
      ...createSilentMetrics(),
      identityProviderAsked: (one) => void counted.push(one),
    });

    const response = await fetch(ISSUER);

    expect(response.status).toBe(status);
    expect(counted).toEqual([outcome]);
  });

  it('without a response are counted as failed, and stay rejected', async () => {
    const counted: string[] = [];
    const fetch = countProviders(() => Promise.reject(new Error('ECONNREFUSED')), {
      ...createSilentMetrics(),
      identityProviderAsked: (one) => void counted.push(one),
    });

    await expect(fetch(ISSUER)).rejects.toThrow('ECONNREFUSED');
    expect(counted).toEqual(['failed']);
  });
});
