import {
  empty as emptySql,
  join as joinSql,
  raw,
  sqltag as sql,
  type Sql,
} from '@prisma/client/runtime/client';
import type { z } from 'zod';
import { toJson } from './text.js';

/** Fragments of a statement; values in them stay parameters however deeply they are nested. */
export { emptySql, joinSql, sql, type Sql };

/** Only for names from our own code, never for user input. */
export const rawSql = (text: string): Sql => raw(text);

/** The assignments after SET for a table of tenants: the columns that have a value, including null. */
export const toAssignments = (columns: Readonly<Record<string, unknown>>): Sql => {
  const changes = Object.entries(columns).filter(([, value]) => value !== undefined);
  return joinSql([
    // SET needs at least one assignment, even when nothing changes.
    sql`tenant_id = tenant_id`,
    ...changes.map(([column, value]) => sql`${rawSql(column)} = ${value}`),
  ]);
};

/** Truncated to the millisecond, as columns store it: rounding up would make a task that is due now due later. */
export const NOW = sql`date_trunc('milliseconds', now())`;

/** From now by the database's clock, the only one that all processes share; negative values are in the past. */
export const inMs = (ms: number): Sql => sql`${NOW} + ${ms}::float8 * interval '1 millisecond'`;

/** The smallest id that could have been made at this time: UUIDv7 begins with its milliseconds, so an index on ids also finds times. */
export const firstIdAt = (ms: number): string => {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** The columns of a schema's fields, in snake case; if a table is given, each is selected under its field's name. */
export const columnsOf = ({ shape }: z.ZodObject, table?: string): Sql => {
  const columns = Object.keys(shape).map((field) =>
    table === undefined ? toColumn(field) : `${table}.${toColumn(field)} AS "${field}"`,
  );
  return rawSql(columns.join(', '));
};

/** Turns records into rows of a table with columns named after their fields, to select from. */
export const rowsOf = (table: string, records: readonly object[]): Sql => {
  const rows = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [toColumn(field), value])),
  );
  return sql`jsonb_populate_recordset(NULL::${rawSql(table)}, ${toJson(rows)}::jsonb)`;
};

const toColumn = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
