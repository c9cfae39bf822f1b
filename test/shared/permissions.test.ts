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
  it('include nothing that is granted to keys only', () => {
    const ofKeys: Permission[] = ['act_for_users', 'tokens', 'webhooks', 'embeddings', 'tasks'];

    expect(permissionsOfRole.admin.filter((one) => ofKeys.includes(one))).toEqual([]);
  });

  it("of a member include no administration, whatever the member's key says", () => {
    expect(permissionsOfRole.member).not.toContain('admin');
    expect(effectivePermissions('member', ALL)).not.toContain('admin');
    expect(effectivePermissions('member', ALL)).not.toContain('webhooks');
  });

  it('are limited by the key', () => {
    expect(effectivePermissions('admin', ['search'])).toEqual(['search']);
    expect(effectivePermissions('admin', [])).toEqual([]);
  });
});

describe('the key of an application', () => {
  it('can neither write nor administer anything, whatever it says', () => {
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

describe('the language model outside chat turns', () => {
  it('is available to people, and to keys that act for others only if granted', () => {
    const askedBy = newId(ApiKeyId);

    expect(mayUseModel({ askedBy: null, permissions: ['chat'] })).toBe(true);
    expect(mayUseModel({ askedBy, permissions: ['chat', 'tokens'] })).toBe(false);
    expect(mayUseModel({ askedBy, permissions: ['chat', 'tasks'] })).toBe(true);
  });
});

describe('a required permission', () => {
  it('is covered by itself, and for webhooks also by administration', () => {
    expect(isPermitted(['search'], 'search')).toBe(true);
    expect(isPermitted(['admin'], 'webhooks')).toBe(true);
  });

  it('is covered by no other permission', () => {
    expect(isPermitted(['webhooks'], 'admin')).toBe(false);
    expect(isPermitted(['documents:read'], 'documents:write')).toBe(false);
    expect(isPermitted(['admin'], 'search')).toBe(false);
  });
});
