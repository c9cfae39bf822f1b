import { describe, expect, it } from '@jest/globals';
import { newId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeSystemScope, makeUserScope } from '../../src/shared/make-scope.js';
import {
  filterOfKey,
  narrowScope,
  requireSystem,
  requireUser,
  withoutFilters,
} from '../../src/shared/scope.js';

const user = makeUserScope({
  tenantId: newId(TenantId),
  userId: newId(UserId),
  role: 'member',
  groups: ['hr'],
  permissions: ['search'],
});
const system = makeSystemScope(newId(TenantId));
const inGerman = { key: 'language', type: 'eq', value: 'de' } as const;
const asPdf = { key: 'format', type: 'eq', value: 'pdf' } as const;

describe('a scope', () => {
  it('cannot be changed by its holder, nor can its groups and permissions', () => {
    expect(() => Object.assign(user, { role: 'admin' })).toThrow(TypeError);
    expect(() => (user.groups as string[]).push('board')).toThrow(TypeError);
    expect(() => (user.permissions as string[]).push('admin')).toThrow(TypeError);
  });

  it('cannot be created from a partial identity', () => {
    expect(() => makeUserScope({ ...user, tenantId: '' as TenantId })).toThrow();
    expect(() => makeSystemScope('x' as TenantId)).toThrow();
  });

  it('of a user is not accepted as one of the system, and vice versa', () => {
    expect(() => requireSystem(user)).toThrow('This needs a system scope.');
    expect(() => requireUser(system)).toThrow('This needs the scope of a user.');
    expect(requireUser(user)).toBe(user);
    expect(() => requireSystem(system)).not.toThrow();
  });
});

describe('a narrowed scope', () => {
  it('keeps the existing filters and does not change the wider scope', () => {
    const byKey = narrowScope(user, inGerman, { from: 'key' });

    const byRequest = narrowScope(byKey, asPdf);

    expect(byRequest.filters).toEqual([
      { from: 'key', filter: inGerman },
      { from: 'request', filter: asPdf },
    ]);
    expect(byKey.filters).toHaveLength(1);
    expect(user.filters).toEqual([]);
    expect(Object.isFrozen(byRequest)).toBe(true);
  });

  it('is the same scope if there is no filter', () => {
    expect(narrowScope(user, null)).toBe(user);
    expect(narrowScope(user, undefined)).toBe(user);
  });

  it('has the filter of its key separate from that of a request', () => {
    const both = narrowScope(narrowScope(user, inGerman, { from: 'key' }), asPdf);

    expect(filterOfKey(both)).toEqual(inGerman);
    expect(filterOfKey(narrowScope(user, asPdf))).toBeNull();
    expect(withoutFilters(both).filters).toEqual([]);
  });
});
