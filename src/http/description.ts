import { createDocsPage } from './docs-page.js';
import { createOpenApiDocument } from './openapi.js';
import { publicRoute, type Route } from './route.js';

/** The API describes itself; `routes` are all others. */
export const createDescriptionRoutes = (routes: readonly Route[]): Route[] => {
  const own: Route[] = [
    publicRoute({
      method: 'get',
      path: '/v1/openapi.json',
      summary: 'This document',
      responses: { 200: { description: 'OpenAPI 3.1' } },
      handle: async () => ({ status: 200, body: document }),
    }),
    publicRoute({
      method: 'get',
      path: '/docs',
      summary: 'This document as a page',
      responses: { 200: { description: 'A page without scripts', contentType: 'text/html' } },
      handle: async () => ({ status: 200, contentType: 'text/html', body: page }),
    }),
  ];
  const document = createOpenApiDocument([...routes, ...own]);
  const page = createDocsPage(document);
  return own;
};
