import { describe, expect, it } from '@jest/globals';
import { createRecheckedSearch, type Recheck } from '../../src/search/recheck.js';
import type { ChunkSearchOutcome } from '../../src/search/schema.js';
import { DocumentId, newId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';

const reader = makeUserScope({
  tenantId: newId(TenantId),
  userId: newId(UserId),
  role: 'member',
  groups: [],
  permissions: ['search'],
});
const [open, closed] = [newId(DocumentId), newId(DocumentId)];

const foundIn = (documentId: DocumentId) =>
  ({
    chunk: { documentId },
    relevance: 0.9,
    evidence: true,
  }) as ChunkSearchOutcome['results'][number];

const searchWith = (recheck: Recheck, results = [foundIn(open), foundIn(closed)]) => {
  const found: ChunkSearchOutcome = {
    results,
    outcome: 'answer',
    corrections: [],
    legs: { dense: 'active', lexical: 'active' },
    degraded: [],
    reindexing: null,
  };
  const search = createRecheckedSearch(async () => found, recheck);
  return search(reader, { queries: ['q'], topK: 5, signal: new AbortController().signal });
};

describe('a search that checks with the source who may read its documents', () => {
  it('leaves out documents that are closed now, and reports how many could not be checked', async () => {
    const { results, degraded } = await searchWith(async () => ({
      closed: new Set([closed]),
      unanswered: 1,
    }));

    expect(results.map(({ chunk }) => chunk.documentId)).toEqual([open]);
    expect(degraded).toEqual([
      {
        node: 'retrieval',
        reason: 'source_unanswered',
        effect: '1 found documents are left out',
      },
    ]);
  });

  it('returns no passage if all are closed, and says nothing if the source said so', async () => {
    const found = await searchWith(async (_scope, ids) => ({
      closed: new Set(ids),
      unanswered: 0,
    }));

    expect(found).toMatchObject({ results: [], outcome: 'none', degraded: [] });
  });

  it('fails if the source cannot be asked, so that nothing is shown unchecked', async () => {
    const failing = searchWith(() => Promise.reject(new Error('The database is away.')));

    await expect(failing).rejects.toThrow('away');
  });
});
