import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import type { StatementNamer } from './statement-names.js';

export type { PrismaClient };

export const createPrismaClient = (pool: pg.Pool, nameOf: StatementNamer): PrismaClient =>
  new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => nameOf(sql) }),
    errorFormat: 'minimal',
  });
