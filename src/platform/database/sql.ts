import { Prisma } from '../../generated/prisma/client.js';

/** A piece of a statement; the values in it stay parameters wherever it is nested. */
export type Sql = Prisma.Sql;

export const { sql, join: joinSql, empty: emptySql } = Prisma;

/** For names out of our own code, never for what somebody wrote. */
export const rawSql = (text: string): Sql => Prisma.raw(text);

/** What stands after SET in a table of tenants: the columns that have a value, null included. */
export const toAssignments = (columns: Readonly<Record<string, unknown>>): Sql => {
  const changes = Object.entries(columns).filter(([, value]) => value !== undefined);
  return joinSql([
    // Something has to stand there when nothing changes.
    sql`tenant_id = tenant_id`,
    ...changes.map(([column, value]) => sql`${rawSql(column)} = ${value}`),
  ]);
};

/** From now by the database's clock, the only one that all processes share; what is negative is past. */
export const inMs = (ms: number): Sql => sql`now() + ${ms}::float8 * interval '1 millisecond'`;

/** The smallest id that could have been made at this time: UUIDv7 begins with its milliseconds, so indexes on ids find times. */
export const firstIdAt = (ms: number): string => {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
