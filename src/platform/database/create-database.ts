import pg from 'pg';
import type { Scope } from '../../shared/scope.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import type { Database } from './database.js';
import type { Transaction } from './transaction.js';
import { createWithLock } from './advisory-lock.js';
import { refusePowerfulRole } from './check-role.js';
import { migrateDatabase } from './migrations.js';
import { createInTenant, toTransaction, type InTenant } from './in-tenant.js';
import { createPrismaClient } from './prisma-client.js';
import { refusingLogin } from './refusal.js';
import { createStatementNamer } from './statement-names.js';
import { translating } from './translate-error.js';
import { createWithScope } from './with-scope.js';

/** What repositories of tables without row security are made of. */
export type PlatformAccess = {
  prisma: PrismaClient;
  inTenant: InTenant;
  /** Each statement is a transaction of its own that does not wait for the disk. */
  statements: Transaction;
};

export type DatabaseOptions<Scoped, Platform> = {
  repositories: {
    scoped: (tx: Transaction, scope: Scope) => Scoped;
    platform: (access: PlatformAccess) => Platform;
  };
  /** Logs in as the application role. */
  url: string;
  /** Logs in as the owner; used for migrations, then closed. */
  migrationUrl: string;
  migrationsFolder: string;
  poolSize: number;
  connectTimeoutMs?: number;
  transactionTimeoutMs?: number;
  transactionIdleMs?: number;
  /** An idle connection that drops is replaced on the next use; this is for the log. */
  onConnectionLost?: (error: Error) => void;
};

const LOCK_CONNECTIONS = 4;
const TASK_CONNECTIONS = 4;
const IDLE_MS = 60_000;
/** Between two statements a transaction waits for nothing but this process: one that stands still holds rows that others wait for. */
const TRANSACTION_IDLE_MS = 5_000;
/** A process that stands still (SIGSTOP, a stuck event loop) would hold its locks for ever; its session is ended instead. */
const LOCK_SESSION_IDLE_MS = 20_000;

/** Migrates, refuses a role that row security does not bind, and opens the pools. */
export const createDatabase = async <Scoped, Platform>(
  options: DatabaseOptions<Scoped, Platform>,
): Promise<Database<Scoped, Platform>> => {
  const { url, migrationUrl, migrationsFolder } = options;
  await migrateDatabase({ url, migrationUrl, migrationsFolder });
  const timeoutMs = options.transactionTimeoutMs ?? 15_000;
  const idleMs = options.transactionIdleMs ?? TRANSACTION_IDLE_MS;
  const pool = openPool(options, {
    max: options.poolSize,
    idleTimeoutMillis: IDLE_MS,
    // Statements of a transaction that do not wait for each other are sent at once.
    pipeline: true,
    // Server-side, so that a transaction ends even when this process stands still.
    options: `-c statement_timeout=${timeoutMs} -c idle_in_transaction_session_timeout=${idleMs}`,
  });
  const lockPool = openPool(options, {
    max: LOCK_CONNECTIONS,
    idleTimeoutMillis: LOCK_SESSION_IDLE_MS / 2,
    options: `-c idle_session_timeout=${LOCK_SESSION_IDLE_MS}`,
  });
  const taskPool = openPool(options, {
    max: TASK_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    // A lease that PostgreSQL forgets in a crash is a task that is taken again; what a worker wrote under it is refused. So nobody
    // waits for the disk here.
    options: `-c statement_timeout=${timeoutMs} -c synchronous_commit=off`,
  });
  const nameOf = createStatementNamer();
  const inTenant = createInTenant(pool, nameOf);
  const prisma = createPrismaClient(pool, nameOf);
  const close = async () => {
    await prisma.$disconnect();
    await Promise.all([pool.end(), taskPool.end(), lockPool.end()]);
  };
  try {
    await refusingLogin('DATABASE_URL', () => refusePowerfulRole(pool));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    withScope: createWithScope(inTenant, options.repositories.scoped),
    platform: options.repositories.platform({
      prisma,
      inTenant,
      statements: toTransaction((statement) => taskPool.query(statement), nameOf),
    }),
    withLock: createWithLock(lockPool),
    check: () =>
      translating(async () => {
        await pool.query('SELECT 1');
      }),
    close,
  };
};

type PoolOptions = Pick<
  DatabaseOptions<unknown, unknown>,
  'url' | 'connectTimeoutMs' | 'onConnectionLost'
>;

const openPool = (options: PoolOptions, settings: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 3_000,
    keepAlive: true,
    application_name: 'knowledge-router',
    ...settings,
  });
  // For the connection's whole life: one that drops in the middle of a transaction also fails the statement in flight.
  pool.on('connect', (client) => client.on('error', (error) => options.onConnectionLost?.(error)));
  pool.on('error', () => undefined);
  return pool;
};
