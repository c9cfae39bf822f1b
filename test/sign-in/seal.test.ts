import { describe, expect, it } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { newId, TenantId } from '../../src/shared/ids.js';
import { seal, unseal } from '../../src/sign-in/seal.js';

const key = createSecretKey(randomBytes(32));
const tenantId = newId(TenantId);

describe('a sealed text', () => {
  it('is read with its key, for its tenant', () => {
    expect(unseal(key, tenantId, seal(key, tenantId, 'geheim – 秘密'))).toBe('geheim – 秘密');
  });

  it('does not show its text, and is another one each time', () => {
    const [one, other] = [seal(key, tenantId, 'secret'), seal(key, tenantId, 'secret')];

    expect(one.includes('secret')).toBe(false);
    expect(one.equals(other)).toBe(false);
  });

  it('does not open for another tenant or with another key', () => {
    const sealed = seal(key, tenantId, 'secret');

    expect(unseal(key, newId(TenantId), sealed)).toBeNull();
    expect(unseal(createSecretKey(randomBytes(32)), tenantId, sealed)).toBeNull();
  });

  it('does not open when a byte of it was changed, or it is cut short', () => {
    const sealed = seal(key, tenantId, 'secret');

    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(key, tenantId, changed)).toBeNull();
      expect(unseal(key, tenantId, sealed.subarray(0, at))).toBeNull();
    }
  });
});
