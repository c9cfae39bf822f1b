import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { Webhook } from 'standardwebhooks';
import { makeSecret, toSignedHeaders } from '../../src/webhooks/sign.js';

const BODY = JSON.stringify({
  type: 'document.ready',
  timestamp: '2026-01-02T03:04:05.000Z',
  data: { documentId: randomUUID(), version: 1 },
});

const signed = (secrets: readonly string[], { body = BODY, ageSec = 0 } = {}) =>
  toSignedHeaders(secrets, {
    id: randomUUID(),
    timestamp: Math.floor(Date.now() / 1000) - ageSec,
    body,
  });

/** Programs of others that check what we sign. */
const VERIFIERS = {
  standardwebhooks: async (body: string, headers: Record<string, string>, secret: string) =>
    new Webhook(secret).verify(body, headers),
  openai: async (body: string, headers: Record<string, string>, secret: string) =>
    new OpenAI({ apiKey: 'none', webhookSecret: secret }).webhooks.unwrap(body, headers),
};

describe.each(Object.entries(VERIFIERS))('the webhook signature verifier of %s', (_, verify) => {
  it('accepts what was signed', async () => {
    const secret = makeSecret();

    await expect(verify(BODY, signed([secret]), secret)).resolves.toEqual(JSON.parse(BODY));
  });

  it('accepts either secret during a rotation, and no others', async () => {
    const [current, old, other] = [makeSecret(), makeSecret(), makeSecret()];
    const headers = signed([current, old]);

    await expect(verify(BODY, headers, current)).resolves.toBeDefined();
    await expect(verify(BODY, headers, old)).resolves.toBeDefined();
    await expect(verify(BODY, headers, other)).rejects.toThrow();
  });

  it('refuses a changed body, another id and an old time', async () => {
    const secret = makeSecret();
    const headers = signed([secret]);

    await expect(verify(`${BODY} `, headers, secret)).rejects.toThrow();
    await expect(verify(BODY, { ...headers, 'webhook-id': 'x' }, secret)).rejects.toThrow();
    await expect(verify(BODY, signed([secret], { ageSec: 600 }), secret)).rejects.toThrow();
  });
});

describe('a webhook secret', () => {
  it('is whsec_ and 24 to 64 random bytes in base64', () => {
    const secrets = [makeSecret(), makeSecret()];

    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) {
      const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(secret) ?? [];
      expect(Buffer.from(base64, 'base64').toString('base64')).toBe(base64);
      expect(Buffer.from(base64, 'base64').length).toBe(32);
    }
  });
});
