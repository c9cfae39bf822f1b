import { describe, expect, it } from '@jest/globals';
import {
  effectivePermissions,
  grantableTo,
  isPermitted,
  mayUseModel,
  permissionsOfApplication,
  permissionsOfRole,
} from '../../src/shared/permissions.js';
import { ApiKeyId, newId } from '../../src/shared/ids.js';
import { Permission } from '../../src/shared/scope.js';

const ALL = Permission.options;

describe('the permissions of a role', () => {
  it('hold nothing that is granted to keys alone', () => {
    const ofKeys: Permission[] = ['act_for_users', 'tokens', 'webhooks', 'embeddings', 'tasks'];

    expect(permissionsOfRole.admin.filter((one) => ofKeys.includes(one))).toEqual([]);
  });

  it('of a member hold no administration, whatever their key says', () => {
    expect(permissionsOfRole.member).not.toContain('admin');
    expect(effectivePermissions('member', ALL)).not.toContain('admin');
    expect(effectivePermissions('member', ALL)).not.toContain('webhooks');
  });

  it('are narrowed by the key', () => {
    expect(effectivePermissions('admin', ['search'])).toEqual(['search']);
    expect(effectivePermissions('admin', [])).toEqual([]);
  });
});

describe('a key of an application', () => {
  it('writes nothing and administers nothing, whatever it says', () => {
    expect(permissionsOfApplication(ALL)).toEqual([
      'chat',
      'search',
      'documents:read',
      'embeddings',
      'tokens',
      'tasks',
    ]);
    expect(grantableTo('admin', 'service')).not.toContain('admin');
    expect(grantableTo('admin', 'service')).not.toContain('documents:write');
  });
});

describe('the language model outside of turns', () => {
  it('is there for people, and for who asks for others only where that was granted', () => {
    const askedBy = newId(ApiKeyId);

    expect(mayUseModel({ askedBy: null, permissions: ['chat'] })).toBe(true);
    expect(mayUseModel({ askedBy, permissions: ['chat', 'tokens'] })).toBe(false);
    expect(mayUseModel({ askedBy, permissions: ['chat', 'tasks'] })).toBe(true);
  });
});

describe('a permission that is asked for', () => {
  it('is covered by itself, and webhooks by the administration', () => {
    expect(isPermitted(['search'], 'search')).toBe(true);
    expect(isPermitted(['admin'], 'webhooks')).toBe(true);
  });

  it('is covered by no other', () => {
    expect(isPermitted(['webhooks'], 'admin')).toBe(false);
    expect(isPermitted(['documents:read'], 'documents:write')).toBe(false);
    expect(isPermitted(['admin'], 'search')).toBe(false);
  });
});
