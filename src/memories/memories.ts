import type { Embedder } from '../platform/models/model.js';
import type { Logger, Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import { MemoryType, type VectorStore } from '../platform/vectors/vector-store.js';
import type { SearchSettings, TenantLanguages } from '../search/index.js';
import type { Database } from './database.js';
import { createRemember, MAX_MEMORIES_OF_USER, type Remember } from './remember.js';
import { createSearchMemories, type SearchMemories } from './search.js';
import { z } from 'zod';
import { MemoryId } from '../shared/ids.js';
import { MemoryRecord } from './schema.js';
import { listOf, listQueryFields, readList, userRoute, type Route } from '../http/index.js';
import { notFound } from '../shared/errors.js';
import { detectLanguage } from '../language/index.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { UserScope } from '../shared/scope.js';

type RoomDeps = {
  database: Pick<Database, 'withScope'>;
  vectors: Pick<VectorStore, 'for'>;
  embedder: Embedder | null;
  languages: TenantLanguages;
  settings: SearchSettings;
  metrics: Metrics;
  logger: Logger;
  tracer: Tracer;
};

type Deps = {
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  remember: Remember;
};

/** What its owner may do with a memory; another user's is `not_found`. */
type ManageMemories = {
  create(
    scope: UserScope,
    memory: { content: string; memoryType: MemoryType },
  ): Promise<MemoryRecord>;
  list(
    scope: UserScope,
    page: PageRequest & { memoryType?: MemoryType | undefined },
  ): Promise<Page<MemoryRecord>>;
  /** What was superseded is in use again: these are its user's latest words. */
  update(scope: UserScope, id: MemoryId, changes: { content: string }): Promise<MemoryRecord>;
  delete(scope: UserScope, id: MemoryId): Promise<void>;
};

export type MemoryDeps = { memories: ManageMemories };

const Memory = MemoryRecord.meta({ id: 'Memory' });

const content = z.string().trim().min(1).max(2000);
const permission = 'memories';

/** What can be done with a user's memories. */
export const createMemories = (deps: RoomDeps) => {
  const { database, vectors, embedder, languages, settings, metrics, logger, tracer } = deps;
  const limits = { maxMemories: MAX_MEMORIES_OF_USER };
  const remember = createRemember({ database, metrics, limits });
  const legs = { embedder, settings, metrics, logger };
  const searchMemories = createSearchMemories({ ...legs, database, vectors, languages });
  return {
    remember,
    memories: createManageMemories({ database, metrics, remember }),
    searchMemories: traced(searchMemories, tracer),
  };
};

export const createManageMemories = ({ database, metrics, remember }: Deps): ManageMemories => ({
  create: async (scope, memory) => (await remember(scope, { ...memory, source: null })).memory,

  list: (scope, page) => database.withScope(scope, (tx) => tx.memories.list(page)),

  update: async (scope, id, { content }) => {
    const memory = await database.withScope(scope, async (tx) => {
      if (!(await tx.memories.find(id))) throw notFound();
      const language = detectLanguage(content, { fallback: 'en' });
      const updated = await tx.memories.update(id, { content, language, source: null });
      await tx.tasks.schedule({
        subjectKind: 'memory',
        subjectId: id,
        version: 1,
        action: 'index',
      });
      return updated;
    });
    metrics.memoryOperation({ operation: 'update', outcome: 'ok' });
    return memory;
  },

  delete: async (scope, id) => {
    await database.withScope(scope, async (tx) => {
      if (!(await tx.memories.find(id))) throw notFound();
      await tx.memories.delete(id);
      await tx.tasks.schedule({
        subjectKind: 'memory',
        subjectId: id,
        version: 1,
        action: 'purge',
      });
    });
    metrics.memoryOperation({ operation: 'delete', outcome: 'ok' });
  },
});

export const createMemoryRoutes = (deps: MemoryDeps): Route[] => [
  ...createCollectionRoutes(deps),
  ...createItemRoutes(deps),
];

const createCollectionRoutes = ({ memories }: MemoryDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/memories',
    summary: "List the caller's memories",
    permission,
    query: z.strictObject({ ...listQueryFields, memoryType: MemoryType.optional() }),
    responses: { 200: { description: 'Newest first', schema: listOf(Memory, 'MemoryList') } },
    answer: ({ scope, query: { memoryType, ...query } }) =>
      readList({ list: `memories/${memoryType ?? 'all'}`, scope }, query, (page) =>
        memories.list(scope, { ...page, memoryType }),
      ),
  }),
  userRoute({
    method: 'post',
    path: '/v1/memories',
    summary: 'Remember something',
    permission,
    body: z
      .strictObject({ content, memoryType: MemoryType.default('explicit_fact') })
      .meta({ id: 'NewMemory' }),
    responses: { 201: { description: 'Stored; searched at once', schema: Memory } },
    handle: async ({ scope, body }) => ({ status: 201, body: await memories.create(scope, body) }),
  }),
];

const params = z.strictObject({ id: MemoryId });

const createItemRoutes = ({ memories }: MemoryDeps): Route[] => [
  userRoute({
    method: 'patch',
    path: '/v1/memories/:id',
    summary: 'Change a memory',
    permission,
    params,
    body: z.strictObject({ content }).meta({ id: 'MemoryChanges' }),
    responses: { 200: { description: 'The changed memory', schema: Memory } },
    handle: async ({ scope, params: { id }, body }) => ({
      status: 200,
      body: await memories.update(scope, id, body),
    }),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/memories/:id',
    summary: 'Forget a memory',
    permission,
    params,
    responses: { 204: { description: 'Forgotten' } },
    handle: async ({ scope, params: { id } }) => {
      await memories.delete(scope, id);
      return { status: 204 };
    },
  }),
];

const traced =
  (searchMemories: SearchMemories, tracer: Tracer): SearchMemories =>
  (scope, search) =>
    tracer.inSpan(SPAN, () => searchMemories(scope, search));

const SPAN = {
  name: 'retrieval memories',
  attributes: { 'gen_ai.operation.name': 'retrieval' },
};
