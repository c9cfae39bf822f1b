import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  columnsOf,
  firstIdAt,
  rowsOf,
  sql,
  toAssignments,
} from '../../../src/platform/database/sql.js';

describe('assignments', () => {
  it('are those of the columns that have a value, null included, and values stay parameters', () => {
    const { sql: text, values } = toAssignments({ title: "x'; DROP", note: null, size: undefined });

    expect(text).toBe('tenant_id = tenant_id,title = ?,note = ?');
    expect(values).toEqual(["x'; DROP", null]);
  });

  it('are a statement where nothing changes', () => {
    expect(toAssignments({}).sql).toBe('tenant_id = tenant_id');
  });
});

describe('the columns of a schema', () => {
  it('are its fields in snake case, of a table under their own names', () => {
    const schema = z.object({ id: z.string(), ownerId: z.string() });

    expect(columnsOf(schema).sql).toBe('id, owner_id');
    expect(columnsOf(schema, 'd').sql).toBe('d.id AS "id", d.owner_id AS "ownerId"');
  });
});

describe('records as rows', () => {
  it('are one parameter, whatever stands in them', () => {
    const { values } = sql`SELECT * FROM ${rowsOf('chunks', [{ chunkIndex: 1, text: "'" }])}`;

    expect(values).toEqual([JSON.stringify([{ chunk_index: 1, text: "'" }])]);
  });
});

describe('the first id of a time', () => {
  it('begins with its milliseconds and orders as time does', () => {
    expect(firstIdAt(0)).toBe('00000000-0000-0000-0000-000000000000');
    expect(firstIdAt(-5)).toBe(firstIdAt(0));
    expect(firstIdAt(Date.UTC(2026, 0, 2)) > firstIdAt(Date.UTC(2026, 0, 1))).toBe(true);
  });
});
