import { Prisma } from '../../generated/prisma/client.js';

/** A piece of a statement; the values in it stay parameters wherever it is nested. */
export type Sql = Prisma.Sql;

export const { sql, join: joinSql, empty: emptySql } = Prisma;

/** For names out of our own code, never for what somebody wrote. */
export const rawSql = (text: string): Sql => Prisma.raw(text);
