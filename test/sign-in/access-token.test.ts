import { createHmac, createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createAccessTokens } from '../../src/sign-in/access-token.js';
import { newId, SignInId, TenantId, UserId } from '../../src/shared/ids.js';

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');
const NOW_SEC = NOW_MS / 1000;

const secret = randomBytes(32);
const key = createSecretKey(secret);
const claims = {
  tenantId: newId(TenantId),
  userId: newId(UserId),
  signInId: newId(SignInId),
};

const tokensAt = (ms: number) => createAccessTokens({ keys: [key], now: () => new Date(ms) });
const verify = (token: string, ms = NOW_MS) => tokensAt(ms).verify(token);

const HEADER = { alg: 'HS256', typ: 'at+jwt' };
const PAYLOAD = {
  iss: 'knowledge-router',
  aud: 'knowledge-router/api',
  sub: claims.userId,
  tid: claims.tenantId,
  sid: claims.signInId,
  iat: NOW_SEC,
  exp: NOW_SEC + 900,
};

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signed as well as anybody with the secret can, whatever it says. */
const forge = (header: unknown, payload: unknown, signedWith: string | Buffer = secret): string => {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac('sha256', signedWith).update(input).digest('base64url')}`;
};

const without = (name: keyof typeof PAYLOAD) => ({ ...PAYLOAD, [name]: undefined });

describe('an access token', () => {
  it('names its tenant, its user and its sign-in, and nothing else about them', async () => {
    const { accessToken, expiresAt } = await tokensAt(NOW_MS).issue(claims);

    expect(await verify(accessToken)).toEqual(claims);
    expect(expiresAt).toEqual(new Date(NOW_MS + 15 * 60_000));
    const [, payload = ''] = accessToken.split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(PAYLOAD);
  });

  it('is accepted as our own code writes it, so that the refusals below prove something', async () => {
    expect(await verify(forge(HEADER, PAYLOAD))).toEqual(claims);
  });

  it('expires after 15 minutes plus at most a minute of leeway, and the error says so', async () => {
    const token = forge(HEADER, PAYLOAD);

    expect(await verify(token, NOW_MS + 959_000)).toEqual(claims);
    expect(await verify(token, NOW_MS + 961_000)).toBe('expired');
  });

  it('does not live longer if it claims to', async () => {
    const token = forge(HEADER, { ...PAYLOAD, exp: NOW_SEC + 86_400 });

    expect(await verify(token, NOW_MS + 961_000)).toBe('expired');
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' });

  it.each<[string, string]>([
    ['without a signature (alg none)', `${encode({ ...HEADER, alg: 'none' })}.${encode(PAYLOAD)}.`],
    ['with alg None and a signature', forge({ ...HEADER, alg: 'None' }, PAYLOAD)],
    ['whose signature is missing', `${encode(HEADER)}.${encode(PAYLOAD)}.`],
    ['of two parts', `${encode(HEADER)}.${encode(PAYLOAD)}`],
    ['signed with a public key as the secret', forge(HEADER, PAYLOAD, publicPem)],
    ['that claims RS256', forge({ ...HEADER, alg: 'RS256' }, PAYLOAD)],
    ['that claims HS512', forge({ ...HEADER, alg: 'HS512' }, PAYLOAD)],
    ['signed with an empty secret', forge(HEADER, PAYLOAD, '')],
    ['signed with another secret', forge(HEADER, PAYLOAD, randomBytes(32))],
    ['for another audience', forge(HEADER, { ...PAYLOAD, aud: 'other' })],
    ['for us and others', forge(HEADER, { ...PAYLOAD, aud: [PAYLOAD.aud, 'other'] })],
    ['of another issuer', forge(HEADER, { ...PAYLOAD, iss: 'https://other.example' })],
    ['without an audience', forge(HEADER, without('aud'))],
    ['without an issuer', forge(HEADER, without('iss'))],
    ['that never expires', forge(HEADER, without('exp'))],
    [
      'that expired and is signed with another secret',
      forge(HEADER, { ...PAYLOAD, exp: NOW_SEC - 61 }, 'other'),
    ],
    ['whose expiry is a text', forge(HEADER, { ...PAYLOAD, exp: `${NOW_SEC + 900}` })],
    ['that is not valid yet', forge(HEADER, { ...PAYLOAD, nbf: NOW_SEC + 61 })],
    ['that was issued in the future', forge(HEADER, { ...PAYLOAD, iat: NOW_SEC + 61 })],
    ['without a time of issue', forge(HEADER, without('iat'))],
    ['without a tenant', forge(HEADER, without('tid'))],
    ['without a user', forge(HEADER, without('sub'))],
    ['without a sign-in', forge(HEADER, without('sid'))],
    ['whose tenant is not an id', forge(HEADER, { ...PAYLOAD, tid: '*' })],
    ['with a role in it', forge(HEADER, { ...PAYLOAD, role: 'admin' })],
    ['of another type', forge({ ...HEADER, typ: 'JWT' }, PAYLOAD)],
    ['of no type', forge({ alg: 'HS256' }, PAYLOAD)],
    ['with a kid that is a path', forge({ ...HEADER, kid: '../../dev/null' }, PAYLOAD)],
    ['with a kid that is SQL', forge({ ...HEADER, kid: "' OR 1=1 --" }, PAYLOAD)],
    ['with a kid of 10 kB', forge({ ...HEADER, kid: 'k'.repeat(10_000) }, PAYLOAD)],
    ['with a jku', forge({ ...HEADER, jku: 'http://127.0.0.1/keys' }, PAYLOAD)],
    ['with an x5u', forge({ ...HEADER, x5u: 'http://127.0.0.1/cert' }, PAYLOAD)],
    ['with its own key', forge({ ...HEADER, jwk: { kty: 'oct', k: 'AA' } }, PAYLOAD)],
    ['with a critical extension', forge({ ...HEADER, crit: ['exp'] }, PAYLOAD)],
    ['whose payload is null', forge(HEADER, null)],
    ['whose payload is a list', forge(HEADER, [])],
    ['whose header is a list', forge([], PAYLOAD)],
    ['that is null', 'null'],
    ['that is empty', ''],
    ['that is a list', '[]'],
    ['that is an object', '{}'],
    ['that is undefined', 'undefined'],
    ['of three empty parts', '..'],
  ])('%s is refused', async (_what, token) => {
    expect(await verify(token)).toBeNull();
  });

  it('is refused if any one bit of its signature is flipped, including unused bits', async () => {
    const { accessToken } = await tokensAt(NOW_MS).issue(claims);
    const start = accessToken.lastIndexOf('.') + 1;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const flipped = Array.from(accessToken.slice(start)).flatMap((letter, position) =>
      [1, 2, 4, 8, 16, 32].map((bit) => {
        const at = start + position;
        const other = alphabet[alphabet.indexOf(letter) ^ bit] ?? '';
        return `${accessToken.slice(0, at)}${other}${accessToken.slice(at + 1)}`;
      }),
    );

    const verdicts = await Promise.all(flipped.map((token) => verify(token)));

    expect(new Set(flipped).size).toBe(43 * 6);
    expect(verdicts.filter((verdict) => verdict !== null)).toEqual([]);
  });
});
