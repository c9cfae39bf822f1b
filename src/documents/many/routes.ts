import { userRoute, type Route } from '../../http/index.js';
import { createBatchRoutes, type BatchDeps } from './batch-routes.js';
import { BulkChange, BulkOutcomes, type createBulkChange } from './bulk.js';
import { Manifest, ManifestAnswer, type createCompareManifest } from './manifest.js';

export type ManyDocumentsDeps = BatchDeps & {
  manyDocuments: {
    compareManifest: ReturnType<typeof createCompareManifest>;
    changeAll: ReturnType<typeof createBulkChange>;
  };
};

export const createManyDocumentsRoutes = (deps: ManyDocumentsDeps): Route[] => [
  ...createBatchRoutes(deps),
  ...createBulkRoutes(deps),
];

const createBulkRoutes = ({ manyDocuments }: ManyDocumentsDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/documents/manifest',
    operationId: 'compareManifest',
    tag: 'documents',
    example: {
      source: 'handbook',
      entries: [
        {
          path: 'travel/rules.md',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          size: 12,
        },
      ],
    },
    summary: "Compare the files of a source with the caller's documents from there",
    permission: 'documents:read',
    body: Manifest,
    responses: { 200: { description: 'In the order of the entries', schema: ManifestAnswer } },
    answer: ({ scope, body }) => manyDocuments.compareManifest(scope, body),
  }),
  userRoute({
    method: 'post',
    path: '/v1/documents/bulk',
    operationId: 'changeDocuments',
    errors: ['not_found'],
    tag: 'documents',
    example: { action: 'delete', documentIds: ['0197e0b2-0000-7000-8000-000000000000'] },
    summary: 'Delete, show or file many documents at once',
    permission: 'documents:write',
    body: BulkChange,
    responses: {
      200: { description: 'An outcome for each document, in its order', schema: BulkOutcomes },
    },
    answer: ({ scope, body }) => manyDocuments.changeAll(scope, body),
  }),
];
