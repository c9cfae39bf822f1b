import type { IncomingMessage } from 'node:http';
import { AppError } from '../shared/errors.js';
import type { ApiKeyId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { SignIns, Tokens } from './sign-ins.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  signIns: Pick<SignIns, 'start'>;
  /** Null if the first start creates no administrator. */
  firstAdmin: FirstAdmin | null;
};

export type FirstAdmin = {
  /** True once, for the token in the link of the first start. */
  take: (token: string) => Promise<boolean>;
  /** The administrator's first key from the data folder, with its owner; null if it is gone. */
  findKey: () => Promise<Pick<Holder, 'tenantId' | 'userId' | 'apiKeyId'> | null>;
};

type Holder = Pick<UserScope, 'tenantId' | 'userId'> & { apiKeyId: ApiKeyId | null };

/** Signs in the holder of an API key, for as long as the key is valid and with no more rights than it has. */
export const createTradeKey =
  ({ database, signIns }: Pick<Deps, 'database' | 'signIns'>) =>
  async ({ tenantId, userId, apiKeyId }: Holder, address: string): Promise<Tokens> => {
    if (apiKeyId === null) throw noKey();
    return database.withScope(makeSystemScope(tenantId), async (tx) => {
      await tx.audit.append({ actorId: userId, action: 'sign_in.start', subjectId: userId });
      return signIns.start(tx, { tenantId, userId, apiKeyId, address });
    });
  };

/** Refuses a token in place of a key, because its holder could extend it by trading it again and again. */
export const noKey = () => new AppError('forbidden', 'Only a key can be traded here.');

export type TradeKey = ReturnType<typeof createTradeKey>;

/** Signs in the first administrator with the link of the first start; null for a token that is not valid (any more). */
export const createUseFirstLink = (deps: Deps) => {
  const tradeKey = createTradeKey(deps);
  return async (
    token: string,
    { request: { headers }, address }: { request: IncomingMessage; address: string },
  ): Promise<Tokens | null> => {
    const proxied = PROXY_HEADERS.find((name) => headers[name] !== undefined);
    if (proxied !== undefined) throw throughProxy();
    if (deps.firstAdmin === null || !(await deps.firstAdmin.take(token))) return null;
    const holder = await deps.firstAdmin.findKey();
    return holder && tradeKey(holder, address);
  };
};

export type UseFirstLink = ReturnType<typeof createUseFirstLink>;

/** If one of these is present, a proxy is in between; a user on this machine connects directly. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

const throughProxy = () =>
  new AppError(
    'forbidden',
    'This link works on the machine itself alone, not through a proxy: sign in with the key in bootstrap.json.',
  );
