import { AppError } from '../shared/errors.js';
import type { TenantQuotas } from './tenant.js';
import type { ScopedRepositories } from './database.js';

/**
 * In the transaction that counts the question: others of the tenant wait until it ends, so that together they stay within the
 * day's quota. Tokens are known only afterwards, so answers under way may exceed the month's.
 */
export const requireQuestionQuota = async (
  tx: Pick<ScopedRepositories, 'usage'>,
  { questionsPerDay, tokensPerMonth }: TenantQuotas,
): Promise<void> => {
  if (questionsPerDay === null && tokensPerMonth === null) return;
  if (questionsPerDay !== null) await tx.usage.lock();
  const spent = await tx.usage.spentQuestions();
  if (tokensPerMonth !== null && spent.tokensThisMonth >= tokensPerMonth) {
    const retryAfterSec = spent.monthEndsInSec;
    throw usedUp('tokensPerMonth', { limit: tokensPerMonth, retryAfterSec });
  }
  if (questionsPerDay !== null && spent.questionsToday >= questionsPerDay) {
    throw usedUp('questionsPerDay', { limit: questionsPerDay, retryAfterSec: spent.dayEndsInSec });
  }
};

const usedUp = (
  name: keyof TenantQuotas,
  { limit, retryAfterSec }: { limit: number; retryAfterSec?: number },
): AppError =>
  new AppError(
    'quota_exceeded',
    `The tenant's quota ${name} (${limit}) is used up.`,
    retryAfterSec === undefined ? {} : { retryAfterSec },
  );

/** In the transaction that adds this much; others of the tenant that want room wait until it ends. */
export const requireRoom = async (
  tx: Pick<ScopedRepositories, 'settings' | 'usage'>,
  wanted: { documents: number; bytes: number },
): Promise<void> => {
  const { documents, storageBytes } = (await tx.settings.get()).policy.quotas;
  if (documents === null && storageBytes === null) return;
  await tx.usage.lock();
  const stored = await tx.usage.storedDocuments();
  if (documents !== null && stored.documents + wanted.documents > documents) {
    throw usedUp('documents', { limit: documents });
  }
  if (storageBytes !== null && stored.storageBytes + wanted.bytes > storageBytes) {
    throw usedUp('storageBytes', { limit: storageBytes });
  }
};
