import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';

/** Sends a statement to the database. */
export type Ask = (statement: pg.QueryConfig) => Promise<pg.QueryResult<Record<string, unknown>>>;

/** Named statements are parsed and planned once per connection. */
export type StatementNamer = (sql: string) => string;

/** Columns that no row shows unless a statement selects them by name. */
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

/** Prisma puts those of several callers into one statement, which belongs to one transaction. */
const GATHERED = ['findUnique', 'findUniqueOrThrow'] as const;

/**
 * Prisma's models inside of one transaction. `findFirst` takes the place of `findUnique`. An operation is one statement: what Prisma
 * would need a transaction of its own for, it refuses.
 */
export type Models = {
  readonly [Name in ModelName]: Omit<Client[Name], (typeof GATHERED)[number]>;
};

export type BindModels = (ask: Ask) => Models;

/** One client for all transactions; each of its statements goes to the transaction whose models made it. */
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

/** Fails as the statement failed, like any other; what Prisma makes of it is for what has not asked the database. */
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
    // Waited for in here, for that is what makes Prisma start.
    return await here.run(noting, async () => await operate());
  } catch (error) {
    throw failures.length > 0 ? failures[0] : error;
  }
};

type Operation = (args: unknown) => PromiseLike<unknown>;

type Delegate = Readonly<Record<string, Operation | undefined>>;

const bind = (client: Client, run: (operate: Operate) => Promise<unknown>): Models =>
  // The models are those of the client, whose own methods would miss the transaction.
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

/** Prisma's own translation of values and rows, above the transaction in whose models a statement was made. */
class TransactionAdapter extends PrismaPg {
  constructor(here: AsyncLocalStorage<Ask>, nameOf: StatementNamer) {
    const query: Ask = async (statement) => {
      const ask = here.getStore();
      if (ask === undefined) throw new Error('Models can only be used inside a transaction.');
      return ask(statement);
    };
    // Never connects: what it is asked goes to a connection that has a transaction.
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

/** Of a list of values each length makes a statement of its own, of which there would be too many to name. */
const hasList = (sql: string): boolean => / IN \(|\),\s?\(/.test(sql);
