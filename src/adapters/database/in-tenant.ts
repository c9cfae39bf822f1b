import { sqltag } from '@prisma/client/runtime/client';
import type pg from 'pg';
import type { TenantId } from '../../domain/ids.js';
import type { Transaction } from './repositories/transaction.js';
import type { StatementNamer } from './statement-names.js';

/**
 * Runs work in one transaction of one tenant. Prisma's interactive transactions cost three times the CPU of the driver's, and
 * every request pays for several, so tenant data goes through the driver.
 */
export type InTenant = <Result>(
  tenantId: TenantId,
  work: (tx: Transaction) => Promise<Result>,
) => Promise<Result>;

export const createInTenant =
  (pool: pg.Pool, nameOf: StatementNamer): InTenant =>
  async (tenantId, work) => {
    const client = await pool.connect();
    let isBroken = true;
    try {
      // The one place that names a tenant to PostgreSQL; the setting ends with the transaction.
      await client.query(
        `BEGIN; SELECT set_config('app.tenant_id', ${client.escapeLiteral(tenantId)}, true)`,
      );
      const result = await work(toTransaction(client, nameOf));
      await client.query('COMMIT');
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = !(await rollBack(client));
      throw error;
    } finally {
      // A connection that could not even roll back is closed, which rolls back.
      client.release(isBroken);
    }
  };

const rollBack = async (client: pg.PoolClient): Promise<boolean> => {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
};

/** Repositories on a pool get each statement as a transaction of its own, and no tenant. */
export const toTransaction = (
  client: Pick<pg.ClientBase, 'query'>,
  nameOf: StatementNamer,
): Transaction => {
  const run = (text: TemplateStringsArray, values: unknown[]) => {
    const statement = sqltag(text, ...values);
    return client.query<Record<string, unknown>>({
      name: nameOf(statement.text),
      text: statement.text,
      values: statement.values,
    });
  };
  return {
    $queryRaw: async <Result>(text: TemplateStringsArray, ...values: unknown[]) =>
      // The caller says what its statement returns, as with Prisma's method of this name.
      (await run(text, values)).rows as Result,
    $executeRaw: async (text, ...values) => (await run(text, values)).rowCount ?? 0,
  };
};
