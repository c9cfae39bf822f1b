import pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import { toTransaction } from './in-tenant.js';
import { refusingLogin } from './refusal.js';
import type { Transaction } from './transaction.js';
import { translating } from './translate-error.js';

/** One connection of the owner, in the middle of one transaction. */
export type OwnerSession = {
  client: pg.Client;
  /** Tables without row security. */
  platform: Transaction;
  /** From here on the statements of this transaction are this tenant's. */
  inScope<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 10_000;

/** How values are written and read as text, as for pg_dump; and that nothing but us ends the session. */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  lock_timeout: '5s',
  search_path: 'public,pg_temp',
};

export const openOwnerSession = async (migrationUrl: string): Promise<OwnerSession> => {
  const client = new pg.Client({
    connectionString: migrationUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'knowledge-router backup',
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // A connection that is lost fails the next statement.
  client.on('error', () => undefined);
  await refusingLogin('DATABASE_MIGRATION_URL', () => client.connect());
  const tx = toTransaction(
    ({ text, values = [] }) => translating(() => client.query(text, values)),
    () => '',
  );
  return {
    client,
    platform: tx,
    inScope: async (scope, work) => {
      await enterTenant(client, scope);
      return work(tx);
    },
    close: () => client.end().catch(() => undefined),
  };
};

/** For this transaction, until another tenant is entered. */
export const enterTenant = async (client: pg.Client, { tenantId }: Scope): Promise<void> => {
  await client.query(`SELECT set_config('app.tenant_id', $1, true)`, [tenantId]);
};
