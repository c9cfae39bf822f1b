import type { UserId } from '../shared/ids.js';
import type { ScopedRepositories } from './database.js';

type Transaction = Pick<ScopedRepositories, 'apiKeys' | 'goldenQuestions' | 'users'>;

/**
 * A test user: an active member who has never had a credential, whom no application signs in, and who has left nothing behind, so that
 * nobody has ever been them. To ask as anybody else would show an administrator what is found for a person.
 */
export const isTestUser = async (tx: Transaction, id: UserId): Promise<boolean> => {
  const user = await tx.users.find(id);
  if (user?.role !== 'member' || user.status !== 'active' || user.activatedAt !== null)
    return false;
  if (user.managed || user.externalId !== null) return false;
  if ((await tx.apiKeys.list({ limit: 1, userId: id })).items.length > 0) return false;
  return !(await tx.goldenQuestions.hasLeftSomething(id));
};

/** Whoever started a run asks as long as they are an active administrator. */
export const mayAskAsSelf = async (tx: Transaction, id: UserId): Promise<boolean> => {
  const user = await tx.users.find(id);
  return user?.role === 'admin' && user.status === 'active';
};
