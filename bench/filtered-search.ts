import { join } from 'node:path';
import { createLanceDbVectorStore } from '../src/platform/vectors/lancedb/store.js';
import { analyzeQuery } from '../src/language/analyzer.js';
import type { LegHit, VectorStore } from '../src/platform/vectors/vector-store.js';
import { chunkIdOf, CollectionId, DocumentId, newId, type ChunkId } from '../src/shared/ids.js';
import { narrowScope, type UserScope } from '../src/shared/scope.js';
import { openFilteredReader } from '../src/search/index.js';
import type { Database } from '../src/compose/repositories.js';
import { createTestTenant, type TestTenant } from '../test/support/tenant.js';
import { inFolder } from './in-folder.js';
import { createProse } from './corpus/prose.js';
import { median, reportRatio } from './measure.js';
import { openBenchDatabase } from './open-database.js';

/** Documents of a tenant. */
const SIZES = [10, 3_000, 50_000];
/** One document in so many is in the collection. */
const COLLECTIONS = [
  { name: 'half of them', oneIn: 2 },
  { name: 'a hundredth', oneIn: 100 },
];
const QUERIES = 20;
const ROUNDS = 5;
const WANTED = 20;
const BATCH = 1_000;
const SENTENCES = 6;

type Stores = { database: Database; vectors: VectorStore };
type Search = (terms: readonly string[], limit: number) => Promise<LegHit<ChunkId>[]>;

/** A ranking within a collection against the whole ranking restricted to it afterwards: what is found, and what it costs. */
export const measureFilteredSearch = (): Promise<void> =>
  inFolder(async (folder) => {
    const { database, settle, close } = await openBenchDatabase(folder);
    const directory = join(folder, 'vectors');
    const vectors = createLanceDbVectorStore({ directory, dimensions: null, fingerprint: 'test' });
    try {
      for (const size of SIZES) {
        const tenant = await createTestTenant(database);
        const documents = await fill({ database, vectors }, tenant, size);
        await vectors.optimize();
        for (const { name, oneIn } of COLLECTIONS.filter((one) => one.oneIn < size)) {
          const members = documents.filter((_, index) => index % oneIn === 0);
          const collectionId = await collect(database, tenant, members);
          await settle();
          const label = `${size} documents, ${name}`;
          await compare({ database, vectors }, { tenant, collectionId, members, label, size });
        }
      }
    } finally {
      await vectors.close();
      await close();
    }
  });

/** A passage each, ready and wholly in the index. */
const fill = async ({ database, vectors }: Stores, tenant: TestTenant, size: number) => {
  const { system, tenantId, admin } = tenant;
  const [ownerId, version, language] = [admin.userId, 1, 'en'];
  const prose = createProse(size);
  const documents: DocumentId[] = [];
  while (documents.length < size) {
    const batch = Array.from({ length: Math.min(BATCH, size - documents.length) }, () => {
      const documentId = newId(DocumentId);
      const id = chunkIdOf({ tenantId, documentId, version, index: 0 });
      return { id, documentId, text: prose.paragraph(SENTENCES) };
    });
    await database.withScope(system, async (tx) => {
      for (const { id: chunkId, documentId: id, text } of batch) {
        const [visibility, fileKey] = ['tenant', id];
        await tx.isolation.plant({ id, chunkId, ownerId, visibility, text, fileKey });
      }
    });
    await vectors.writerFor(system).upsertChunks(
      batch.map(({ id, documentId, text }) => ({
        id,
        documentId,
        version,
        ownerId,
        visibility: 'tenant',
        language,
        vector: null,
        terms: analyzeQuery(text, { languages: ['en'] }),
      })),
    );
    documents.push(...batch.map(({ documentId }) => documentId));
  }
  return documents;
};

const collect = (database: Database, { admin }: TestTenant, members: readonly DocumentId[]) =>
  database.withScope(admin, async (tx) => {
    const id = newId(CollectionId);
    await tx.collections.create({
      id,
      ownerId: admin.userId,
      name: 'bench',
      description: null,
      visibility: 'tenant',
      editors: { users: [], groups: [] },
    });
    await tx.collections.addDocuments([id], members);
    return id;
  });

type Compared = {
  tenant: TestTenant;
  collectionId: CollectionId;
  members: readonly DocumentId[];
  label: string;
  size: number;
};

const compare = async (
  stores: Stores,
  { tenant, collectionId, members, label, size }: Compared,
): Promise<void> => {
  const filter = { type: 'eq', key: 'collectionId', value: collectionId } as const;
  const whole = createSearch(stores, tenant.member);
  const within = createSearch(stores, narrowScope(tenant.member, filter));
  const inside = new Set(members);
  const recalls: number[] = [];
  const cut = { count: 0 };
  for (const terms of questions()) {
    const restricted = (await whole.search(terms, size)).filter(
      ({ documentId }) => documentId !== null && inside.has(documentId),
    );
    recalls.push(recallOf(await within.search(terms, WANTED), restricted));
    cut.count += (await within.wasCut()) ? 1 : 0;
  }
  const ratios: number[] = [];
  const [wholeMs, withinMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [plain, filtered] = [await timeOf(whole.search), await timeOf(within.search)];
    ratios.push(filtered / plain);
    wholeMs.push(plain);
    withinMs.push(filtered);
  }
  const recall = recalls.reduce((sum, one) => sum + one, 0) / recalls.length;
  reportRatio({
    goal: label,
    ratio: median(ratios),
    ambitious: 'recall 1',
    must: 'recall 1',
    detail: `recall@${WANTED} ${recall.toFixed(3)}, cut ${cut.count} of ${QUERIES}, ${median(withinMs).toFixed(1)} ms against ${median(wholeMs).toFixed(1)} ms`,
  });
};

const createSearch = (stores: Stores, scope: UserScope) => {
  const opened = { reader: openFilteredReader(stores, scope) };
  const search: Search = async (terms, limitPerLeg) => {
    // Every search reads the ids that it may find anew.
    opened.reader = openFilteredReader(stores, scope);
    const { signal } = new AbortController();
    const query = { terms, vector: null };
    const { lexical } = await (
      await opened.reader
    ).ask({
      query,
      limitPerLeg,
      signal,
      further: {},
    });
    return lexical;
  };
  return { search, wasCut: async () => (await opened.reader).degraded().length > 0 };
};

const questions = (): string[][] => {
  const prose = createProse(77);
  return Array.from({ length: QUERIES }, () =>
    analyzeQuery(prose.question(), { languages: ['en'] }),
  );
};

/** The share of the wanted results that score as high as the best ones; equal scores may come in any order. */
const recallOf = (found: readonly LegHit<ChunkId>[], restricted: readonly LegHit<ChunkId>[]) => {
  const wanted = Math.min(WANTED, restricted.length);
  if (wanted === 0) return found.length === 0 ? 1 : 0;
  const least = restricted[wanted - 1]?.score ?? 0;
  const good = new Set(restricted.filter(({ score }) => score >= least).map(({ id }) => id));
  return found.filter(({ id }) => good.has(id)).length / wanted;
};

const timeOf = async (search: Search): Promise<number> => {
  const times: number[] = [];
  for (const terms of questions()) {
    const startedAt = performance.now();
    await search(terms, WANTED);
    times.push(performance.now() - startedAt);
  }
  return median(times);
};
