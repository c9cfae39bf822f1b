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

describe('a search in documents that their source is asked for again', () => {
  it('leaves out what is closed now, and says how many documents nobody answered for', async () => {
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

  it('has no passage left where all are closed, and says nothing of it if the source said so', async () => {
    const found = await searchWith(async (_scope, ids) => ({
      closed: new Set(ids),
      unanswered: 0,
    }));

    expect(found).toMatchObject({ results: [], outcome: 'none', degraded: [] });
  });

  it('fails if nobody can be asked, so that nothing is shown unchecked', async () => {
    const failing = searchWith(() => Promise.reject(new Error('The database is away.')));

    await expect(failing).rejects.toThrow('away');
  });
});
