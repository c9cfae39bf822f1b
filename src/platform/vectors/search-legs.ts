import type { LegHit, Legs } from './vector-store.js';
import { untilAborted } from '../../shared/async.js';
import { toVectorStoreError } from './errors.js';

type Leg = 'lexical' | 'dense';

/** Per leg the search to run, or null when it was not asked for. */
export type LegSearches<Id> = Record<Leg, (() => Promise<LegHit<Id>[]>) | null>;

/** How long one leg is waited for once the other has answered. */
export const LEG_GRACE_MS = 2000;

/**
 * Runs both legs side by side. One may fail, or be too late, and is named; when all that were asked for fail, the store is
 * unavailable. A leg that is alone may take as long as its caller waits.
 */
export const searchLegs = async <Id>(
  searches: LegSearches<Id>,
  graceMs = LEG_GRACE_MS,
): Promise<Legs<Id>> => {
  const failed: Legs<Id>['failed'] = [];
  const tooLate = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const run = async (leg: Leg): Promise<LegHit<Id>[]> => {
    const search = searches[leg];
    if (search === null) return [];
    try {
      const hits = await untilAborted(search(), tooLate.signal);
      timer ??= setTimeout(() => {
        tooLate.abort(new Error(`No answer ${graceMs} ms after the other leg's`));
      }, graceMs);
      return hits;
    } catch (cause) {
      failed.push({ leg, cause });
      return [];
    }
  };
  const [lexical, dense] = await Promise.all([run('lexical'), run('dense')]);
  clearTimeout(timer);
  const asked = Object.values(searches).filter((search) => search !== null).length;
  if (asked > 0 && failed.length === asked) {
    throw toVectorStoreError(failed[0]?.cause);
  }
  return { lexical, dense, failed };
};
