import { describe, expect, it } from '@jest/globals';
import {
  changesBetween,
  fieldsOfPolicy,
  groupKeysIn,
  withGroupNames,
} from '../../src/tenancy/audit-changes.js';
import { TenantPolicy } from '../../src/tenancy/schema.js';

describe('the changes between two states', () => {
  it('are the fields that differ; one that is missing is null', () => {
    const before = { role: 'member', groups: ['hr'], status: 'active' };
    const after = { role: 'admin', groups: ['hr'], isNew: true };

    expect(changesBetween(before, after)).toEqual([
      { field: 'role', before: 'member', after: 'admin' },
      { field: 'status', before: 'active', after: null },
      { field: 'isNew', before: null, after: true },
    ]);
  });

  it('of a policy name each switch, tool and quota for itself', () => {
    const policy = TenantPolicy.parse({});
    const changed = { ...policy, groundedOnly: false, tools: { web_search: true } };

    expect(changesBetween(fieldsOfPolicy(policy), fieldsOfPolicy(changed))).toEqual([
      { field: 'groundedOnly', before: true, after: false },
      { field: 'tools.web_search', before: null, after: true },
    ]);
  });
});

describe('the groups in changes', () => {
  const changes = [
    { field: 'groups', before: ['g1'], after: ['g1', 'g2'] },
    { field: 'visibility', before: 'tenant', after: 'group:g3' },
    { field: 'name', before: 'group:g4', after: 'g1' },
  ];

  it('are those of people and of visibilities, and of no other field', () => {
    expect(groupKeysIn(changes)).toEqual(['g1', 'g1', 'g2', 'g3']);
  });

  it('are shown by their names; one that is gone by its key', () => {
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
