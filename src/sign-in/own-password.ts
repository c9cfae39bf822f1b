import type { GuessGuard } from '../http/index.js';
import { AppError } from '../shared/errors.js';
import type { SignInId } from '../shared/ids.js';
import { permissionsOfRole } from '../shared/permissions.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';
import type { Lanes } from './lanes.js';
import type { Passwords } from './passwords.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  passwords: Passwords;
  guessGuard: Pick<GuessGuard, 'count'>;
  inLane: Lanes;
  now: () => Date;
};

type Change = { currentPassword?: string | undefined; newPassword: string };

type From = { scope: UserScope; signInId: SignInId | null; address: string };

export type ChangePassword = (change: Change, from: From) => Promise<void>;

/** A person's own: ends what was signed in with the old one, but for the sign-in that asks. */
export const createChangePassword =
  ({ database, passwords, guessGuard, inLane, now }: Deps): ChangePassword =>
  async ({ currentPassword, newPassword }, { scope, signInId, address }) => {
    const { userId } = scope;
    const kept = await database.withScope(scope, (tx) => tx.passwords.findOwn(userId));
    if (kept === null) requireAllRights(scope);
    const hash = await inLane(address, async () => {
      const isRight = kept === null || (await passwords.matches(currentPassword ?? '', kept));
      return isRight ? passwords.hash(newPassword) : null;
    });
    if (hash === null) {
      const account = `${scope.tenantId}/${userId}`;
      await guessGuard.count({ address, account, hasCredential: true });
      throw new AppError('validation_failed', 'The current password is wrong.', {
        errors: [{ path: 'currentPassword', message: 'is not the current password' }],
      });
    }
    await database.withScope(scope, async (tx) => {
      await tx.users.activate(userId);
      await tx.passwords.set(userId, hash);
      await tx.signIns.endOthers(userId, signInId, now());
      await tx.invitations.remove(userId);
      await tx.audit.append({ actorId: userId, action: 'password.change', subjectId: userId });
    });
  };

/** A first password opens all that the role may do: a key that may do less is not to make itself one that may do more. */
const requireAllRights = ({ role, permissions }: UserScope): void => {
  if (permissionsOfRole[role].every((permission) => permissions.includes(permission))) return;
  throw new AppError('forbidden', 'This key may do less than a password would.');
};
