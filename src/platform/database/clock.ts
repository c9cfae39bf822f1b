import { Prisma } from '../../generated/prisma/client.js';

/** From now by the database's clock, the only one that all processes share; what is negative is past. */
export const inMs = (ms: number): Prisma.Sql =>
  Prisma.sql`now() + ${ms}::float8 * interval '1 millisecond'`;
