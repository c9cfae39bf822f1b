import { describe, expect, it } from '@jest/globals';
import { newId, TenantId, UserId } from '../../src/shared/ids.js';
import { isEntitled, toOwnerScope } from '../../src/webhooks/owner.js';

const owner = {
  ownerId: newId(UserId),
  ownerRole: 'admin',
  ownerStatus: 'active',
  ownerGroups: ['hr'],
  filter: null,
} as const;
const asOwner = { ...owner, ownerGroups: ['hr'] };

describe('the owner of a webhook', () => {
  it('gets events only as an active admin', () => {
    expect(isEntitled(asOwner)).toBe(true);
    expect(isEntitled({ ...asOwner, ownerRole: 'member' })).toBe(false);
    expect(isEntitled({ ...asOwner, ownerStatus: 'suspended' })).toBe(false);
  });

  it('sees no more documents than the key that created the webhook', () => {
    const filter = { type: 'eq', key: 'language', value: 'de' } as const;

    expect(toOwnerScope(newId(TenantId), { ...asOwner, filter })).toMatchObject({
      userId: owner.ownerId,
      groups: ['hr'],
      filters: [{ from: 'key', filter }],
    });
    expect(toOwnerScope(newId(TenantId), asOwner).filters).toEqual([]);
  });
});
