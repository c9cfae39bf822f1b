import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { toOutcome } from '../evidence/index.js';
import type { SearchChunks } from './search-chunks.js';

/** Asks the documents' sources whether this person may still read them. */
export type Recheck = (
  scope: UserScope,
  documentIds: readonly DocumentId[],
  signal: AbortSignal,
) => Promise<{ closed: ReadonlySet<DocumentId>; unanswered: number }>;

/**
 * Removes results that this person may no longer read before they reach a prompt or an answer, and reports how many sources did not
 * respond.
 */
export const createRecheckedSearch =
  (searchChunks: SearchChunks, recheck: Recheck): SearchChunks =>
  async (scope, search) => {
    const found = await searchChunks(scope, search);
    const ids = [...new Set(found.results.map(({ chunk }) => chunk.documentId))];
    if (ids.length === 0) return found;
    const { closed, unanswered } = await recheck(scope, ids, search.signal);
    if (closed.size === 0) return found;
    const results = found.results.filter(({ chunk }) => !closed.has(chunk.documentId));
    const effect = `${unanswered} found documents are left out`;
    const silent = { node: 'retrieval', reason: 'source_unanswered', effect };
    return {
      ...found,
      results,
      outcome: toOutcome(results),
      degraded: unanswered === 0 ? found.degraded : [...found.degraded, silent],
    };
  };
