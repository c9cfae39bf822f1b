import type pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import { toTransaction } from './in-tenant.js';
import { createModels } from './models.js';
import { refusingLogin } from './refusal.js';
import { createTextClient, TEXT_SETTINGS } from './text-client.js';
import type { Transaction } from './transaction.js';
import { translating } from './translate-error.js';

/** The owner's connection, within one transaction. */
export type OwnerSession = {
  client: pg.Client;
  /** Tables without row security. */
  platform: Transaction;
  /** From here on, the statements of this transaction run as this tenant. */
  inScope<Result>(scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

const SETTINGS = {
  ...TEXT_SETTINGS,
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  lock_timeout: '5s',
  search_path: 'public,pg_temp',
};

export const openOwnerSession = async (migrationUrl: string): Promise<OwnerSession> => {
  const client = createTextClient(migrationUrl, { settings: SETTINGS });
  await refusingLogin('DATABASE_MIGRATION_URL', () => client.connect());
  const nameOf = () => '';
  const tx = toTransaction((statement) => translating(() => client.query(statement)), {
    nameOf,
    bindModels: createModels(nameOf),
  });
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

/**
 * Holds for this transaction until another tenant is entered. The name is part of the text, so a log of statements shows which tenant was
 * named.
 */
export const enterTenant = async (client: pg.Client, { tenantId }: Scope): Promise<void> => {
  const name = client.escapeLiteral(tenantId);
  await client.query(`SELECT set_config('app.tenant_id', ${name}, true)`);
};
