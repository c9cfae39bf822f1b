import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '../../src/shared/errors.js';
import { DocumentId, newId, type ChunkId } from '../../src/shared/ids.js';
import type { UserScope } from '../../src/shared/scope.js';
import type { ChunkSearch } from '../../src/search/schema.js';
import type { Embedder, Embeddings } from '../../src/platform/models/model.js';
import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;
let manual: DocumentId;
let travel: ChunkId | undefined;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  const added = await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    title: 'HR Manual',
    passages: [
      { content: 'Annual leave is 25 days.', chapter: 'Leave' },
      { content: 'Travel costs are refunded within thirty days.', chapter: 'Travel' },
    ],
  });
  manual = added.documentId;
  travel = added.chunkIds[1];
});

afterAll(() => bench.destroy());

const search = (query: string, more: Partial<ChunkSearch> = {}): ChunkSearch => ({
  queries: [query],
  topK: 5,
  signal: new AbortController().signal,
  ...more,
});

const embedder = (embed: Embedder['embed']): Embedder => ({ model: 'e', dimensions: 2, embed });

const embedded = (texts: readonly string[]): Embeddings => ({
  vectors: texts.map(() => new Float32Array([1, 0])),
  promptTokens: 1,
  costUsd: null,
});

type SearchChunks = ReturnType<VectorStore['for']>['searchChunks'];

/** The real reader with something in its place. */
const storeWith = (
  searchChunks: (scope: UserScope, ...asked: Parameters<SearchChunks>) => ReturnType<SearchChunks>,
): Pick<VectorStore, 'for'> => ({
  for: (scope) => ({
    ...bench.vectors.for(scope),
    searchChunks: (request) => searchChunks(scope, request),
  }),
});

describe('searchChunks', () => {
  it('finds the passage, and reports how well it covers the question and which rankings ran', async () => {
    const outcome = await bench.services().searchChunks(tenant.member, search('annual leave'));

    expect(outcome.legs).toEqual({ lexical: 'active', dense: 'off' });
    expect(outcome.results[0]).toMatchObject({
      chunk: { title: 'HR Manual', content: 'Annual leave is 25 days.' },
      score: 1,
      coverage: 1,
      evidence: true,
    });
  });

  it('searches for the content words, not the function words of a question', async () => {
    const outcome = await bench
      .services()
      .searchChunks(tenant.member, search('Which are the thirty days within that I may have?'));

    expect(outcome.results.map(({ chunk }) => chunk.chapter)).toEqual(['Travel', 'Leave']);
    const asking = await bench.services().searchChunks(tenant.member, search('Where are they?'));

    expect(asking.results).not.toEqual([]);
  });

  it('uses a changed document title at once', async () => {
    const question = search('How long is annual leave at Brennig Mills?');
    const relevance = async (): Promise<number> => {
      const { results } = await bench.services().searchChunks(tenant.member, question);
      return results[0]?.relevance ?? 0;
    };
    const rename = (title: string) =>
      bench.test.database.withScope(tenant.admin, (tx) => tx.documents.update(manual, { title }));
    const before = await relevance();
    await rename('HR Manual of Brennig Mills');
    const after = await relevance();
    await rename('HR Manual');

    expect(after).toBeGreaterThan(before);
  });

  it('recognises function words even if the documents have no language', async () => {
    const passages = ['Price\nCL-2077 | 456.70\nCL-2078 | 723.40', 'Gate\nAX-1 | 9'];
    const coverageIn = async (indexed: string, language?: string): Promise<number | undefined> => {
      const own = await bench.test.tenant();
      await addKnowledge(bench, own, { owner: own.admin, language: indexed, passages });
      const asked = search('What is the price of CL-2077?', language ? { language } : {});
      const { results } = await bench.services().searchChunks(own.admin, asked);
      return results[0]?.coverage;
    };

    const expected = await coverageIn('en');

    expect(expected).toBeGreaterThan(0.5);
    expect(await coverageIn('und')).toBe(expected);
    expect(await coverageIn('und', 'en')).toBe(expected);
  });

  it('finds nothing in the index of another tenant', async () => {
    const other = await bench.test.tenant();

    const outcome = await bench.services().searchChunks(other.member, search('annual leave'));

    expect(outcome.results).toEqual([]);
  });

  it("reports how many documents are not indexed yet if it finds nothing, without others' private ones", async () => {
    const own = await bench.test.tenant();
    for (const visibility of ['tenant', 'private'] as const) {
      const id = newId(DocumentId);
      await bench.test.database.withScope(own.admin, (tx) =>
        tx.documents.create({
          id,
          ownerId: own.admin.userId,
          title: 'New',
          visibility,
          metadata: {},
          filename: 'a.txt',
          mimeType: 'text/plain',
          sizeBytes: 1,
          sha256: id,
          fileKey: id,
        }),
      );
    }

    const { degraded } = await bench.services().searchChunks(own.member, search('annual leave'));
    const found = await bench.services().searchChunks(tenant.member, search('annual leave'));

    expect(degraded).toEqual([
      { node: 'retrieval', reason: 'not_read_yet', effect: '1 document is not read yet' },
    ]);
    expect(found.degraded).toEqual([]);
  });

  it('finds nothing in a deleted document, even if its vectors still exist', async () => {
    const own = await bench.test.tenant();
    const { documentId } = await addKnowledge(bench, own, {
      owner: own.admin,
      passages: ['The zebra crossing is closed.'],
    });
    await bench.test.database.withScope(own.admin, (tx) => tx.documents.markDeleting(documentId));

    const outcome = await bench.services().searchChunks(own.admin, search('zebra crossing'));

    expect(outcome.results).toEqual([]);
  });

  it('stays within the documents and the language of its filter', async () => {
    const { searchChunks } = bench.services();

    const inside = await searchChunks(
      tenant.member,
      search('annual leave', { filter: { documentIds: [manual], language: 'en' } }),
    );
    const outside = await searchChunks(
      tenant.member,
      search('annual leave', { filter: { language: 'hu' } }),
    );

    expect(inside.results).toHaveLength(1);
    expect(outside.results).toEqual([]);
  });

  it('finds nothing for a question without words', async () => {
    const outcome = await bench.services().searchChunks(tenant.member, search('?!'));

    expect(outcome).toMatchObject({ results: [], legs: { lexical: 'inert' } });
  });

  it('searches all forms of a question and fuses the results', async () => {
    const outcome = await bench
      .services()
      .searchChunks(tenant.member, search('leave', { queries: ['annual leave', 'travel costs'] }));

    expect(outcome.results.map(({ chunk }) => chunk.chapter).sort()).toEqual(['Leave', 'Travel']);
  });

  it.each([
    { what: 'fails', embed: () => Promise.reject(new AppError('embedder_unavailable', 'Down.')) },
    { what: 'hangs', embed: () => new Promise<never>(() => undefined) },
  ])('uses words alone and says so if the embedder $what', async ({ embed }) => {
    const { searchChunks } = bench.services({
      embedder: embedder(embed),
      search: { embedTimeoutMs: 50 },
    });

    const outcome = await searchChunks(tenant.member, search('annual leave'));

    expect(outcome.legs).toEqual({ lexical: 'active', dense: 'failed' });
    expect(outcome.degraded).toMatchObject([{ reason: 'dense_leg_failed' }]);
    expect(outcome.results).toHaveLength(1);
  });

  it("does not call an embedder with weight 0 for the question's language", async () => {
    const { searchChunks } = bench.services({
      embedder: embedder(() => Promise.reject(new Error('Must not be asked.'))),
      search: { weights: { lexical: 1, dense: 1, denseByLanguage: { zh: 0 } } },
    });

    const outcome = await searchChunks(tenant.member, search('annual leave', { language: 'zh' }));

    expect(outcome.legs.dense).toBe('inert');
  });

  it.each([
    { question: '年假有多少天？', dense: 'inert' },
    { question: 'How many days of annual leave are there?', dense: 'active' },
  ])(
    'detects the language of "$question" itself and uses the weight for that language',
    async ({ question, dense }) => {
      const asked: string[] = [];
      const { searchChunks } = bench.services({
        embedder: embedder((texts) => {
          asked.push(...texts);
          return Promise.resolve(embedded(texts));
        }),
        search: { weights: { lexical: 1, dense: 1, denseByLanguage: { zh: 0 } } },
      });

      const outcome = await searchChunks(tenant.member, search(question));

      expect(outcome.legs.dense).toBe(dense);
      expect(asked).toHaveLength(dense === 'inert' ? 0 : 1);
    },
  );

  it.each([
    {
      what: 'reports an embedder without a calibration',
      vote: 0.01,
      reasons: ['embedder_uncalibrated'],
    },
    { what: 'does not report an embedder with weight 0', vote: 0, reasons: [] },
  ])('$what when it reports how the search was degraded', async ({ vote, reasons }) => {
    const { searchChunks } = bench.services({
      embedder: embedder(async (texts) => embedded(texts)),
      search: {
        isUncalibrated: true,
        weights: { lexical: 1, dense: vote, denseByLanguage: {} },
      },
    });

    const outcome = await searchChunks(tenant.member, search('annual leave'));

    expect(outcome.degraded.map(({ reason }) => reason)).toEqual(reasons);
  });

  it('looks up the words while the embedder works, and ranks by both', async () => {
    let answer = (): void => undefined;
    const near = { score: 0.9, terms: [], documentId: manual, language: 'en' };
    const { searchChunks } = bench.services({
      embedder: embedder(async (texts) => {
        await new Promise<void>((resolve) => (answer = resolve));
        return embedded(texts);
      }),
      vectors: storeWith(async (scope, request) => {
        const { terms, vector } = request.query;
        if (terms.length > 0) answer();
        if (vector === null) return bench.vectors.for(scope).searchChunks(request);
        return { lexical: [], dense: travel ? [{ id: travel, ...near }] : [], failed: [] };
      }),
    });

    const outcome = await searchChunks(tenant.member, search('annual leave'));

    expect(outcome.legs).toEqual({ lexical: 'active', dense: 'active' });
    expect(outcome.degraded).toEqual([]);
    const found = outcome.results.map(
      ({ chunk, scores }) => [chunk.chapter, scores.dense] as const,
    );
    expect(new Map(found)).toEqual(
      new Map([
        ['Leave', undefined],
        ['Travel', 0.9],
      ]),
    );
  });

  it.each(['lexical', 'dense'] as const)(
    'drops the %s ranking if the store fails on it, and names it',
    async (broken) => {
      const { searchChunks } = bench.services({
        embedder: embedder(async (texts) => embedded(texts)),
        vectors: storeWith(async (scope, request) => {
          const asked = request.query.vector === null ? 'lexical' : 'dense';
          if (asked === broken) throw new AppError('vector_store_unavailable', 'Down.');
          return bench.vectors.for(scope).searchChunks(request);
        }),
      });

      const outcome = await searchChunks(tenant.member, search('annual leave'));

      expect(outcome.legs).toEqual({ lexical: 'active', dense: 'active', [broken]: 'failed' });
      expect(outcome.degraded).toMatchObject([{ reason: `${broken}_leg_failed` }]);
    },
  );

  it('rejects with vector_store_unavailable if no ranking can answer', async () => {
    const { searchChunks } = bench.services({
      vectors: storeWith(() => Promise.reject(new AppError('vector_store_unavailable', 'Down.'))),
    });

    const found = searchChunks(tenant.member, search('annual leave'));

    await expect(found).rejects.toMatchObject({ code: 'vector_store_unavailable' });
  });
});

describe('searchMemories', () => {
  it('finds a memory whose vector is not written yet, even if the index is down', async () => {
    const user = await tenant.addUser();
    const broken: Pick<VectorStore, 'for'> = {
      for: (scope) => ({
        ...bench.vectors.for(scope),
        searchMemories: () => Promise.reject(new AppError('vector_store_unavailable', 'Down.')),
      }),
    };
    await bench.services().remember(user, {
      content: 'I prefer the window seat.',
      memoryType: 'explicit_fact',
      source: null,
    });
    const asked = {
      query: 'Which seat do I prefer?',
      topK: 3,
      signal: new AbortController().signal,
    };

    const healthy = await bench.services().searchMemories(user, asked);
    const degraded = await bench.services({ vectors: broken }).searchMemories(user, asked);

    expect(healthy.results).toMatchObject([{ evidence: true }]);
    expect(degraded.results).toMatchObject([{ evidence: true }]);
    expect(degraded.degraded).toMatchObject([{ reason: 'memory_index_unavailable' }]);
  });
});
