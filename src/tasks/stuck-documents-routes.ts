import { operatorRoute, type Route } from '../http/index.js';
import { ListQuery, listOf, readList } from '../shared/lists.js';
import { StuckDocuments, type createStuckDocuments } from './stuck-documents.js';

export type StuckDocumentsDeps = { stuckDocuments: ReturnType<typeof createStuckDocuments> };

export const createStuckDocumentsRoutes = ({ stuckDocuments }: StuckDocumentsDeps): Route[] => [
  operatorRoute({
    method: 'get',
    path: '/v1/stuck-documents',
    operationId: 'listStuckDocuments',
    tag: 'tenants',
    summary: 'List the tenants with failed, failing or waiting documents, and why',
    query: ListQuery,
    responses: {
      200: {
        description: 'Affected tenants, newest first, without their content',
        schema: listOf(StuckDocuments, 'StuckDocumentsList'),
      },
    },
    answer: ({ query }) =>
      readList({ list: 'stuck-documents', scope: null }, query, stuckDocuments),
  }),
];
