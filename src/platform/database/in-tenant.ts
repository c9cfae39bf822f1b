import { sqltag } from '@prisma/client/runtime/client';
import type pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { TenantId } from '../../shared/ids.js';
import { APPLICATION_ROLE, type OPERATOR_ROLE } from './sessions.js';
import type { Ask, BindModels, Models, StatementNamer } from './models.js';
import type { Statements, Transaction } from './transaction.js';
import { createHash } from 'node:crypto';
import type { DatabaseTurns, WorkKind } from './database-turns.js';
import { createLockLine, withLocksOf, type ClaimLock, type LockLine } from './lock-line.js';

/**
 * Runs work in one transaction of one tenant. The first statement begins it, so work without a statement costs nothing. Tenant data uses
 * the driver directly, because Prisma's interactive transactions cost three times as much CPU and every request needs several.
 */
export type InTenant = <Result>(
  tenantId: TenantId,
  work: (tx: Transaction) => Promise<Result>,
  kind?: WorkKind,
) => Promise<Result>;

type Begun = { client: pg.PoolClient; hasBegun: Promise<unknown>; leave: () => void };

type Options = {
  pool: pg.Pool;
  nameOf: StatementNamer;
  bindModels: BindModels;
  /** A transaction waits for its turn before it takes a connection. If absent, it waits for the pool only. */
  turns?: DatabaseTurns;
  /** Shared by everything that takes the same locks; absent: a new one. */
  lockLine?: LockLine;
  /** The kind of work assumed for a transaction that names none. */
  kind?: WorkKind;
  /** The role whose rights the transaction has; absent: the application's. */
  role?: typeof APPLICATION_ROLE | typeof OPERATOR_ROLE;
  /** Called after a connection kept a scope or another role outside a transaction and was closed. */
  onScopeLeft?: (() => void) | undefined;
};

export const createInTenant = ({
  lockLine = createLockLine(),
  kind: usually = 'request',
  ...options
}: Options): InTenant => {
  const inTransaction = createInTransaction(options);
  return (tenantId, work, kind = usually) =>
    withLocksOf(lockLine, (claim) => inTransaction({ tenantId, kind, claim }, work));
};

type One = { tenantId: TenantId; kind: WorkKind; claim: ClaimLock };

/** One transaction, from its first statement to its end. */
const createInTransaction =
  ({ pool, turns, role = APPLICATION_ROLE, onScopeLeft = () => undefined, ...made }: Options) =>
  async <Result>(
    { tenantId, kind, claim }: One,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> => {
    let begun: Promise<Begun> | null = null;
    let isOver = false;
    let isStained = false;
    let failure: { error: unknown } | null = null;
    const beginInTurn = async (): Promise<Begun> => {
      const leave = (await turns?.take(tenantId, kind)) ?? (() => undefined);
      try {
        const begunNow = begin(pool, { tenantId, role, onStained: () => (isStained = true) });
        return { ...(await begunNow), leave };
      } catch (error) {
        leave();
        throw error;
      }
    };
    const ask: Ask = async (statement) => {
      if (isOver) throw new Error('The transaction of this statement has ended.');
      begun ??= beginInTurn();
      const { client, hasBegun } = await begun;
      try {
        const [, result] = await Promise.all([hasBegun, send(client, statement)]);
        return result;
      } catch (error) {
        // Later statements fail because of the first, so all of them report its error.
        failure ??= { error };
        throw failure.error;
      }
    };
    const end = async (how: typeof commit): Promise<void> => {
      if (isOver) return;
      isOver = true;
      const opened = await begun;
      if (opened === null) return;
      const isClean = await endAndRelease(opened.client, async (client) => {
        const isLeftStained = await how(client);
        return !isStained && !isLeftStained;
      }).finally(opened.leave);
      if (!isClean) onScopeLeft();
    };
    try {
      const result = await work(toTransaction(ask, { ...made, claim }));
      await end(commit);
      return result;
    } catch (error) {
      await end(rollBack).catch(() => undefined);
      throw error;
    }
  };

/** The pool's connections are pipelined: the first statement is sent before this one is answered. */
const begin = async (
  pool: pg.Pool,
  { tenantId, role, onStained }: { tenantId: TenantId; role: string; onStained: () => void },
): Promise<Omit<Begun, 'leave'>> => {
  const client = await pool.connect();
  // The only place that names a tenant to PostgreSQL; both settings end with the transaction.
  const tenant = client.escapeLiteral(tenantId);
  const hasBegun = send(
    client,
    `BEGIN; ${READ_SESSION}; SELECT set_config('app.tenant_id', ${tenant}, true), set_config('role', '${role}', true)`,
  ).then((results) => {
    if (hasStain(results)) onStained();
  });
  // The first statement waits for it as well and reports its failure.
  hasBegun.catch(() => undefined);
  return { client, hasBegun };
};

/** Sends all statements of one tick of the event loop together, since each packet is a system call and wakes PostgreSQL. */
const send = (
  client: pg.PoolClient,
  statement: pg.QueryConfig | string,
): Promise<pg.QueryResult<Record<string, unknown>>> => {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query(statement);
};

/**
 * Sent along with the statements that begin and end a transaction: a scope or role set for the whole session, by a bug or by injected SQL,
 * would leak to the connection's next user.
 */
const READ_SESSION = `SELECT coalesce(current_setting('app.tenant_id', true), '') <> '' OR current_setting('role') <> '${APPLICATION_ROLE}' AS stained`;

/** For several statements sent as one, the driver returns a list of results, although its type declares one. */
const hasStain = (results: unknown): boolean =>
  Array.isArray(results) &&
  results.some(({ rows }: pg.QueryResult<{ stained?: boolean }>) => rows[0]?.stained === true);

/**
 * Closes a connection that cannot end its transaction (which rolls it back) or that is not clean afterwards. Returns whether it was clean.
 */
const endAndRelease = async (
  client: pg.PoolClient,
  end: (client: pg.PoolClient) => Promise<boolean>,
): Promise<boolean> => {
  let isClean = false;
  try {
    isClean = await end(client);
    return isClean;
  } finally {
    client.release(!isClean);
  }
};

const NO_TRANSACTION = '25P01';

/**
 * Rejects if the commit did not persist: PostgreSQL answers it with ROLLBACK after a failed statement, and with a warning if there is no
 * transaction (a pooler switched the session behind the connection, for example). True if a scope or a role outlived the transaction.
 */
const commit = async (client: pg.PoolClient): Promise<boolean> => {
  const notices = new Set<string | undefined>();
  const onNotice = ({ code }: { code?: string | undefined }): unknown => notices.add(code);
  client.on('notice', onNotice);
  try {
    const results: unknown = await client.query(`COMMIT; ${READ_SESSION}`);
    // A list, because two statements were sent.
    const [ended] = results as pg.QueryResult[];
    if (ended?.command === 'COMMIT' && !notices.has(NO_TRANSACTION)) return hasStain(results);
    throw new AppError('storage_unavailable', 'The database has not kept the transaction.');
  } finally {
    client.off('notice', onNotice);
  }
};

const rollBack = async (client: pg.PoolClient): Promise<boolean> =>
  hasStain(await client.query(`ROLLBACK; ${READ_SESSION}`));

// Named: parsed once per connection.
const LOCK = {
  name: 'lock-transaction',
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
};

type Made = { nameOf: StatementNamer; bindModels: BindModels; claim?: ClaimLock };

export const toTransaction = (ask: Ask, { nameOf, bindModels, claim }: Made): Transaction => {
  const { $queryRaw, $executeRaw } = toStatements(ask, nameOf);
  let models: Models | undefined;
  let now: Promise<Date> | undefined;
  return {
    $queryRaw,
    $executeRaw,
    get models() {
      return (models ??= bindModels(ask));
    },
    $now: () => (now ??= askNow(ask)),
    $lock: async (name) => {
      claim?.(name);
      await ask({ ...LOCK, values: [name] });
    },
  };
};

// Rounded to the millisecond, as columns store it.
const BEGAN_AT = { name: 'began-at', text: `SELECT date_trunc('milliseconds', now()) AS now` };

const askNow = async (ask: Ask): Promise<Date> =>
  z.date().parse((await ask(BEGAN_AT)).rows[0]?.['now']);

/** On a pool, each statement is a transaction of its own without a tenant. */
export const toStatements = (ask: Ask, nameOf: StatementNamer): Statements => {
  const run = (text: TemplateStringsArray, values: unknown[]) => {
    const statement = sqltag(text, ...values);
    return ask({
      name: nameOf(statement.text),
      text: statement.text,
      values: statement.values,
    });
  };
  return {
    $queryRaw: async <Result>(text: TemplateStringsArray, ...values: unknown[]) =>
      // The caller declares what its statement returns, as with Prisma's method of this name.
      (await run(text, values)).rows as Result,
    $executeRaw: async (text, ...values) => (await run(text, values)).rowCount ?? 0,
  };
};

/** Named statements are parsed and planned once per connection. */
export const createStatementNamer = (): StatementNamer => {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= MAX_NAMED_STATEMENTS) return '';
    const name = createHash('sha1').update(sql).digest('base64url');
    names.set(sql, name);
    return name;
  };
};

/** Beyond this many, statements stay unnamed: every connection keeps each name as long as it lives. */
const MAX_NAMED_STATEMENTS = 400;
