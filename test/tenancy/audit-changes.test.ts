import { describe, expect, it } from '@jest/globals';
import {
  changesBetween,
  fieldsOfPolicy,
  groupKeysIn,
  withGroupNames,
} from '../../src/tenancy/audit-changes.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';

describe('the changes between two states in the audit log', () => {
  it('are the fields that differ, with null for a missing one', () => {
    const before = { role: 'member', groups: ['hr'], status: 'active' };
    const after = { role: 'admin', groups: ['hr'], isNew: true };

    expect(changesBetween(before, after)).toEqual([
      { field: 'role', before: 'member', after: 'admin' },
      { field: 'status', before: 'active', after: null },
      { field: 'isNew', before: null, after: true },
    ]);
  });

  it('of a policy list each switch, tool and quota separately', () => {
    const policy = TenantPolicy.parse({});
    const changed = { ...policy, groundedOnly: false, tools: { web_search: true } };

    expect(changesBetween(fieldsOfPolicy(policy), fieldsOfPolicy(changed))).toEqual([
      { field: 'groundedOnly', before: true, after: false },
      { field: 'tools.web_search', before: null, after: true },
    ]);
  });
});

describe('the groups in audited changes', () => {
  const changes = [
    { field: 'groups', before: ['g1'], after: ['g1', 'g2'] },
    { field: 'visibility', before: 'tenant', after: 'group:g3' },
    { field: 'name', before: 'group:g4', after: 'g1' },
  ];

  it('are those of people and visibilities, and of no other field', () => {
    expect(groupKeysIn(changes)).toEqual(['g1', 'g1', 'g2', 'g3']);
  });

  it('are shown by name, or by key if a group no longer exists', () => {
    const names = new Map([
      ['g1', 'Board'],
      ['g3', 'HR'],
    ]);

    expect(withGroupNames(changes, names)).toEqual([
      { field: 'groups', before: ['Board'], after: ['Board', 'g2'] },
      { field: 'visibility', before: 'tenant', after: 'group:HR' },
      { field: 'name', before: 'group:g4', after: 'g1' },
    ]);
  });
});
