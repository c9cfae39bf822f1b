import { z } from 'zod';
import { publicRoute, type Route } from '../route.js';
import { createOpenApiDocument, type DocumentWords } from './document.js';
import { createDocsPage, createPagePolicy } from './page.js';

const tag = 'service';

/** The API describes itself; `routes` are all others. */
export const createDescriptionRoutes = (
  routes: readonly Route[],
  words: DocumentWords,
): Route[] => {
  const own: Route[] = [
    publicRoute({
      method: 'get',
      path: '/v1/openapi.json',
      operationId: 'getOpenApiDocument',
      tag,
      summary: 'This document',
      responses: {
        200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) },
      },
      handle: async () => ({ status: 200, body: document }),
    }),
    publicRoute({
      method: 'get',
      path: '/docs',
      operationId: 'showDocs',
      tag,
      summary: 'This document as a page',
      responses: { 200: { description: 'The page', contentType: 'text/html' } },
      handle: async () => ({
        ...{ status: 200, contentType: 'text/html', body: page },
        headers: { 'Content-Security-Policy': createPagePolicy() },
      }),
    }),
  ];
  const document = createOpenApiDocument([...routes, ...own], words);
  const page = createDocsPage(document);
  return own;
};
