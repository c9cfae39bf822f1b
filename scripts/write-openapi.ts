import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOpenApiDocument } from '../src/http/openapi/document.js';
import { API_DOCUMENT } from '../src/compose/api-document.js';
import { createRoutes, type RouteDeps } from '../src/compose/routes.js';

/** The document that the console is made from: its types come of it, and nothing else of us. */
const PATH = fileURLToPath(new URL('../console/generated/openapi.json', import.meta.url));

/** Use cases that nobody calls: the document is made of the table of routes alone. */
const NOTHING: RouteDeps = new Proxy(Object.create(null) as RouteDeps, {
  get: (_target, name) => (name === 'toolNames' ? [] : () => undefined),
});

const text = `${JSON.stringify(createOpenApiDocument(createRoutes(NOTHING), API_DOCUMENT))}\n`;
if ((await readFile(PATH, 'utf8').catch(() => null)) !== text) {
  await mkdir(dirname(PATH), { recursive: true });
  await writeFile(PATH, text);
}
