import { AppError } from '../shared/errors.js';
import type { SignInId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { CountedAudit } from '../tenancy/index.js';
import { requireAllRights } from './all-rights.js';
import type { Database } from './database.js';
import type { From } from './login.js';
import type { PasswordGuard } from './password-guard.js';
import type { PasswordWork } from './password-turns.js';
import type { Passwords } from './passwords.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  passwords: Passwords;
  passwordGuard: PasswordGuard;
  countedAudit: Pick<CountedAudit, 'note'>;
  now: () => Date;
};

type Change = { currentPassword?: string | undefined; newPassword: string };

type Person = From & { scope: UserScope; signInId: SignInId | null };

export type ChangePassword = (change: Change, person: Person) => Promise<void>;

/** Changes one's own password: ends sign-ins made with the old one, except the one that is used for this. */
export const createChangePassword =
  ({ database, passwords, passwordGuard, countedAudit, now }: Deps): ChangePassword =>
  async ({ currentPassword, newPassword }, { scope, signInId, ...from }) => {
    const { userId, tenantId } = scope;
    const kept = await database.withScope(scope, (tx) => tx.passwords.findOwn(userId));
    // A first password allows everything that the role may do.
    if (kept === null) requireAllRights(scope, 'This key may do less than a password would.');
    // For someone who is already authenticated.
    const tried: PasswordWork = { ...from, account: `${tenantId}/${userId}`, isKnown: true };
    const isRight =
      kept === null ||
      (await passwordGuard.attempt(tried, () => passwords.matches(currentPassword ?? '', kept)));
    if (!isRight) {
      const refused = { action: 'password.change', result: 'refused' } as const;
      countedAudit.note(tenantId, { actorId: userId, subjectId: userId, ...refused });
      throw new AppError('validation_failed', 'The current password is wrong.', {
        errors: [{ path: 'currentPassword', message: 'is not the current password' }],
      });
    }
    const hash = await passwordGuard.inTurn(tried, () => passwords.hash(newPassword));
    await database.withScope(scope, async (tx) => {
      await tx.users.activate(userId);
      await tx.passwords.set(userId, hash);
      await tx.signIns.endOthers(userId, signInId, now());
      await tx.invitations.close(userId, now());
      await tx.audit.append({ actorId: userId, action: 'password.change', subjectId: userId });
    });
  };
