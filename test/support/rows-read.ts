import pg from 'pg';
import { z } from 'zod';
import { toTransaction } from '../../src/platform/database/in-tenant.js';
import { createModels } from '../../src/platform/database/models.js';
import { APPLICATION_SESSION } from '../../src/platform/database/sessions.js';
import type { Transaction } from '../../src/platform/database/transaction.js';
import type { Scope } from '../../src/shared/scope.js';

/** SQL for many rows: the n-th was made n minutes ago, and its id says so. */
export const MADE_AT = `now() - n * interval '1 minute'`;
export const ID_OF_ROW = `(lpad(to_hex((extract(epoch FROM ${MADE_AT}) * 1000)::bigint), 12, '0')
  || '70008000' || lpad(to_hex(n), 12, '0'))::uuid`;

type Asked = { url: string; scope: Scope };

const Step = z.object({
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  Plans: z.array(z.unknown()).default([]),
});

const Explained = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.unknown() })]) });

/** Counts the rows that PostgreSQL reads for these statements, as the application's role under row security; they must find nothing. */
export const rowsReadBy = async (
  { url, scope }: Asked,
  ask: (tx: Transaction) => Promise<unknown>,
): Promise<number> => {
  const client = new pg.Client({ connectionString: url, options: APPLICATION_SESSION });
  await client.connect();
  let read = 0;
  const explain = async ({ text, values }: pg.QueryConfig) => {
    const statement = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`;
    const { rows } = await client.query<Record<string, unknown>>(statement, values);
    read += rowsOf(Explained.parse(rows[0])['QUERY PLAN'][0].Plan);
    return { ...NOTHING, rows: [] };
  };
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [scope.tenantId]);
    const nameOf = () => '';
    await ask(toTransaction(explain, { nameOf, bindModels: createModels(nameOf) }));
    return read;
  } finally {
    await client.end();
  }
};

const NOTHING = { command: 'SELECT', rowCount: 0, oid: 0, fields: [] };

const rowsOf = (plan: unknown): number => {
  const { Plans: parts, ...step } = Step.parse(plan);
  const looked =
    step['Actual Rows'] + step['Rows Removed by Filter'] + step['Rows Removed by Index Recheck'];
  const own = step['Relation Name'] === undefined ? 0 : looked * step['Actual Loops'];
  return parts.reduce<number>((sum, part) => sum + rowsOf(part), own);
};
