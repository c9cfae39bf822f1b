import { AppError, orNotFound } from '../shared/errors.js';
import type { TenantId, UserId } from '../shared/ids.js';
import { makeSystemScope } from '../shared/make-scope.js';
import type { UserScope } from '../shared/scope.js';
import type { Invitation, PrepareCredential } from '../tenancy/index.js';
import type { Database } from './database.js';
import type { From } from './login.js';
import type { PasswordGuard } from './password-guard.js';
import type { PasswordTurns } from './password-turns.js';
import type { Passwords } from './passwords.js';
import { requireActive, type SignIns, type Tokens } from './sign-ins.js';
import { issueTenantToken, parseTenantToken } from './tenant-token.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  passwords: Pick<Passwords, 'hash'>;
  now: () => Date;
};

type AcceptDeps = Deps & {
  signIns: Pick<SignIns, 'start'>;
  passwordGuard: Pick<PasswordGuard, 'inTurn'>;
};

type CredentialDeps = Omit<Deps, 'database'> & { passwordTurns: Pick<PasswordTurns, 'inTurn'> };

export type Accept = (
  invitation: { token: string; password: string },
  from: From,
) => Promise<Tokens | null>;

export type LinkToNewPassword = ReturnType<typeof createLinkToNewPassword>;

export type RenewInvitation = ReturnType<typeof createRenewInvitation>;

const DAY_MS = 24 * 3_600_000;
const LIFETIME_MS = 7 * DAY_MS;

/** A new account gets the password that its creator sets, or an invitation: then only its holder ever knows the password. */
export const createPrepareCredential =
  ({ passwords, passwordTurns, now }: CredentialDeps): PrepareCredential =>
  async (password, maker) => {
    if (password !== undefined) {
      // The creator of accounts is already authenticated.
      const asked = { ...maker, isKnown: true };
      const hash = await passwordTurns.inTurn(asked, () => passwords.hash(password));
      return async (tx, { userId }) => {
        await tx.passwords.setInitial(userId, hash);
        return null;
      };
    }
    return async (tx, account) => {
      const { shown, stored } = issueInvitation(account, now());
      await tx.invitations.create(stored);
      return shown;
    };
  };

/**
 * Chooses the first password (or, with a link, the next one) and signs in; null for something that is not an invitation, `gone` for one
 * that is no longer valid. A new password ends all sign-ins made with the old one.
 */
export const createAccept =
  ({ database, passwords, signIns, passwordGuard, now }: AcceptDeps): Accept =>
  async ({ token, password }, from) => {
    const claim = parseTenantToken('kri', token);
    if (claim === null) return null;
    const { tenantId, tokenHash } = claim;
    const system = makeSystemScope(tenantId);
    const state = await database.withScope(system, (tx) => tx.invitations.state(tokenHash, now()));
    // A hash is expensive, so none is computed for an invented token.
    if (state === null) return null;
    if (state !== 'open') throw GONE[state]();
    const invited = { ...from, account: tokenHash.toString('base64url'), isKnown: false };
    const hash = await passwordGuard.inTurn(invited, () => passwords.hash(password));
    return database.withScope(system, async (tx) => {
      const account = await tx.invitations.take(tokenHash, now());
      if (account === null) throw GONE.used();
      requireActive(account);
      const { userId, isForNewPassword } = account;
      if (isForNewPassword) await tx.signIns.endOthers(userId, null, now());
      // The existing account's owner has not asked for an invitation.
      else if (!(await tx.users.activate(userId))) throw GONE.used();
      await tx.passwords.set(userId, hash);
      const action = isForNewPassword ? 'password.reset' : 'invitation.accept';
      await tx.audit.append({ actorId: userId, action, subjectId: userId });
      return signIns.start(tx, { tenantId, userId, address: from.address });
    });
  };

/**
 * Replaces an invitation that was lost or has expired. Only for accounts that nobody has signed in to: with any other, an admin could take
 * over the account.
 */
export const createRenewInvitation =
  ({ database, now }: Pick<Deps, 'database' | 'now'>) =>
  (scope: UserScope, userId: UserId): Promise<NonNullable<Invitation>> =>
    database.withScope(scope, async (tx) => {
      const { activatedAt } = orNotFound(await tx.users.find(userId));
      if (activatedAt !== null) throw notWaiting();
      const { shown, stored } = issueInvitation({ tenantId: scope.tenantId, userId }, now());
      if (!(await tx.invitations.renew(stored))) throw notWaiting();
      await tx.audit.append({
        actorId: scope.userId,
        action: 'invitation.create',
        subjectId: userId,
      });
      return shown;
    });

/**
 * A way back for someone who forgot their password. Nobody else learns the new one, but anyone with the link can use it, so creating one is
 * audited, and using it signs the user out everywhere.
 */
export const createLinkToNewPassword =
  ({ database, now }: Pick<Deps, 'database' | 'now'>) =>
  (scope: UserScope, userId: UserId): Promise<NonNullable<Invitation>> =>
    database.withScope(scope, async (tx) => {
      const { activatedAt, managed } = orNotFound(await tx.users.find(userId));
      if (managed) throw signedInElsewhere();
      if (activatedAt === null) throw stillInvited();
      const account = { tenantId: scope.tenantId, userId };
      const { shown, stored } = issueInvitation(account, now(), DAY_MS);
      await tx.invitations.linkToNewPassword(stored);
      await tx.audit.append({ actorId: scope.userId, action: 'password.link', subjectId: userId });
      return shown;
    });

const GONE = {
  used: () => new AppError('gone', 'This invitation or link has been used.'),
  expired: () => new AppError('gone', 'This invitation or link has expired: ask for another.'),
};

const notWaiting = () => new AppError('conflict', 'This account has no open invitation.');

const signedInElsewhere = () =>
  new AppError(
    'conflict',
    'This user is managed: your application signs them in, without a password here.',
  );

const stillInvited = () =>
  new AppError('conflict', 'This account is not activated yet: renew its invitation instead.');

const issueInvitation = (
  account: { tenantId: TenantId; userId: UserId },
  now: Date,
  lifetimeMs = LIFETIME_MS,
) => {
  const { token, tokenHash } = issueTenantToken('kri', account.tenantId);
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  return { shown: { token, expiresAt }, stored: { userId: account.userId, tokenHash, expiresAt } };
};
