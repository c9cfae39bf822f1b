import { sql, type Sql } from './sql.js';

/** From now by the database's clock, the only one that all processes share; what is negative is past. */
export const inMs = (ms: number): Sql => sql`now() + ${ms}::float8 * interval '1 millisecond'`;
