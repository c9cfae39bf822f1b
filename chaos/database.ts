import pg from 'pg';

export type Sql = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<Row[]>;

/** Connects as a superuser, who sees every tenant, and past the proxy, so that no fault cuts the connection. */
export const openSql = (url: string): { sql: Sql; close: () => Promise<void> } => {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    close: () => pool.end(),
  };
};
