import type { DocumentId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import { toOutcome } from '../evidence/index.js';
import type { SearchChunks } from './search-chunks.js';

/** Asks those who keep documents whether the scope may be shown them now. */
export type Recheck = (
  scope: UserScope,
  documentIds: readonly DocumentId[],
  signal: AbortSignal,
) => Promise<{ closed: ReadonlySet<DocumentId>; unanswered: number }>;

/** Leaves out of the results what may not be shown now, before a prompt or an answer is made of them, and says what nobody answered for. */
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
