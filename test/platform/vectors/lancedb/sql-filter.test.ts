import { describe, expect, it } from '@jest/globals';
import { toSql } from '../../../../src/platform/vectors/lancedb/sql-filter.js';

const tenant = { field: 'tenant_id', oneOf: ['t'] } as const;

describe('a vector filter in SQL', () => {
  it('requires all conditions, with alternatives in brackets', () => {
    const filter = toSql([
      tenant,
      {
        anyOf: [
          { field: 'visibility', oneOf: ['tenant', 'group:hr'] },
          { not: { field: 'version', oneOf: [3] } },
        ],
      },
    ]);

    expect(filter).toBe(
      "tenant_id = 't' AND (visibility IN ('tenant', 'group:hr') OR NOT (version = 3))",
    );
  });

  it('matches nothing if a list is empty', () => {
    expect(toSql([tenant, { field: 'document_id', oneOf: [] }])).toBe("tenant_id = 't' AND 1 = 0");
  });

  it('escapes quotes within text', () => {
    const group = "group:x' OR '1'='1";

    expect(toSql([tenant, { field: 'visibility', oneOf: [group] }])).toBe(
      "tenant_id = 't' AND visibility = 'group:x'' OR ''1''=''1'",
    );
  });
});
