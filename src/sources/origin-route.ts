import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import { DocumentId } from '../shared/ids.js';
import type { Sources } from './sources.js';

const Origin = z
  .object({
    url: z
      .string()
      .nullable()
      .describe(
        'Where a browser opens it; null if the document has no source, or no such address.',
      ),
    readAt: z.date().nullable().describe('When a run last read it at its source.'),
  })
  .meta({ id: 'DocumentOrigin' });

/** Returns the address of the original from which a document was read. */
export const createOriginRoute = ({ sources }: { sources: Sources }): Route =>
  userRoute({
    method: 'get',
    path: '/v1/documents/:id/origin',
    operationId: 'getDocumentOrigin',
    tag: 'documents',
    summary: 'Find the original of a document that a source has brought',
    permission: 'documents:read',
    params: z.strictObject({ id: DocumentId }),
    responses: { 200: { description: 'Its original', schema: Origin } },
    answer: ({ scope, params: { id } }) => sources.origin(scope, id),
  });
