import { describe, expect, it } from '@jest/globals';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { createSignedClaims, OURS } from '../../src/sign-in/signed-claims.js';

const key = createSecretKey(Buffer.alloc(32, 7));
const clock = { now: new Date('2026-01-01T00:00:00Z') };
const seconds = (later = 0): number => clock.now.getTime() / 1000 + later;

const claimsOf = (type: string, ...keys: KeyObject[]) =>
  createSignedClaims({
    keys: [keys[0] ?? key, ...keys.slice(1)],
    type,
    maxAgeSec: 600,
    now: () => clock.now,
  });

const { sign, verify } = claimsOf('kr+access');
const good = () => ({ sub: 'ann', iat: seconds(), exp: seconds(300) });

const foreign = (header: Record<string, unknown>) =>
  new SignJWT({ iss: OURS.issuer, aud: OURS.audience, ...good() })
    .setProtectedHeader({ alg: 'HS256', typ: 'kr+access', ...header })
    .sign(key);

describe('a signed token', () => {
  it('can be read by its signer', async () => {
    expect(await verify(await sign(good()))).toMatchObject({ sub: 'ann' });
  });

  it('expires when its time is over, with a minute of tolerance between clocks', async () => {
    const token = await sign({ ...good(), exp: seconds(-30) });
    const old = await sign({ ...good(), exp: seconds(-90) });

    expect(await verify(token)).toMatchObject({ sub: 'ann' });
    expect(await verify(old)).toBe('expired');
  });

  it.each<[string, () => Promise<string>]>([
    ['of another kind', () => claimsOf('kr+page').sign(good())],
    [
      'with another key',
      () => claimsOf('kr+access', createSecretKey(Buffer.alloc(32))).sign(good()),
    ],
    ['for somebody else', () => sign({ ...good(), aud: 'elsewhere' })],
    ['of somebody else', () => sign({ ...good(), iss: 'elsewhere' })],
    ['that never ends', () => sign({ sub: 'ann', iat: seconds() })],
    ['with another algorithm', () => foreign({ alg: 'HS512' })],
    ['with a header that names a key', () => foreign({ kid: '1' })],
    ['in another encoding', async () => `${await sign(good())}=`],
  ])('is refused %s', async (_, make) => {
    expect(await verify(await make())).toBeNull();
  });

  it('is refused without a signature', async () => {
    const [, claims] = (await sign(good())).split('.');
    const header = Buffer.from('{"alg":"none","typ":"kr+access"}').toString('base64url');

    expect(await verify(`${header}.${claims}.`)).toBeNull();
    expect(await verify('')).toBeNull();
  });
});

describe('a signed token while its key is rotated', () => {
  const newer = createSecretKey(Buffer.alloc(32, 8));

  it('is accepted with both keys, and refused once the earlier one is gone', async () => {
    const token = await sign(good());

    expect(await claimsOf('kr+access', newer, key).verify(token)).toMatchObject({ sub: 'ann' });
    expect(await claimsOf('kr+access', newer).verify(token)).toBeNull();
  });

  it('is signed with the newer key', async () => {
    const token = await claimsOf('kr+access', newer, key).sign(good());

    expect(await claimsOf('kr+access', newer).verify(token)).toMatchObject({ sub: 'ann' });
    expect(await verify(token)).toBeNull();
  });

  it('of an earlier key is reported as expired when its time is over', async () => {
    const token = await sign({ ...good(), exp: seconds(-90) });

    expect(await claimsOf('kr+access', newer, key).verify(token)).toBe('expired');
  });
});
