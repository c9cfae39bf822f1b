import type { GuessGuard } from '../http/index.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { AppError } from '../shared/errors.js';
import { newId, TenantId, type UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Lanes } from './lanes.js';
import type { Passwords } from './passwords.js';
import type { Account } from './repository.js';
import { requireActive, type SignIns, type Tokens } from './sign-ins.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  passwords: Pick<Passwords, 'matches'>;
  signIns: Pick<SignIns, 'start'>;
  guessGuard: Pick<GuessGuard, 'count'>;
  inLane: Lanes;
  logger: Pick<Logger, 'warn'>;
};

export type Login = (
  credentials: { tenant: string; email: string; password: string },
  address: string,
) => Promise<Tokens>;

type Checked = { tenantId: TenantId | null; account: Account | null; isRight: boolean };

/**
 * Signs in with a password. Whatever is wrong (tenant, address, password) is refused in the same words and after the same work; what
 * is right is let in however many wrong ones came before.
 */
export const createLogin = (deps: Deps): Login => {
  const check = createCheck(deps);
  return async ({ tenant, email, password }, address) => {
    const { tenantId, account, isRight } = await deps.inLane(address, () =>
      check({ tenant, email, password }),
    );
    if (tenantId === null || account === null || !isRight) {
      await deps.guessGuard.count({ address, account: `${tenant}/${email}`, hasCredential: true });
      noteFailure(deps, tenantId, account);
      throw wrong();
    }
    requireActive(account);
    const { userId, isInitial } = account;
    return deps.database.withScope(makeSystemScope(tenantId), async (tx) => {
      if (isInitial) await claim(tx, userId);
      const tokens = await deps.signIns.start(tx, { tenantId, userId });
      await tx.audit.append({ actorId: userId, action: 'sign_in.start', subjectId: userId });
      return tokens;
    });
  };
};

const wrong = () =>
  new AppError('unauthenticated', 'Tenant, e-mail address or password are wrong.');

/** Whoever made the account knows this password: it opens nothing once the holder has a credential of their own. */
const claim = async (tx: ScopedRepositories, userId: UserId): Promise<void> => {
  if (!(await tx.users.activate(userId))) throw wrong();
  await tx.passwords.claim(userId);
};

const createCheck =
  ({ database, passwords }: Deps) =>
  async ({ tenant, email, password }: Parameters<Login>[0]): Promise<Checked> => {
    const found = await database.platform.tenants.findBySlug(tenant);
    // Asked of nobody's tenant where there is none: that takes as long.
    const asked = found?.id ?? newId(TenantId);
    const account = await database.withScope(makeSystemScope(asked), (tx) =>
      tx.passwords.findAccount(email),
    );
    const isRight = await passwords.matches(password, account?.passwordHash ?? null);
    return { tenantId: found?.id ?? null, account, isRight };
  };

/** Not waited for: an account that there is must not answer later than one that there is not. */
const noteFailure = (
  { database, logger }: Deps,
  tenantId: TenantId | null,
  account: Account | null,
): void => {
  if (tenantId === null || account === null) return;
  const { userId } = account;
  database
    .withScope(makeSystemScope(tenantId), (tx) =>
      tx.audit.append({
        actorId: null,
        action: 'sign_in.start',
        subjectId: userId,
        result: 'refused',
      }),
    )
    .catch((error: unknown) => {
      logger.warn({ err: error }, 'Could not note a failed login');
    });
};
