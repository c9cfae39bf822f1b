import pg from 'pg';
import { refusingLogin, tooPowerful } from './refusal.js';
import { setTimeout as delay } from 'node:timers/promises';
import { untilAborted } from '../../shared/async.js';
import { TenantId } from '../../shared/ids.js';
import type { Scope } from '../../shared/scope.js';
import type { Database } from './database.js';
import { createDatabaseTurns, type TurnLimits } from './database-turns.js';
import { createLockLine, type LockLine } from './lock-line.js';
import type { Statements, Transaction } from './transaction.js';
import { createInTenant, createStatementNamer, toStatements, type InTenant } from './in-tenant.js';
import { createModels } from './models.js';
import { isRetryable, translateError, translating } from './translate-error.js';
import { migrateDatabase, refuseOldSchema } from './migrations.js';
import { APPLICATION_SESSION, FIXED_SEARCH_PATH, OPERATOR_ROLE } from './sessions.js';
import { BACKUP_LOCK } from './snapshot.js';

/** What repositories of tables without row security are built from; failures surface as our own errors. */
export type PlatformAccess = {
  /** Each statement is a transaction of its own. */
  platform: Statements;
  inTenant: InTenant;
  /** Runs with the rights of the operator, the only one who may change tenants. */
  asOperator: InTenant;
  /** The same, but commits do not wait for the disk. */
  statements: Statements;
};

type DatabaseOptions<Scoped, Platform> = {
  repositories: {
    scoped: (tx: Transaction, scope: Scope) => Scoped;
    platform: (access: PlatformAccess) => Platform;
  };
  /** Logs in as the application role. */
  url: string;
  /** Logs in as the owner; used for migrations, then closed. Null if the database is migrated elsewhere. */
  migrationUrl: string | null;
  migrationsFolder: string;
  /** Connections shared by the transactions of all tenants, which take turns. */
  poolSize: number;
  turnLimits?: TurnLimits;
  connectTimeoutMs?: number;
  transactionTimeoutMs?: number;
  transactionIdleMs?: number;
  /** For the log: an idle connection that drops is replaced on the next use. */
  onConnectionLost?: (error: Error) => void;
  /** Called after a connection kept a tenant's scope or another role past its transaction (our bug, or injected SQL) and was closed. */
  onScopeLeft?: () => void;
};

const CONNECT_TIMEOUT_MS = 3_000;
const LOCK_CONNECTIONS = 4;
/** For work that belongs to no tenant: it needs no turn and does not queue behind tenants' transactions. */
const PLATFORM_CONNECTIONS = 2;
const TURN_LIMITS: TurnLimits = { maxWaiting: 512, maxWaitMs: 10_000 };
const TASK_CONNECTIONS = 4;
const IDLE_MS = 60_000;
/** Between two statements a transaction waits only for this process, and a stalled process would keep rows locked that others need. */
const TRANSACTION_IDLE_MS = 5_000;
/** A stalled process (SIGSTOP, a stuck event loop) would keep its locks forever, so its session is ended. */
const LOCK_SESSION_IDLE_MS = 20_000;

type RoleFacts = { name: string; superuser: boolean; bypasses: boolean; owned: string | null };

/** Migrates, or checks that the database is migrated; refuses a role that bypasses row security; and opens the pools. */
export const createDatabase = async <Scoped, Platform>(
  options: DatabaseOptions<Scoped, Platform>,
): Promise<Database<Scoped, Platform>> => {
  const { url, migrationUrl, migrationsFolder } = options;
  if (migrationUrl !== null) await migrateDatabase({ url, migrationUrl, migrationsFolder });
  await withLogin(options, async (client) => {
    await refusePowerfulRole(client);
    if (migrationUrl === null) await refuseOldSchema(client, migrationsFolder);
  });
  const { pool, platformPool, lockPool, taskPool } = openPools(options);
  const nameOf = createStatementNamer();
  const { onScopeLeft, poolSize: atOnce, turnLimits = TURN_LIMITS } = options;
  const turns = createDatabaseTurns({ atOnce, ...turnLimits });
  const bindModels = createModels(nameOf);
  const common = { pool, nameOf, bindModels, turns, onScopeLeft, lockLine: createLockLine() };
  const inTenant = createInTenant(common);
  const asOperator = createInTenant({ ...common, role: OPERATOR_ROLE, kind: 'operator' });
  const statementsOf = (from: pg.Pool) =>
    toStatements((statement) => translating(() => from.query(statement)), nameOf);
  const close = async () => {
    await Promise.all([pool, platformPool, taskPool, lockPool].map((one) => one.end()));
  };
  return {
    withScope: createWithScope(inTenant, options.repositories.scoped),
    platform: options.repositories.platform({
      platform: statementsOf(platformPool),
      inTenant: (...one) => translating(() => inTenant(...one)),
      asOperator: (...one) => translating(() => asOperator(...one)),
      statements: statementsOf(taskPool),
    }),
    withLock: createWithLock(lockPool, createLockLine()),
    mayDeleteFiles: () => translating(() => isFree(platformPool, BACKUP_LOCK)),
    check: () =>
      translating(async () => {
        await platformPool.query('SELECT 1');
      }),
    pools: () => [
      // Transactions that wait for their turn count as waiting for a connection.
      toUse('requests', pool, turns.waiting()),
      toUse('platform', platformPool),
      toUse('locks', lockPool),
      toUse('tasks', taskPool),
    ],
    close,
  };
};

type PoolsOptions = PoolOptions &
  Pick<
    DatabaseOptions<unknown, unknown>,
    'poolSize' | 'transactionTimeoutMs' | 'transactionIdleMs'
  >;

const openPools = (options: PoolsOptions) => {
  const timeoutMs = options.transactionTimeoutMs ?? 15_000;
  const idleMs = options.transactionIdleMs ?? TRANSACTION_IDLE_MS;
  const pool = openPool(options, {
    max: options.poolSize,
    idleTimeoutMillis: IDLE_MS,
    // Statements of a transaction that do not depend on each other are sent at once.
    pipeline: true,
    // Set on the server, so that a transaction ends even if this process stalls.
    options: `-c statement_timeout=${timeoutMs} -c idle_in_transaction_session_timeout=${idleMs}`,
  });
  const platformPool = openPool(options, {
    max: PLATFORM_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
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
    // If a crash makes PostgreSQL forget a lease, another worker takes the task and writes under the old lease are refused, so these
    // commits need not wait for the disk.
    options: `-c statement_timeout=${timeoutMs} -c synchronous_commit=off`,
  });
  return { pool, platformPool, lockPool, taskPool };
};

const toUse = (name: string, pool: pg.Pool, waiting = 0) => ({
  pool: name,
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  pending: pool.waitingCount + waiting,
  max: pool.options.max,
});

/** True while nobody holds this lock exclusively; the check does not keep it. */
const isFree = async (pool: pg.Pool, key: string): Promise<boolean> => {
  const { rows } = await pool.query<{ free: boolean }>({
    name: 'is-free',
    text: 'SELECT pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) AS free',
    values: [key],
  });
  return rows[0]?.free === true;
};

type PoolOptions = Pick<
  DatabaseOptions<unknown, unknown>,
  'url' | 'connectTimeoutMs' | 'onConnectionLost'
>;

/** The login's own session, without switching to the application role. */
const withLogin = (
  { url, connectTimeoutMs = CONNECT_TIMEOUT_MS }: PoolOptions,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    options: FIXED_SEARCH_PATH,
  });
  client.on('error', () => undefined);
  return refusingLogin('DATABASE_URL', async () => {
    await client.connect();
    await work(client);
  }).finally(() => client.end().catch(() => undefined));
};

const openPool = (options: PoolOptions, settings: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'knowledge-router',
    ...settings,
    options: `${settings.options ?? ''} ${APPLICATION_SESSION}`,
  });
  // Stays for the life of the connection: a drop in the middle of a transaction also fails the statement in flight.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // A drop does not matter while the pool is closing.
      if (!pool.ending) options.onConnectionLost?.(error);
    }),
  );
  pool.on('error', () => undefined);
  return pool;
};

/**
 * Row security does not bind superusers, BYPASSRLS roles or (without FORCE) owners, so the server refuses to start with such a
 * DATABASE_URL.
 */
const refusePowerfulRole = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<RoleFacts>(`
    SELECT r.rolname AS name, r.rolsuper AS superuser, r.rolbypassrls AS bypasses,
           (SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND pg_has_role(r.oid, c.relowner, 'MEMBER')
            LIMIT 1) AS owned
    FROM pg_roles r WHERE r.rolname = current_user`);
  const [role] = rows;
  const reason = role ? reasonToRefuse(role) : 'is unknown to the server';
  if (reason === null) return;
  throw tooPowerful(role?.name ?? '?', reason);
};

const reasonToRefuse = (role: RoleFacts): string | null => {
  if (role.superuser) return 'is a superuser';
  if (role.bypasses) return 'has BYPASSRLS';
  if (role.owned !== null) return `owns table "${role.owned}"`;
  return null;
};

const createWithScope =
  <Scoped>(
    inTenant: InTenant,
    repositoriesOf: (tx: Transaction, scope: Scope) => Scoped,
  ): Database<Scoped>['withScope'] =>
  async (scope, work) => {
    const tenantId = parseTenant(scope);
    const kind = scope.kind === 'system' ? 'background' : 'request';
    return retryConflicts(() => inTenant(tenantId, (tx) => work(repositoriesOf(tx, scope)), kind));
  };

/** Types keep partial scopes out; one that got past them must still not reach PostgreSQL. */
const parseTenant = (scope: Scope): TenantId => {
  if (!Object.isFrozen(scope)) throw new Error('A scope comes from its makers only.');
  return TenantId.parse(scope.tenantId);
};

const MAX_TRIES = 3;

const retryConflicts = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw translateError(error);
      // Jitter, so that two conflicting transactions do not collide again.
      await delay(tries * (5 + Math.random() * 20));
    }
  }
};

/** Waiters poll instead of blocking in PostgreSQL, so they occupy no connection and an abort signal frees them at once. */
const createWithLock =
  (pool: pg.Pool, line: LockLine): Database<unknown>['withLock'] =>
  async ({ key, signal }, work) => {
    await takeHere(line, { key, signal });
    let isHeld = true;
    const leave = (): void => {
      if (isHeld) line.leave(key);
      isHeld = false;
    };
    try {
      const client = await takeLock(pool, { key, signal });
      // A lost connection means a lost lock: others in this process or elsewhere may take it.
      client.once('end', leave);
      try {
        return await work();
      } finally {
        client.off('end', leave);
        await releaseLock(client, key);
      }
    } finally {
      leave();
    }
  };

/** Within this process, one caller at a time asks PostgreSQL for a lock; the others wait without a connection. */
const takeHere = async (
  line: LockLine,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<void> => {
  const taken = line.untilTaken(key);
  try {
    await untilAborted(taken, signal);
  } catch (error) {
    void taken.then(() => line.leave(key));
    throw error;
  }
};

const MIN_WAIT_MS = 10;
const MAX_WAIT_MS = 200;

const takeLock = async (
  pool: pg.Pool,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<pg.PoolClient> => {
  for (let waitMs = MIN_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    signal.throwIfAborted();
    const client = await tryLock(pool, key);
    if (client) return client;
    await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal });
  }
};

// Named: parsed once per connection.
const LOCK = {
  name: 'lock',
  text: 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
};

const tryLock = async (pool: pg.Pool, key: string): Promise<pg.PoolClient | null> => {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    const { rows } = await client.query<{ locked: boolean }>({ ...LOCK, values: [key] });
    if (rows[0]?.locked) {
      client.on('error', ignoreLostConnection);
      return client;
    }
    client.release();
    return null;
  } catch (error) {
    client?.release(true);
    throw translateError(error);
  }
};

/** A holder whose connection drops has already lost the lock; its own checks (lease, signal) end its work. */
const ignoreLostConnection = (): void => undefined;

const UNLOCK = { name: 'unlock', text: 'SELECT pg_advisory_unlock(hashtextextended($1, 0))' };

const releaseLock = async (client: pg.PoolClient, key: string): Promise<void> => {
  let isBroken = false;
  try {
    await client.query({ ...UNLOCK, values: [key] });
  } catch {
    isBroken = true;
  }
  client.off('error', ignoreLostConnection);
  // A connection that failed to unlock is closed, which releases the lock.
  client.release(isBroken);
};
