import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';

/** Past this many, statements go unnamed: each name is kept by every connection for as long as it lives. */
const MAX_NAMED_STATEMENTS = 400;

/** Named statements are parsed and planned once per connection. */
const createStatementNamer = () => {
  const names = new Map<string, string>();
  return ({ sql }: { sql: string }): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMED_STATEMENTS) return '';
    const name = createHash('sha1').update(sql).digest('base64url');
    names.set(sql, name);
    return name;
  };
};

export const createPrismaClient = (
  pool: pg.Pool,
  transaction: { maxWaitMs: number; timeoutMs: number },
): PrismaClient =>
  new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: true,
      statementNameGenerator: createStatementNamer(),
    }),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: transaction.maxWaitMs, timeout: transaction.timeoutMs },
  });
