import { z } from 'zod';
import { changes, createsById, userRoute, type Route } from '../../http/index.js';
import { CollectionId, DocumentId } from '../../shared/ids.js';
import { ShownVisibility, Visibility } from '../schema.js';
import type { Collections } from './collections.js';
import { CollectionRecord, Editors } from './schema.js';
import { listOf, listQueryFields, readList } from '../../shared/lists.js';

export type CollectionDeps = { collections: Collections };

const Collection = CollectionRecord.omit({
  editorUsers: true,
  editorGroups: true,
  editorGroupKeys: true,
})
  .extend({
    editors: Editors,
    documentCount: z.int().describe('Of the documents that the caller may see.'),
  })
  .meta({ id: 'Collection' });

const params = z.strictObject({ id: CollectionId });
const memberParams = z.strictObject({ id: CollectionId, documentId: DocumentId });

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters');
const description = z.string().trim().max(2000).nullable();
const tag = 'collections';
const read = { permission: 'documents:read', openTo: 'applications', tag } as const;
const write = { permission: 'documents:write', tag } as const;

export const createCollectionRoutes = (deps: CollectionDeps): Route[] => [
  ...createReadRoutes(deps),
  ...createChangeRoutes(deps),
  createDeleteRoute(deps),
  ...createMemberRoutes(deps),
];

const createReadRoutes = ({ collections }: CollectionDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/collections',
    operationId: 'listCollections',
    summary: 'List the collections that the caller may see',
    ...read,
    query: z.strictObject({
      ...listQueryFields,
      name: z.string().max(200).optional().describe('Part of the name.'),
    }),
    responses: {
      200: { description: 'Newest first', schema: listOf(Collection, 'CollectionList') },
    },
    answer: ({ scope, query }) =>
      readList({ list: 'collections', scope }, query, async (page) => {
        const { items, nextAfter } = await collections.list(scope, { ...page, name: query.name });
        return { items: items.map(toView), nextAfter };
      }),
  }),
  userRoute({
    method: 'get',
    path: '/v1/collections/:id',
    operationId: 'getCollection',
    summary: 'Read a collection',
    ...read,
    params,
    responses: { 200: { description: 'The collection', schema: Collection } },
    answer: async ({ scope, params: { id } }) => toView(await collections.get(scope, id)),
  }),
];

const createChangeRoutes = ({ collections }: CollectionDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/collections',
    operationId: 'createCollection',
    example: {
      name: 'Travel',
      description: 'What to book and how.',
      editors: { users: [], groups: ['hr'] },
    },
    summary: 'Create a collection of documents',
    ...write,
    body: z
      .strictObject({
        name,
        description: description.default(null),
        visibility: Visibility.default('tenant'),
        editors: Editors.default({ users: [], groups: [] }),
      })
      .meta({ id: 'NewCollection' }),
    creates: createsById(CollectionId, async (scope, id) =>
      toView(await collections.get(scope, id)),
    ),
    responses: { 201: { description: 'Created', schema: Collection } },
    answer: async ({ scope, body }) => toView(await collections.create(scope, body)),
  }),
  userRoute({
    method: 'patch',
    path: '/v1/collections/:id',
    operationId: 'updateCollection',
    example: { name: 'Journeys' },
    summary: 'Change a collection, as its owner or an administrator',
    ...write,
    params,
    body: changes({
      name: name.optional(),
      description: description.optional(),
      visibility: Visibility.optional(),
      editors: Editors.optional().describe('Replaces the existing ones.'),
    }).meta({ id: 'CollectionChanges' }),
    responses: { 200: { description: 'The changed collection', schema: Collection } },
    answer: async ({ scope, params: { id }, body }) =>
      toView(await collections.update(scope, id, body)),
  }),
];

const createDeleteRoute = ({ collections }: CollectionDeps): Route =>
  userRoute({
    method: 'delete',
    path: '/v1/collections/:id',
    operationId: 'deleteCollection',
    errors: ['under_hold'],
    summary: 'Delete a collection and, on request, documents that are in no other',
    ...write,
    params,
    query: z.strictObject({
      documents: z
        .enum(['keep', 'delete-if-unfiled'])
        .default('keep')
        .describe('Deletes those that are in no other collection and that the caller may delete.'),
    }),
    responses: {
      200: {
        description: 'Deleted',
        schema: z
          .object({ id: CollectionId, deletedDocuments: z.int(), keptDocuments: z.int() })
          .meta({ id: 'DeletedCollection' }),
      },
    },
    answer: ({ scope, params: { id }, query }) => collections.delete(scope, id, query),
  });

const createMemberRoutes = ({ collections }: CollectionDeps): Route[] => [
  userRoute({
    method: 'put',
    path: '/v1/collections/:id/documents/:documentId',
    operationId: 'addDocumentToCollection',
    summary: 'Add a document to a collection; its visibility does not change',
    ...write,
    params: memberParams,
    responses: {
      200: {
        description: 'The document is in the collection',
        schema: z
          .object({
            collectionId: CollectionId,
            documentId: DocumentId,
            visibility: ShownVisibility.describe(
              'Of the document: who may see it, here as elsewhere.',
            ),
            detail: z.string(),
          })
          .meta({ id: 'CollectionMembership' }),
      },
    },
    answer: async ({ scope, params: membership }) => {
      const { visibility } = await collections.addDocument(scope, membership);
      const { id: collectionId, documentId } = membership;
      return { collectionId, documentId, visibility, detail: KEEPS_VISIBILITY };
    },
  }),
  userRoute({
    method: 'delete',
    path: '/v1/collections/:id/documents/:documentId',
    operationId: 'removeDocumentFromCollection',
    summary: 'Remove a document from a collection without deleting it',
    ...write,
    params: memberParams,
    responses: { 204: { description: 'The document is not in the collection' } },
    answer: ({ scope, params: membership }) => collections.removeDocument(scope, membership),
  }),
];

const KEEPS_VISIBILITY =
  'A collection shows nobody a document that they may not see: its own visibility still decides.';

const toView = (record: CollectionRecord): z.input<typeof Collection> => {
  const { editorUsers: users, editorGroups: groups, ...rest } = record;
  return { ...rest, editors: { users, groups } };
};
