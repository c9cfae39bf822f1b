import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  columnsOf,
  firstIdAt,
  rowsOf,
  sql,
  toAssignments,
} from '../../../src/platform/database/sql.js';

describe('the SQL assignments of an update', () => {
  it('contain the columns that have a value, including null, and pass values as parameters', () => {
    const { sql: text, values } = toAssignments({ title: "x'; DROP", note: null, size: undefined });

    expect(text).toBe('tenant_id = tenant_id,title = ?,note = ?');
    expect(values).toEqual(["x'; DROP", null]);
  });

  it('form a valid statement even if nothing changes', () => {
    expect(toAssignments({}).sql).toBe('tenant_id = tenant_id');
  });
});

describe('the SQL columns of a schema', () => {
  it('are its fields in snake case, or aliased to the field names for a table', () => {
    const schema = z.object({ id: z.string(), ownerId: z.string() });

    expect(columnsOf(schema).sql).toBe('id, owner_id');
    expect(columnsOf(schema, 'd').sql).toBe('d.id AS "id", d.owner_id AS "ownerId"');
  });
});

describe('records turned into rows of SQL', () => {
  it('are one parameter, whatever the records contain', () => {
    const { values } = sql`SELECT * FROM ${rowsOf('chunks', [{ chunkIndex: 1, text: "'" }])}`;

    expect(values).toEqual([JSON.stringify([{ chunk_index: 1, text: "'" }])]);
  });
});

describe('the first possible id of a point in time', () => {
  it('begins with its milliseconds, so ids sort by time', () => {
    expect(firstIdAt(0)).toBe('00000000-0000-0000-0000-000000000000');
    expect(firstIdAt(-5)).toBe(firstIdAt(0));
    expect(firstIdAt(Date.UTC(2026, 0, 2)) > firstIdAt(Date.UTC(2026, 0, 1))).toBe(true);
  });
});
