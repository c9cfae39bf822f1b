import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeQuery } from '../src/language/analyzer.js';
import { createLanceDbVectorStore } from '../src/platform/vectors/lancedb/store.js';
import type { VectorStore } from '../src/platform/vectors/vector-store.js';
import type { Database } from '../src/compose/repositories.js';
import { chunkIdOf, DocumentId, newId, SourceId, type UserId } from '../src/shared/ids.js';
import type { UserScope } from '../src/shared/scope.js';
import { readersOf, type ReaderSet } from '../src/sources/readers/visibility.js';
import { createPersonScope } from '../src/tenancy/index.js';
import { createTestTenant, type TestTenant } from '../test/support/tenant.js';
import { createBenchFeatures } from './bench-features.js';
import { createProse } from './corpus/prose.js';
import { median, percentile, reportRatio } from './measure.js';
import { openBenchDatabase } from './open-database.js';

const DOCUMENTS = 20_000;
const MANY = 2_000;
const FEW = 2;
const BATCH = 1_000;
const SENTENCES = 6;
const QUESTIONS = 20;
const ROUNDS = 8;
const TOP_K = 5;
const MUST = 1.25;

type Stores = { database: Database; vectors: VectorStore };

/**
 * What a search costs somebody who belongs to 2,000 sets of readers, against somebody who belongs to two: signing in, finding and
 * reading back. Every second document is open to the tenant, the others each to one of the sets.
 */
export const measureReaderSets = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-bench-'));
  const { database, settle, close } = await openBenchDatabase(folder);
  const directory = join(folder, 'vectors');
  const vectors = createLanceDbVectorStore({ directory, dimensions: null, fingerprint: 'test' });
  try {
    const tenant = await createTestTenant(database);
    const [ofMany, ofFew] = [await tenant.addUser(), await tenant.addUser()];
    const sets = await plantSets(database, tenant, { ofMany, ofFew });
    await plantDocuments({ database, vectors }, tenant, sets);
    await vectors.optimize();
    await settle();
    await compare(createSearch({ database, vectors, folder }), { ofMany, ofFew });
  } finally {
    await vectors.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
};

type People = { ofMany: UserScope; ofFew: UserScope };

const addressOf = ({ userId }: { userId: UserId }): string => `email:${userId}@example.test`;

const plantSets = async (
  database: Database,
  { system }: TestTenant,
  { ofMany, ofFew }: People,
): Promise<ReaderSet[]> => {
  const source = { id: newId(SourceId), visibility: 'private', rules: [] };
  const sets = Array.from({ length: MANY }, (_, index) => {
    const known = index < FEW ? [ofMany, ofFew] : [ofMany];
    const readers = [`email:n${index}@example.test`, ...known.map(addressOf)];
    return readersOf(source, { path: '', readers }).set ?? [];
  }).flat();
  await database.withScope(system, (tx) => tx.sources.keepReaders(sets));
  return sets;
};

const plantDocuments = async (
  { database, vectors }: Stores,
  { system, tenantId, admin }: TestTenant,
  sets: readonly ReaderSet[],
): Promise<void> => {
  const [ownerId, version, language] = [admin.userId, 1, 'en'];
  const prose = createProse(DOCUMENTS);
  for (let from = 0; from < DOCUMENTS; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => {
      const documentId = newId(DocumentId);
      const id = chunkIdOf({ tenantId, documentId, version, index: 0 });
      const set = sets[Math.floor((from + at) / 2) % sets.length];
      const visibility = at % 2 === 0 || set === undefined ? 'tenant' : `group:${set.key}`;
      return { id, documentId, visibility, text: prose.paragraph(SENTENCES) };
    });
    await database.withScope(system, async (tx) => {
      for (const { id: chunkId, documentId: id, visibility, text } of batch) {
        await tx.isolation.plant({ id, chunkId, ownerId, visibility, text, fileKey: id });
      }
    });
    await vectors.writerFor(system).upsertChunks(
      batch.map(({ text, ...point }) => ({
        ...point,
        version,
        ownerId,
        language,
        vector: null,
        terms: analyzeQuery(text, { languages: ['en'] }),
      })),
    );
  }
};

/** In turns, so that what else the machine does falls on both. */
const compare = async (search: Search, { ofMany, ofFew }: People): Promise<void> => {
  const questions = createQuestions();
  const [ratios, many, few]: [number[], number[], number[]] = [[], [], []];
  for (const one of [ofMany, ofFew]) await search(one, questions[0] ?? '');
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const question of questions) {
      const [slow, fast] = [await search(ofMany, question), await search(ofFew, question)];
      ratios.push(slow / fast);
      many.push(slow);
      few.push(fast);
    }
  }
  reportRatio({
    goal: `${MANY} sets of readers against ${FEW}`,
    ratio: median(many) / median(few),
    ambitious: '≤ 1.1',
    must: `≤ ${MUST}`,
    detail: `median ${median(many).toFixed(1)} ms against ${median(few).toFixed(1)} ms, 95 % ${percentile(many, 95).toFixed(1)} against ${percentile(few, 95).toFixed(1)}, of pairs ${median(ratios).toFixed(2)}`,
  });
};

type Search = (person: UserScope, question: string) => Promise<number>;

const createSearch = (stores: Stores & { folder: string }): Search => {
  const { searchChunks } = createBenchFeatures({ ...stores, fingerprint: 'test' });
  const personScope = createPersonScope(stores);
  return async ({ tenantId, userId }, question) => {
    const { signal } = new AbortController();
    const startedAt = performance.now();
    const scope = await personScope({ tenantId, userId });
    const { results } = await searchChunks(scope, { queries: [question], topK: TOP_K, signal });
    const elapsed = performance.now() - startedAt;
    if (results.length === 0) throw new Error('The search found nothing.');
    return elapsed;
  };
};

const createQuestions = (): string[] => {
  const prose = createProse(77);
  return Array.from({ length: QUESTIONS }, () => prose.question());
};
