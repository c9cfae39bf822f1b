import { z } from 'zod';
import { createsById, userRoute, type Route } from '../http/index.js';
import { detectLanguage } from '../language/index.js';
import type { Metrics, Tracer } from '../platform/telemetry/telemetry.js';
import { notFound, orNotFound } from '../shared/errors.js';
import type { Page, PageRequest } from '../shared/page.js';
import { MemoryId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database, ScopedRepositories } from './database.js';
import {
  createRemember,
  findNearDuplicates,
  MAX_MEMORIES_OF_USER,
  scheduleIndexing,
  type Remember,
} from './remember.js';
import { MemoryType, MemoryRecord } from './schema.js';
import { createSearchMemories, type SearchDeps, type SearchMemories } from './search.js';
import { listOf, listQueryFields, readList } from '../shared/lists.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  metrics: Pick<Metrics, 'memoryOperation'>;
  remember: Remember;
};

export type MemoryDeps = WaitingDeps & { memories: ReturnType<typeof createManageMemories> };

const Memory = MemoryRecord.meta({ id: 'Memory' });

const content = z.string().trim().min(1).max(2000);
const permission = 'memories';

const SPAN = {
  name: 'retrieval memories',
  attributes: { 'gen_ai.operation.name': 'retrieval' },
};

/** All operations on a user's memories. */
export const createMemories = (deps: SearchDeps & { metrics: Metrics; tracer: Tracer }) => {
  const { database, metrics, tracer } = deps;
  const limits = { maxMemories: MAX_MEMORIES_OF_USER };
  const remember = createRemember({ database, metrics, limits });
  const memories = createManageMemories({ database, metrics, remember });
  const search = createSearchMemories(deps);
  const searchMemories: SearchMemories = (scope, asked) =>
    tracer.inSpan(SPAN, () => search(scope, asked));
  return { remember, memories, searchMemories, countWaiting: createCountWaiting({ database }) };
};

/** The actions of a memory's owner; another user's memory is `not_found`. */
export const createManageMemories = ({ database, metrics, remember }: Deps) => ({
  create: async (
    scope: UserScope,
    memory: { content: string; memoryType: MemoryType },
  ): Promise<MemoryRecord> => (await remember(scope, { ...memory, source: null })).memory,

  list: (
    scope: UserScope,
    page: PageRequest & { memoryType?: MemoryType | undefined },
  ): Promise<Page<MemoryRecord>> => database.withScope(scope, (tx) => tx.memories.list(page)),

  get: (scope: UserScope, id: MemoryId): Promise<MemoryRecord> =>
    database.withScope(scope, async (tx) => orNotFound(await tx.memories.find(id))),

  /** Reactivates a superseded memory, because these are its user's latest words. */
  update: async (
    scope: UserScope,
    id: MemoryId,
    changes: { content: string },
  ): Promise<MemoryRecord> => {
    const language = detectLanguage(changes.content, { fallback: 'en' });
    const memory = await database.withScope(scope, async (tx) => {
      const updated = await tx.memories.update(id, { ...changes, language, source: null });
      await scheduleIndexing(tx, id);
      return updated;
    });
    metrics.memoryOperation({ operation: 'update', outcome: 'ok' });
    return memory;
  },

  /** Replaces memories that the confirmed one repeats; confirming twice is the same as confirming once. */
  confirm: async (scope: UserScope, id: MemoryId): Promise<MemoryRecord> => {
    const { memory, outcome } = await database.withScope(scope, (tx) => confirmWithin(tx, id));
    metrics.memoryOperation({ operation: 'confirm', outcome });
    return memory;
  },

  delete: async (scope: UserScope, id: MemoryId): Promise<void> => {
    await database.withScope(scope, async (tx) => {
      await tx.memories.delete(id);
      await tx.tasks.schedulePurge('memory', id);
    });
    metrics.memoryOperation({ operation: 'delete', outcome: 'ok' });
  },
});

const confirmWithin = async (tx: ScopedRepositories, id: MemoryId) => {
  await tx.memories.lockAdditions();
  const found = await tx.memories.find(id);
  if (found === null) throw notFound();
  if (found.state !== 'pending') return { memory: found, outcome: 'known' };
  const repeated = (await findNearDuplicates(tx, found)).map((memory) => memory.id);
  const memory = await tx.memories.confirm(id, repeated);
  for (const earlier of repeated) await tx.tasks.schedulePurge('memory', earlier);
  await scheduleIndexing(tx, id);
  return { memory, outcome: 'ok' };
};

const params = z.strictObject({ id: MemoryId });

export const createMemoryRoutes = (deps: MemoryDeps): Route[] => [
  ...createListRoutes(deps),
  ...createChangeRoutes(deps),
  ...createWaitingRoutes(deps),
];

const createListRoutes = ({ memories }: MemoryDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/memories',
    operationId: 'listMemories',
    tag: 'memories',
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
    operationId: 'createMemory',
    tag: 'memories',
    errors: ['quota_exceeded'],
    example: { content: 'Prefers short answers.' },
    summary: 'Remember something',
    permission,
    body: z
      .strictObject({ content, memoryType: MemoryType.default('explicit_fact') })
      .meta({ id: 'NewMemory' }),
    creates: createsById(MemoryId, memories.get),
    responses: { 201: { description: 'Stored and searchable at once', schema: Memory } },
    handle: async ({ scope, body }) => ({ status: 201, body: await memories.create(scope, body) }),
  }),
];

const createChangeRoutes = ({ memories }: MemoryDeps): Route[] => [
  userRoute({
    method: 'patch',
    path: '/v1/memories/:id',
    operationId: 'updateMemory',
    tag: 'memories',
    example: { content: 'Prefers short answers with numbers.' },
    summary: 'Change a memory',
    permission,
    params,
    body: z.strictObject({ content }).meta({ id: 'MemoryChanges' }),
    responses: {
      200: {
        description: 'The changed memory, now in use: changing a proposed one confirms it',
        schema: Memory,
      },
    },
    handle: async ({ scope, params: { id }, body }) => ({
      status: 200,
      body: await memories.update(scope, id, body),
    }),
  }),
  userRoute({
    method: 'post',
    path: '/v1/memories/:id/confirm',
    operationId: 'confirmMemory',
    tag: 'memories',
    summary: 'Confirm a memory that the model proposed',
    permission,
    params,
    responses: {
      200: {
        description: 'The memory, now in use; also if it was confirmed before',
        schema: Memory,
      },
    },
    answer: ({ scope, params: { id } }) => memories.confirm(scope, id),
  }),
  userRoute({
    method: 'delete',
    path: '/v1/memories/:id',
    operationId: 'deleteMemory',
    errors: ['under_hold'],
    tag: 'memories',
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

const Waiting = z
  .object({
    proposedMemories: z.int().describe('Proposed by a model and not confirmed by the caller yet.'),
    failedDocuments: z.int().describe('Of those that the caller may see in the list.'),
  })
  .meta({ id: 'Waiting' });
type Waiting = z.infer<typeof Waiting>;

type WaitingDeps = { countWaiting: (scope: UserScope) => Promise<Waiting> };

/** Counts what a person should look at; what their credential may not see counts as nothing. */
export const createCountWaiting =
  ({ database }: { database: Pick<Database, 'withScope'> }): WaitingDeps['countWaiting'] =>
  (scope) =>
    database.withScope(scope, async (tx) => {
      const may = (permission: UserScope['permissions'][number]) =>
        scope.permissions.includes(permission);
      return {
        proposedMemories: may('memories') ? await tx.memories.countProposed() : 0,
        failedDocuments: may('documents:read') ? await tx.documents.count({ status: 'failed' }) : 0,
      };
    });

const createWaitingRoutes = ({ countWaiting }: WaitingDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/me/waiting',
    operationId: 'countWaiting',
    tag: 'profile',
    summary: 'Count what waits for the caller: proposed memories and failed documents',
    responses: { 200: { description: 'Numbers only', schema: Waiting } },
    answer: ({ scope }) => countWaiting(scope),
  }),
];
