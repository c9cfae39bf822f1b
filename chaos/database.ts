import pg from 'pg';

export type Sql = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

/** As a superuser, who sees every tenant, and by a way that no fault cuts. */
export const openSql = (url: string): { sql: Sql; close: () => Promise<void> } => {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    close: () => pool.end(),
  };
};
