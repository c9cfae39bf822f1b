import type { LegHit, Legs } from '../../ports/vector-store.js';
import { AppError, isAppError } from '../../domain/errors.js';

type Leg = 'lexical' | 'dense';

/** Per leg the search to run, or null when it was not asked for. */
export type LegSearches<Id> = Record<Leg, (() => Promise<LegHit<Id>[]>) | null>;

export const unavailable = (cause: unknown): AppError =>
  new AppError('vector_store_unavailable', 'The vector store cannot be reached.', { cause });

/** Runs both legs side by side. One may fail and is named; when all that were asked for fail, the store is unavailable. */
export const searchLegs = async <Id>(searches: LegSearches<Id>): Promise<Legs<Id>> => {
  const failed: Legs<Id>['failed'] = [];
  const run = async (leg: Leg): Promise<LegHit<Id>[]> => {
    try {
      return (await searches[leg]?.()) ?? [];
    } catch (cause) {
      failed.push({ leg, cause });
      return [];
    }
  };
  const [lexical, dense] = await Promise.all([run('lexical'), run('dense')]);
  const asked = Object.values(searches).filter((search) => search !== null).length;
  if (asked > 0 && failed.length === asked) {
    const cause = failed[0]?.cause;
    throw isAppError(cause) ? cause : unavailable(cause);
  }
  return { lexical, dense, failed };
};
