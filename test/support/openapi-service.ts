import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOperatorTools, parseConfig } from '../../config/index.js';
import { createServiceClient } from '../../src/platform/web/service-client.js';
import { createTools } from '../../src/tools/index.js';
import type { Tool, ToolDeps } from '../../src/tools/tool.js';

type Json = Record<string, unknown>;

/** A document of these paths, with parts of its own in place of the usual ones. */
export const documentOf = (paths: Json, others: Json = {}): Json => ({
  openapi: '3.0.3',
  info: { title: 'Test', version: '1' },
  servers: [{ url: 'http://127.0.0.1:9/api' }],
  paths,
  ...others,
});

/** A document whose one operation, `getThing`, has these parts. */
export const operationOf = (parts: Json, path = '/things', others: Json = {}): Json =>
  documentOf({ [path]: { get: { operationId: 'getThing', ...parts } } }, others);

type Given = { document: unknown; service?: Json; variables?: Record<string, string> };

/** Writes a document and the file that names it, and removes them again. */
export const createOpenApiFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kr-openapi-'));
  const list = join(folder, 'openapi-tools.json');
  const load = async ({ document, service = {} }: Given) => {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    await writeFile(join(folder, 'document.json'), text);
    const named = { name: 'shop', document: 'document.json', operations: ['getThing'], ...service };
    await writeFile(list, JSON.stringify([named]));
    return loadOperatorTools({ OPENAPI_TOOLS: list });
  };
  return {
    load,
    /** The tools as the process has them, and a way to run one. */
    open: async (given: Given) => {
      const declared = await load(given);
      const { tools: settings } = parseConfig(given.variables ?? {}, declared);
      const askService = createServiceClient({ userAgent: 'knowledge-router-test' });
      // They use nothing but the way out, and are not cached.
      const deps = { askService } as ToolDeps;
      const tools = createTools({ ...deps, ...settings }, declared);
      const find = (name: string): Tool => {
        const tool = tools.find((one) => one.name === name);
        if (!tool) throw new Error(`There is no tool ${name}.`);
        return tool;
      };
      const { signal } = new AbortController();
      const context = { signal } as Parameters<Tool['run']>[1];
      return { tools, find, run: (name: string, input: unknown) => find(name).run(input, context) };
    },
    writeList: async (text: string) => {
      await writeFile(list, text);
      return loadOperatorTools({ OPENAPI_TOOLS: list });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
