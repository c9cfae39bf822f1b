import { describe, expect, it } from '@jest/globals';
import { toQdrantFilter } from '../../../../src/platform/vectors/qdrant/qdrant-filter.js';

const tenant = { field: 'tenant_id', oneOf: ['t'] } as const;
const inTenant = { key: 'tenant_id', match: { value: 't' } };

describe("a vector filter in Qdrant's format", () => {
  it('requires all conditions', () => {
    const filter = toQdrantFilter([
      tenant,
      { field: 'version', oneOf: [3] },
      { field: 'document_id', oneOf: ['a', 'b'] },
    ]);

    expect(filter).toEqual({
      must: [
        inTenant,
        { key: 'version', match: { value: 3 } },
        { key: 'document_id', match: { any: ['a', 'b'] } },
      ],
    });
  });

  it('supports alternatives, exceptions and ids', () => {
    const filter = toQdrantFilter([
      tenant,
      {
        anyOf: [{ field: 'owner_id', oneOf: ['u'] }, { not: { field: 'version', oneOf: [1, 2] } }],
      },
      { field: 'id', oneOf: ['a', 'b'] },
    ]);

    expect(filter.must?.slice(1)).toEqual([
      {
        should: [
          { key: 'owner_id', match: { value: 'u' } },
          { must_not: [{ key: 'version', match: { any: [1, 2] } }] },
        ],
      },
      { has_id: ['a', 'b'] },
    ]);
  });

  it('matches nothing if a list is empty', () => {
    expect(toQdrantFilter([tenant, { field: 'document_id', oneOf: [] }]).must?.[1]).toEqual({
      key: 'document_id',
      match: { any: [] },
    });
  });
});
