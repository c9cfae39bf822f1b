import { z } from 'zod';
import { MemoryId } from '../shared/ids.js';
import { MemoryRecord } from './memory.js';
import type { ManageMemories } from './manage-memories.js';
import {
  listOf,
  listQueryFields,
  toList,
  toPageRequest,
  userRoute,
  type Route,
} from '../http/index.js';
import { MemoryType } from '../platform/vectors/vector-store.js';

export type MemoryDeps = { memories: ManageMemories };

const Memory = MemoryRecord.meta({ id: 'Memory' });
const params = z.strictObject({ id: MemoryId });
const content = z.string().trim().min(1).max(2000);
const permission = 'memories';

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
    handle: async ({ scope, query }) => {
      const owner = { list: `memories/${query.memoryType ?? 'all'}`, scope };
      const page = await memories.list(scope, {
        ...toPageRequest(owner, query),
        memoryType: query.memoryType,
      });
      return { status: 200, body: toList(owner, page, (memory) => memory) };
    },
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
