import type pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import type { Sql } from './sql.js';
import type { Table } from './tables.js';
import { translating } from './translate-error.js';

/** Length of the batches that are read, which bounds memory unless a single row is larger. */
const BATCH_LENGTH = 1024 * 1024;
const MAX_BATCH_ROWS = 1000;
const GROWTH = 10;

type Query = { text: string; values: unknown[] };

/** The rows of a query, run in a transaction, whose only column is a `line`. */
export async function* readLines(client: pg.Client, query: Query): AsyncGenerator<string[]> {
  await translating(() =>
    client.query(`DECLARE lines_of_query NO SCROLL CURSOR FOR ${query.text}`, query.values),
  );
  let count = 1;
  for (;;) {
    const { rows } = await translating(() =>
      client.query<{ line: string }>(`FETCH ${count} FROM lines_of_query`),
    );
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const lengthOfRow = lines.reduce((sum, { length }) => sum + length, 0) / lines.length;
    const fitting = Math.floor(BATCH_LENGTH / lengthOfRow);
    count = Math.max(1, Math.min(fitting, count * GROWTH, MAX_BATCH_ROWS));
  }
  await translating(() => client.query('CLOSE lines_of_query'));
}

/** Some or all rows of a table, with some columns replaced by other values. */
export type Selection = { where?: Sql; instead?: Readonly<Record<string, Sql>> };

type Rows = { table: Table; scope: Scope | null; selection?: Selection };

/** Rows as lines of JSON, every value as PostgreSQL writes it as text. */
export const rowsQuery = (
  client: pg.Client,
  { table: { name, columns, tenantColumn }, scope, selection: { where, instead = {} } = {} }: Rows,
): Query => {
  const values: unknown[] = [];
  const add = (fragment: Sql): string => {
    const before = values.length;
    values.push(...fragment.values);
    return fragment.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
  };
  const selected = columns.map((column) => {
    const quoted = client.escapeIdentifier(column.name);
    const other = instead[column.name];
    return `${other === undefined ? quoted : `(${add(other)})`}::text AS ${quoted}`;
  });
  // Filters explicitly in addition to row security, which does not bind an owner who is a superuser.
  const conditions = [
    ...(scope === null || tenantColumn === null
      ? []
      : [
          `${client.escapeIdentifier(tenantColumn)} = ${client.escapeLiteral(scope.tenantId)}::uuid`,
        ]),
    ...(where === undefined ? [] : [`(${add(where)})`]),
  ];
  const text = `SELECT row_to_json(r)::text AS line
    FROM (SELECT ${selected.join(', ')} FROM ${client.escapeIdentifier(name)}
          ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}) r`;
  return { text, values };
};
