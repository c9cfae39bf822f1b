import { describe, expect, it } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { newId, TenantId } from '../../src/shared/ids.js';
import type { Keys } from '../../src/sign-in/keys.js';
import { reseal, seal, unseal } from '../../src/sign-in/seal.js';

const newKey = (): Keys => [createSecretKey(randomBytes(32))];
const keys = newKey();
const tenantId = newId(TenantId);

describe('an encrypted text', () => {
  it('can be read with its key, for its tenant', () => {
    expect(unseal(keys, tenantId, seal(keys, tenantId, 'geheim – 秘密'))).toBe('geheim – 秘密');
  });

  it('does not reveal its text, and differs each time', () => {
    const [one, other] = [seal(keys, tenantId, 'secret'), seal(keys, tenantId, 'secret')];

    expect(one.includes('secret')).toBe(false);
    expect(one.equals(other)).toBe(false);
  });

  it('cannot be decrypted for another tenant or with another key', () => {
    const sealed = seal(keys, tenantId, 'secret');

    expect(unseal(keys, newId(TenantId), sealed)).toBeNull();
    expect(unseal(newKey(), tenantId, sealed)).toBeNull();
  });

  it('cannot be decrypted if a byte of it was changed or it is cut short', () => {
    const sealed = seal(keys, tenantId, 'secret');

    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(keys, tenantId, changed)).toBeNull();
      expect(unseal(keys, tenantId, sealed.subarray(0, at))).toBeNull();
    }
  });
});

describe('a text encrypted with an earlier key', () => {
  const newer = newKey();
  const both: Keys = [...newer, ...keys];
  const sealed = seal(keys, tenantId, 'secret');

  it('can be decrypted as long as that key is there', () => {
    expect(unseal(both, tenantId, sealed)).toBe('secret');
    expect(unseal(newer, tenantId, sealed)).toBeNull();
  });

  it('can be decrypted without that key once it is encrypted again', () => {
    const anew = reseal(both, tenantId, sealed);

    expect(unseal(newer, tenantId, anew ?? sealed)).toBe('secret');
  });

  it('is encrypted again once, and not if no key decrypts it', () => {
    const anew = reseal(both, tenantId, sealed) ?? sealed;

    expect(reseal(both, tenantId, anew)).toBeNull();
    expect(reseal([...newer, ...newKey()], tenantId, sealed)).toBeNull();
    expect(reseal(both, newId(TenantId), sealed)).toBeNull();
  });
});
