import { describe, expect, it } from '@jest/globals';
import { hashSecret, issueApiKey, parseApiKey } from '../../src/shared/api-key.js';
import { TenantId } from '../../src/shared/ids.js';

const tenantId = TenantId.parse('0190a3f4-5b6c-7d8e-9f01-23456789abcd');

describe('an issued API key', () => {
  it('names its tenant and its prefix, and its secret matches the stored hash', () => {
    const { apiKey, prefix, secretHash } = issueApiKey(tenantId);

    const claimed = parseApiKey(apiKey);

    expect(claimed).toMatchObject({ tenantId, prefix });
    expect(hashSecret(claimed?.secret ?? '')).toEqual(secretHash);
  });

  it('differs each time', () => {
    expect(issueApiKey(tenantId).apiKey).not.toBe(issueApiKey(tenantId).apiKey);
  });

  it('has a secret of 256 bits', () => {
    const sizes: number[] = [];

    issueApiKey(tenantId, (size) => {
      sizes.push(size);
      return Buffer.alloc(size);
    });

    expect(sizes).toContain(32);
  });
});

describe('an API key in a wrong form', () => {
  const { apiKey } = issueApiKey(tenantId);

  it.each([
    ['empty', ''],
    ['one with something after it', `${apiKey}x`],
    ['one with something before it', ` ${apiKey}`],
    ['one with a line after it', `${apiKey}\n`],
    ['one that is cut off', apiKey.slice(0, -1)],
    ['one of another product', apiKey.replace(/^kr_/, 'sk-')],
    [
      'one whose tenant is not an id',
      apiKey.replace(/_[0-9a-f]{32}_/, `_${'f'.repeat(12)}0${'f'.repeat(19)}_`),
    ],
  ])('is refused: %s', (_, token) => {
    expect(parseApiKey(token)).toBeNull();
  });
});
