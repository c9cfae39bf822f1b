import type { GuessGuard } from '../http/index.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { AppError } from '../shared/errors.js';
import { newId, TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { Database, ScopedRepositories } from './database.js';
import type { Lanes } from './lanes.js';
import type { Passwords } from './passwords.js';
import type { Account } from './repository.js';
import { requireActive, type SignIns, type Tokens } from './sign-ins.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  passwords: Passwords;
  signIns: Pick<SignIns, 'start'>;
  guessGuard: Pick<GuessGuard, 'count'>;
  inLane: Lanes;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
};

type Credentials = { tenant: string; email: string; password: string };

export type Login = (
  credentials: Credentials & { newPassword?: string | undefined },
  address: string,
) => Promise<Tokens>;

type Checked = { tenantId: TenantId | null; account: Account | null; isRight: boolean };

/**
 * Signs in with a password. Whatever is wrong (tenant, address, password) is refused in the same words and after the same work; what
 * is right is let in however many wrong ones came before. A password that somebody else has set signs in once, by being replaced.
 */
export const createLogin = (deps: Deps): Login => {
  const check = createCheck(deps);
  return async ({ tenant, email, password, newPassword }, address) => {
    const { tenantId, account, isRight } = await deps.inLane(address, () =>
      check({ tenant, email, password }),
    );
    if (tenantId === null || account === null || !isRight) {
      await deps.guessGuard.count({ address, account: `${tenant}/${email}`, hasCredential: true });
      noteFailure(deps, tenantId, account);
      throw wrong();
    }
    requireActive(account);
    if (account.isInitial && newPassword === undefined) throw changeRequired();
    if (newPassword === password) throw unchanged();
    const hash =
      newPassword === undefined
        ? null
        : await deps.inLane(address, () => deps.passwords.hash(newPassword));
    const { userId } = account;
    return deps.database.withScope(makeSystemScope(tenantId), async (tx) => {
      if (hash !== null) await replacePassword(tx, account, { hash, now: deps.now() });
      const tokens = await deps.signIns.start(tx, { tenantId, userId });
      await tx.audit.append({ actorId: userId, action: 'sign_in.start', subjectId: userId });
      return tokens;
    });
  };
};

const wrong = () =>
  new AppError('unauthenticated', 'Tenant, e-mail address or password are wrong.');

const changeRequired = () =>
  new AppError('password_change_required', 'Somebody else has set this password: choose another.', {
    errors: [{ path: 'newPassword', message: 'is required with a password that is not your own' }],
  });

const unchanged = () =>
  new AppError('validation_failed', 'The new password is the one before.', {
    errors: [{ path: 'newPassword', message: 'must be another than password' }],
  });

/** Ends what was signed in with the one before. */
const replacePassword = async (
  tx: ScopedRepositories,
  { userId, passwordHash }: Account,
  { hash, now }: { hash: string; now: Date },
): Promise<void> => {
  if (!(await tx.passwords.replace(userId, passwordHash, hash))) throw wrong();
  await tx.users.activate(userId);
  await tx.signIns.endOthers(userId, null, now);
  await tx.audit.append({ actorId: userId, action: 'password.change', subjectId: userId });
};

const createCheck =
  ({ database, passwords }: Deps) =>
  async ({ tenant, email, password }: Credentials): Promise<Checked> => {
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
