import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';

/** Sends a statement to the database. */
export type Ask = (statement: pg.QueryConfig) => Promise<pg.QueryResult<Record<string, unknown>>>;

/** Named statements are parsed and planned once per connection. */
export type StatementNamer = (sql: string) => string;

/** Columns that are only returned if a query selects them by name. */
export const SECRETS = {
  apiKey: { secretHash: true },
  userPassword: { hash: true },
  invitation: { tokenHash: true },
  signIn: { familyHash: true, tokenHash: true, addressHash: true },
  signInAttempt: { stateHash: true, browserHash: true, codeVerifier: true },
  identityProvider: { clientSecret: true },
  webhookEndpoint: { secret: true, oldSecret: true },
  source: { credentials: true },
} as const;

type Client = PrismaClient<never, typeof SECRETS>;

type ModelName = Exclude<keyof Client, symbol | `$${string}`>;

/** Prisma batches these calls of several callers into one statement, which would mix transactions. */
const GATHERED = ['findUnique', 'findUniqueOrThrow'] as const;

/**
 * Prisma's models inside one transaction. Use `findFirst` instead of `findUnique`. An operation is one statement; one for which Prisma
 * would open its own transaction is refused.
 */
export type Models = {
  readonly [Name in ModelName]: Omit<Client[Name], (typeof GATHERED)[number]>;
};

export type BindModels = (ask: Ask) => Models;

/** One client for all transactions; each statement goes to the transaction whose models issued it. */
export const createModels = (nameOf: StatementNamer): BindModels => {
  const here = new AsyncLocalStorage<Ask>();
  const client: Client = new PrismaClient({
    adapter: new TransactionAdapter(here, nameOf),
    errorFormat: 'minimal',
    omit: SECRETS,
  });
  return (ask) => bind(client, (operate) => within(here, ask, operate));
};

type Operate = () => PromiseLike<unknown>;

/** Rejects with the statement's own error. Prisma's translation of it applies only to operations that never reached the database. */
const within = async (here: AsyncLocalStorage<Ask>, ask: Ask, operate: Operate) => {
  const failures: unknown[] = [];
  const noting: Ask = async (statement) => {
    try {
      return await ask(statement);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  try {
    // Awaited here, because awaiting is what makes Prisma start.
    return await here.run(noting, async () => await operate());
  } catch (error) {
    throw failures.length > 0 ? failures[0] : error;
  }
};

type Operation = (args: unknown) => PromiseLike<unknown>;

type Delegate = Readonly<Record<string, Operation | undefined>>;

const bind = (client: Client, run: (operate: Operate) => Promise<unknown>): Models =>
  // The models come from the client, whose own methods would bypass the transaction.
  new Proxy(client, {
    get: (_client, name) => {
      const model: unknown = isModelName(name) ? client[name] : undefined;
      return isDelegate(model) ? bindModel(model, run) : undefined;
    },
  });

const isModelName = (name: string | symbol): name is ModelName =>
  typeof name === 'string' && /^[a-z]/.test(name);

/** The functions of a model are its operations. */
const isDelegate = (value: unknown): value is Delegate =>
  typeof value === 'object' && value !== null;

const bindModel = (model: Delegate, run: (operate: Operate) => Promise<unknown>): Delegate =>
  new Proxy(model, {
    get: (_model, operation: string) => {
      const method = model[operation];
      if (typeof method !== 'function' || GATHERED.some((one) => one === operation)) {
        return undefined;
      }
      return (args: unknown) => run(() => method(args));
    },
  });

/** Prisma's translation of values and rows, applied to the transaction whose models issued the statement. */
class TransactionAdapter extends PrismaPg {
  constructor(here: AsyncLocalStorage<Ask>, nameOf: StatementNamer) {
    const query: Ask = async (statement) => {
      const ask = here.getStore();
      if (ask === undefined) throw new Error('Models can only be used inside a transaction.');
      return ask(statement);
    };
    // Never connects: its queries go to a connection that has a transaction.
    const pool = Object.assign(new pg.Pool({ max: 1 }), { query });
    super(pool, { statementNameGenerator: ({ sql }) => (hasList(sql) ? '' : nameOf(sql)) });
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    adapter.startTransaction = () =>
      Promise.reject(new Error('This operation needs several statements; call them one by one.'));
    return adapter;
  }
}

/** Every length of a list of values makes a different statement, which would be too many to name. */
const hasList = (sql: string): boolean => / IN \(|\),\s?\(/.test(sql);
