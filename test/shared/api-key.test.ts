import { describe, expect, it } from '@jest/globals';
import { hashSecret, issueApiKey, parseApiKey } from '../../src/shared/api-key.js';
import { TenantId } from '../../src/shared/ids.js';

const tenantId = TenantId.parse('0190a3f4-5b6c-7d8e-9f01-23456789abcd');

describe('an issued key', () => {
  it('claims its tenant and its prefix, and its secret has the hash that is stored', () => {
    const { apiKey, prefix, secretHash } = issueApiKey(tenantId);

    const claimed = parseApiKey(apiKey);

    expect(claimed).toMatchObject({ tenantId, prefix });
    expect(hashSecret(claimed?.secret ?? '')).toEqual(secretHash);
  });

  it('is another one each time', () => {
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

describe('no key of ours', () => {
  const { apiKey } = issueApiKey(tenantId);

  it.each([
    ['empty', ''],
    ['one with something behind it', `${apiKey}x`],
    ['one with something in front of it', ` ${apiKey}`],
    ['one with a line behind it', `${apiKey}\n`],
    ['one that is cut off', apiKey.slice(0, -1)],
    ['one of another maker', apiKey.replace(/^kr_/, 'sk-')],
    [
      'one whose tenant is no id',
      apiKey.replace(/_[0-9a-f]{32}_/, `_${'f'.repeat(12)}0${'f'.repeat(19)}_`),
    ],
  ])('is %s', (_, token) => {
    expect(parseApiKey(token)).toBeNull();
  });
});
