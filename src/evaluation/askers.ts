import type { UserId } from '../shared/ids.js';
import type { ScopedRepositories } from './database.js';

type Transaction = Pick<ScopedRepositories, 'apiKeys' | 'goldenQuestions' | 'users'>;

/**
 * A test user is an active member who never had a credential, whom no application signs in, and who left nothing behind. Such a user was
 * never a real person. Asking as anyone else would show an administrator what that person can find.
 */
export const isTestUser = async (tx: Transaction, id: UserId): Promise<boolean> => {
  const user = await tx.users.find(id);
  if (user?.role !== 'member' || user.status !== 'active' || user.activatedAt !== null)
    return false;
  if (user.managed || user.externalId !== null) return false;
  if ((await tx.apiKeys.list({ limit: 1, userId: id })).items.length > 0) return false;
  return !(await tx.goldenQuestions.hasLeftSomething(id));
};

/** The person who started a run may ask as themselves while they are an active administrator. */
export const mayAskAsSelf = async (tx: Transaction, id: UserId): Promise<boolean> => {
  const user = await tx.users.find(id);
  return user?.role === 'admin' && user.status === 'active';
};
