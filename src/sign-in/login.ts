import { AppError } from '../shared/errors.js';
import { newId, TenantId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { CountedAudit } from '../tenancy/index.js';
import type { Database, ScopedRepositories } from './database.js';
import type { PasswordGuard } from './password-guard.js';
import type { PasswordWork } from './password-turns.js';
import type { Passwords } from './passwords.js';
import type { Account } from './repository.js';
import { hashAddress, requireActive, type SignIns, type Tokens } from './sign-ins.js';

type Deps = {
  database: Pick<Database, 'withScope' | 'platform'>;
  passwords: Passwords;
  signIns: Pick<SignIns, 'start'>;
  passwordGuard: PasswordGuard;
  countedAudit: Pick<CountedAudit, 'note'>;
  now: () => Date;
};

/** The address that a request comes from; the signal aborts when nobody waits for the answer any more. */
export type From = { address: string; signal: AbortSignal };

type Credentials = { tenant: string; email: string; password: string };

export type Login = (
  credentials: Credentials & { newPassword?: string | undefined },
  from: From,
) => Promise<Tokens>;

/** Null: the tenant, or the account in it, does not exist. */
type Found = { tenantId: TenantId | null; account: Account | null };

/**
 * Signs in with a password. Whatever is wrong (tenant, address, password), the message and the time taken are the same. A password set by
 * someone else works only once, to be replaced.
 */
export const createLogin = (deps: Deps): Login => {
  const { database, passwords, passwordGuard, signIns, now } = deps;
  return async ({ tenant, email, password, newPassword }, from) => {
    const here = { ...from, account: `${tenant}/${email}` };
    const found = await passwordGuard.lookUp(here, () => find(deps, { tenant, email }, from));
    const { tenantId, account } = found;
    const tried: PasswordWork = { ...here, isKnown: account?.isKnown ?? false };
    const isRight = await noteRefused(deps, found, () =>
      passwordGuard.attempt(tried, () =>
        passwords.matches(password, account?.passwordHash ?? null),
      ),
    );
    if (tenantId === null || account === null || !isRight) throw wrong();
    requireActive(account);
    if (account.isInitial && newPassword === undefined) throw changeRequired();
    if (newPassword === password) throw unchanged();
    const hash =
      newPassword === undefined
        ? null
        : await passwordGuard.inTurn(tried, () => passwords.hash(newPassword));
    const { userId } = account;
    return database.withScope(makeSystemScope(tenantId), async (tx) => {
      if (hash !== null) await replacePassword(tx, account, { hash, now: now() });
      const tokens = await signIns.start(tx, { tenantId, userId, address: from.address });
      await tx.audit.append({ actorId: userId, action: 'sign_in.start', subjectId: userId });
      return tokens;
    });
  };
};

const wrong = () =>
  new AppError('unauthenticated', 'The tenant, e-mail address or password is wrong.');

const changeRequired = () =>
  new AppError('password_change_required', 'Someone else set this password: choose a new one.', {
    errors: [{ path: 'newPassword', message: 'is required: someone else set this password' }],
  });

const unchanged = () =>
  new AppError('validation_failed', 'The new password is the same as the current one.', {
    errors: [{ path: 'newPassword', message: 'must differ from password' }],
  });

/** Ends the sign-ins made with the previous one. */
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

const find = async (
  { database }: Deps,
  { tenant, email }: Pick<Credentials, 'tenant' | 'email'>,
  { address }: From,
): Promise<Found> => {
  const found = await database.platform.tenants.findBySlug(tenant);
  // If the tenant does not exist, a random one is queried, which takes just as long.
  const asked = found?.id ?? newId(TenantId);
  const account = await database.withScope(makeSystemScope(asked), (tx) =>
    tx.passwords.findAccount(email, hashAddress(asked, address)),
  );
  return { tenantId: found?.id ?? null, account };
};

/** Records each failed or refused attempt in the account's audit log. */
const noteRefused = async (
  { countedAudit }: Deps,
  { tenantId, account }: Found,
  attempt: () => Promise<boolean>,
): Promise<boolean> => {
  let isRight = false;
  try {
    isRight = await attempt();
    return isRight;
  } finally {
    if (!isRight && tenantId !== null && account !== null) {
      const { userId: subjectId } = account;
      const refused = { action: 'sign_in.start', result: 'refused' } as const;
      countedAudit.note(tenantId, { actorId: null, subjectId, ...refused });
    }
  }
};
