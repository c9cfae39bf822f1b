import {
  empty as emptySql,
  join as joinSql,
  raw,
  sqltag as sql,
  type Sql,
} from '@prisma/client/runtime/client';
import type { z } from 'zod';
import { toJson } from './text.js';

/** Pieces of a statement; the values in them stay parameters wherever they are nested. */
export { emptySql, joinSql, sql, type Sql };

/** For names out of our own code, never for what somebody wrote. */
export const rawSql = (text: string): Sql => raw(text);

/** The assignments after SET in a table of tenants: the columns that have a value, null included. */
export const toAssignments = (columns: Readonly<Record<string, unknown>>): Sql => {
  const changes = Object.entries(columns).filter(([, value]) => value !== undefined);
  return joinSql([
    // Something has to stand there when nothing changes.
    sql`tenant_id = tenant_id`,
    ...changes.map(([column, value]) => sql`${rawSql(column)} = ${value}`),
  ]);
};

/** Down to the millisecond, which is what columns hold: rounded up, what is due at once would not be due yet. */
export const NOW = sql`date_trunc('milliseconds', now())`;

/** From now by the database's clock, the only one that all processes share; what is negative is past. */
export const inMs = (ms: number): Sql => sql`${NOW} + ${ms}::float8 * interval '1 millisecond'`;

/** The smallest id that could have been made at this time: UUIDv7 begins with its milliseconds, so indexes on ids find times. */
export const firstIdAt = (ms: number): string => {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** Columns are named as the fields of a schema, in snake case; of a table each is selected under its field's name. */
export const columnsOf = ({ shape }: z.ZodObject, table?: string): Sql => {
  const columns = Object.keys(shape).map((field) =>
    table === undefined ? toColumn(field) : `${table}.${toColumn(field)} AS "${field}"`,
  );
  return rawSql(columns.join(', '));
};

/** Records as rows of the table that their fields are named for, to select from. */
export const rowsOf = (table: string, records: readonly object[]): Sql => {
  const rows = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [toColumn(field), value])),
  );
  return sql`jsonb_populate_recordset(NULL::${rawSql(table)}, ${toJson(rows)}::jsonb)`;
};

const toColumn = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
