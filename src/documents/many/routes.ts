import { userRoute, type Route } from '../../http/index.js';
import { Manifest, ManifestAnswer, type createCompareManifest } from './manifest.js';

export type ManyDocumentsDeps = {
  manyDocuments: { compareManifest: ReturnType<typeof createCompareManifest> };
};

export const createManyDocumentsRoutes = ({ manyDocuments }: ManyDocumentsDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/documents/manifest',
    summary: "Compare the files of a source with the caller's documents from there",
    permission: 'documents:read',
    body: Manifest,
    responses: { 200: { description: 'In the order of the entries', schema: ManifestAnswer } },
    answer: ({ scope, body }) => manyDocuments.compareManifest(scope, body),
  }),
];
