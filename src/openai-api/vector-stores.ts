import { z } from 'zod';
import {
  Metadata,
  type CollectionDeps,
  type DocumentDeps,
  type DocumentRecord,
  type DocumentStatus,
} from '../documents/index.js';
import { createsById, userRoute, type Route } from '../http/index.js';
import { orNotFound } from '../shared/errors.js';
import { CollectionId, DocumentId } from '../shared/ids.js';
import { OPENAI_BASE, OPENAI_DIALECT } from './dialect.js';
import { toRequest } from './files.js';
import { ListQuery, listSchema, pageOf, toList, toSeconds } from './lists.js';
import { toIgnoredHeader, unsupported } from './parameters.js';

type Collection = Awaited<ReturnType<CollectionDeps['collections']['get']>>;

export type VectorStoreDeps = CollectionDeps & {
  readDocuments: DocumentDeps['readDocuments'];
};

const VectorStore = z
  .object({
    id: CollectionId,
    object: z.literal('vector_store'),
    created_at: z.int(),
    last_active_at: z.int(),
    name: z.string(),
    status: z.literal('completed'),
    usage_bytes: z.int(),
    file_counts: z.object({
      in_progress: z.int(),
      completed: z.int(),
      failed: z.int(),
      cancelled: z.int(),
      total: z.int(),
    }),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({ id: 'OpenAiVectorStore' });

const StoreFile = z
  .object({
    id: DocumentId,
    object: z.literal('vector_store.file'),
    created_at: z.int(),
    vector_store_id: CollectionId,
    status: z.enum(['in_progress', 'completed', 'failed']),
    last_error: z.object({ code: z.string(), message: z.string() }).nullable(),
    usage_bytes: z.int(),
    attributes: Metadata,
  })
  .meta({ id: 'OpenAiVectorStoreFile' });

const StoreDeleted = z
  .object({
    id: CollectionId,
    object: z.literal('vector_store.deleted'),
    deleted: z.literal(true),
  })
  .meta({ id: 'OpenAiVectorStoreDeleted' });
const FileDeleted = z
  .object({
    id: DocumentId,
    object: z.literal('vector_store.file.deleted'),
    deleted: z.literal(true),
  })
  .meta({ id: 'OpenAiVectorStoreFileDeleted' });

const NewStore = z
  .looseObject({ name: z.string().trim().min(1).max(200).nullish() })
  .meta({ id: 'OpenAiNewVectorStore' });
const NewFile = z
  .looseObject({ file_id: DocumentId, attributes: Metadata.nullish() })
  .meta({ id: 'OpenAiNewVectorStoreFile' });

const KNOWN = new Set(['name']);
const KNOWN_OF_FILE = new Set(['file_id', 'attributes']);

const params = z.strictObject({ id: CollectionId });
const fileParams = z.strictObject({ id: CollectionId, file: DocumentId });
const path = `${OPENAI_BASE}/vector_stores`;
const common = { tag: 'openai', dialect: OPENAI_DIALECT } as const;
const read = { ...common, permission: 'documents:read', openTo: 'applications' } as const;
const write = { ...common, permission: 'documents:write' } as const;

/** Collections as vector stores. */
export const createVectorStoreRoutes = (deps: VectorStoreDeps): Route[] => [
  ...createStoreReads(deps),
  ...createStoreChanges(deps),
  ...createFileReads(deps),
  ...createFileChanges(deps),
];

const createStoreReads = ({ collections }: VectorStoreDeps): Route[] => [
  userRoute({
    method: 'get',
    path,
    operationId: 'listOpenAiVectorStores',
    ...read,
    summary: 'List the collections that the caller may see, as vector stores',
    query: ListQuery,
    responses: {
      200: {
        description: 'Newest first',
        schema: listSchema(VectorStore, 'OpenAiVectorStoreList'),
      },
    },
    answer: async ({ scope, query }) => {
      if (query.order === 'asc') throw unsupported('order', 'Vector stores come newest first.');
      const { items, nextAfter } = await collections.list(scope, pageOf(query));
      const counts = await collections.countStates(
        scope,
        items.map(({ id }) => id),
      );
      return toList(
        items.map((one) => toStore(one, counts)),
        nextAfter !== null,
      );
    },
  }),
  userRoute({
    method: 'get',
    path: `${path}/:id`,
    operationId: 'getOpenAiVectorStore',
    ...read,
    summary: 'Read a collection as a vector store',
    params,
    responses: { 200: { description: 'The vector store', schema: VectorStore } },
    answer: async ({ scope, params: { id } }) =>
      toStore(await collections.get(scope, id), await collections.countStates(scope, [id])),
  }),
];

const createStoreChanges = ({ collections }: VectorStoreDeps): Route[] => [
  userRoute({
    method: 'post',
    path,
    operationId: 'createOpenAiVectorStore',
    ...write,
    summary: 'Create a collection, which the tenant may read',
    errors: ['unsupported_parameter'],
    example: { name: 'Travel' },
    body: NewStore,
    creates: createsById(CollectionId, async (scope, id) =>
      toStore(await collections.get(scope, id), await collections.countStates(scope, [id])),
    ),
    responses: { 200: { description: 'Created', schema: VectorStore } },
    handle: async ({ scope, body }) => {
      if (Array.isArray(body['file_ids']) && body['file_ids'].length > 0) {
        throw unsupported('file_ids', `Add files by POST ${path}/ID/files.`);
      }
      const created = await collections.create(scope, {
        name: body.name ?? 'Vector store',
        description: null,
        visibility: 'tenant',
        editors: { users: [], groups: [] },
      });
      const headers = toIgnoredHeader(body, { known: KNOWN });
      return { status: 200, body: toStore(created, []), headers };
    },
  }),
  userRoute({
    method: 'delete',
    path: `${path}/:id`,
    operationId: 'deleteOpenAiVectorStore',
    ...write,
    summary: 'Delete a collection; its documents stay',
    params,
    responses: { 200: { description: 'Deleted', schema: StoreDeleted } },
    answer: async ({ scope, params: { id } }) => {
      await collections.delete(scope, id, { documents: 'keep' });
      return { id, object: 'vector_store.deleted', deleted: true };
    },
  }),
];

const createFileReads = ({ collections, readDocuments }: VectorStoreDeps): Route[] => [
  userRoute({
    method: 'get',
    path: `${path}/:id/files`,
    ...read,
    operationId: 'listOpenAiVectorStoreFiles',
    summary: 'List the documents of a collection, as files of a vector store',
    params,
    query: ListQuery,
    responses: {
      200: {
        description: 'Newest first, or oldest',
        schema: listSchema(StoreFile, 'OpenAiVectorStoreFileList'),
      },
    },
    answer: async ({ scope, params: { id }, query }) => {
      await collections.get(scope, id);
      const filter = { type: 'eq', key: 'collectionId', value: id } as const;
      const request = { ...toRequest(query), filter };
      const { items, nextAfter } = await readDocuments.list(scope, request);
      return toList(
        items.map((one) => toStoreFile(one, id)),
        nextAfter !== null,
      );
    },
  }),
  userRoute({
    method: 'get',
    path: `${path}/:id/files/:file`,
    ...read,
    operationId: 'getOpenAiVectorStoreFile',
    summary: 'Read how far a document of a collection has come, as clients do that wait for it',
    params: fileParams,
    responses: { 200: { description: 'The file of the vector store', schema: StoreFile } },
    answer: async ({ scope, params: { id, file } }) => {
      await collections.get(scope, id);
      const filters = [
        { type: 'eq' as const, key: 'collectionId' as const, value: id },
        { type: 'eq' as const, key: 'documentId' as const, value: file },
      ];
      const request = {
        ...toRequest({ limit: 1, order: 'desc' }),
        filter: { type: 'and' as const, filters },
      };
      const { items } = await readDocuments.list(scope, request);
      return toStoreFile(orNotFound(items[0]), id);
    },
  }),
];

const createFileChanges = (deps: VectorStoreDeps): Route[] => [
  userRoute({
    method: 'post',
    path: `${path}/:id/files`,
    ...write,
    operationId: 'createOpenAiVectorStoreFile',
    summary: 'Add a document to a collection; attributes become the metadata of the document',
    example: { file_id: '0197e0b2-0000-7000-8000-000000000000' },
    params,
    body: NewFile,
    responses: { 200: { description: 'Added', schema: StoreFile } },
    handle: async ({ scope, params: { id }, body }) => {
      const { file_id: documentId, attributes } = body;
      const membership = { id, documentId, ...(attributes && { metadata: attributes }) };
      const document = await deps.collections.addDocument(scope, membership);
      const headers = toIgnoredHeader(body, { known: KNOWN_OF_FILE });
      return { status: 200, body: toStoreFile(document, id), headers };
    },
  }),
  userRoute({
    method: 'delete',
    path: `${path}/:id/files/:file`,
    ...write,
    operationId: 'deleteOpenAiVectorStoreFile',
    summary: 'Take a document out of a collection; it stays',
    params: fileParams,
    responses: { 200: { description: 'Removed', schema: FileDeleted } },
    answer: async ({ scope, params: { id, file: documentId } }) => {
      await deps.collections.removeDocument(scope, { id, documentId });
      return { id: documentId, object: 'vector_store.file.deleted', deleted: true };
    },
  }),
];

type Counts = Awaited<ReturnType<CollectionDeps['collections']['countStates']>>;

const toStore = (collection: Collection, counts: Counts): z.input<typeof VectorStore> => {
  const own = counts.filter(({ id }) => id === collection.id);
  const count = (...states: string[]) =>
    own
      .filter(({ status }) => states.includes(status))
      .reduce((sum, { documents }) => sum + documents, 0);
  return {
    id: collection.id,
    object: 'vector_store',
    name: collection.name,
    status: 'completed',
    created_at: toSeconds(collection.createdAt),
    last_active_at: toSeconds(collection.updatedAt),
    usage_bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    file_counts: {
      in_progress: count('queued', 'processing'),
      completed: count('ready'),
      failed: count('failed'),
      cancelled: 0,
      total: own.reduce((sum, { documents }) => sum + documents, 0),
    },
    metadata: {},
  };
};

const STATUS: Readonly<Record<DocumentStatus, z.input<typeof StoreFile>['status']>> = {
  queued: 'in_progress',
  processing: 'in_progress',
  ready: 'completed',
  failed: 'failed',
  deleting: 'failed',
};

const toStoreFile = (
  { id, createdAt, status, errorCode, sizeBytes, metadata }: DocumentRecord,
  storeId: CollectionId,
): z.input<typeof StoreFile> => ({
  id,
  object: 'vector_store.file',
  created_at: toSeconds(createdAt),
  vector_store_id: storeId,
  status: STATUS[status],
  last_error: errorCode === null ? null : { code: 'invalid_file', message: errorCode },
  usage_bytes: sizeBytes,
  attributes: metadata,
});
