import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { API_DOCUMENT } from '../../src/compose/api-document.js';
import { createOpenApiDocument } from '../../src/http/openapi/document.js';
import { createRoutes } from '../../src/compose/routes.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';

/** Files that put text into SQL as it is: columns and tables that they name themselves. */
const RAW_SQL = [
  'src/conversations/executions-repository.ts',
  'src/documents/many/batches-repository.ts',
  'src/maintenance/isolation/repository.ts',
  'src/platform/database/sql.ts',
];

/** Files that compare a secret that somebody sent with the known one. Refresh tokens and invitations are looked up by their hashes. */
const SECRETS = [
  'src/http/auth.ts',
  'src/platform/telemetry/metrics-listener.ts',
  'src/sign-in/external-sign-in.ts',
  'src/sign-in/sign-ins.ts',
  'src/tenancy/first-link.ts',
];

const isOutside =
  (folder: string) =>
  (path: string): boolean =>
    !path.startsWith(`src/platform/${folder}/`);

const ROOT = join(import.meta.dirname, '../..');

type Source = { path: string; text: string };
let sources: Source[];

beforeAll(async () => {
  const folders = ['src', 'workers', 'config'];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  );
  const paths = names
    .flat()
    .filter((path) => path.endsWith('.ts') && !path.startsWith('src/generated/'));
  sources = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
  );
});

const having = (pattern: RegExp, within = ''): string[] =>
  sources
    .filter(({ path, text }) => path.startsWith(within) && pattern.test(text))
    .map(({ path }) => path);

/** Every name that an object anywhere in a JSON document has. */
const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
};

/** Clients of OpenAI call a collection so. */
const VECTOR_STORE = /^(?:OpenAi(?:New)?VectorStore\w*|vector_store_id)$/;

describe('the source code in src', () => {
  it('is read completely by these checks', () => {
    expect(sources.length).toBeGreaterThan(250);
  });

  it('sends SQL only by tagged templates', () => {
    expect(having(/\$(query|execute)RawUnsafe\b/)).toEqual([]);
    expect(having(/\brawSql\(/).sort()).toEqual(RAW_SQL);
  });

  it('compares secrets only in constant time', () => {
    const COMPARED =
      /\b(?:secret|token|key|browser|password|signature)Hash\b\s*[!=]==?(?!=|\s*(?:null|undefined))/i;

    expect(having(COMPARED)).toEqual([]);
    expect(having(/\btimingSafeEqual\(/).sort()).toEqual(SECRETS);
  });

  it('never runs text as code', () => {
    expect(having(/(?<![.\w])eval\(|new Function\b|['"](node:)?vm2?['"]/)).toEqual([]);
  });

  it('never deserialises objects from text', () => {
    expect(having(/@langchain\/core\/load|langgraph-checkpoint|checkpointer/)).toEqual([]);
  });

  it("imports each store's client only in that store's folder", () => {
    expect(having(/['"]@qdrant\/js-client-rest['"]/).filter(isOutside('vectors/qdrant'))).toEqual(
      [],
    );
    expect(having(/['"]@lancedb\/lancedb['"]/).filter(isOutside('vectors/lancedb'))).toEqual([]);
    expect(
      having(/from '(pg|ioredis)'/).filter((path) => !path.startsWith('src/platform/')),
    ).toEqual([]);
  });

  it('never requests a snapshot from Qdrant', () => {
    expect(having(/snapshot/i, 'src/platform/vectors/qdrant')).toEqual([]);
  });

  it('never returns a vector to a client', () => {
    const routes = createRoutes(createFakeApiDeps().deps);

    const { components } = createOpenApiDocument(routes, API_DOCUMENT);
    // This route returns vectors of the caller's own text, and needs a permission that no role has by itself.
    const { OpenAiEmbeddings: ofOwnText, ...schemas } = components?.schemas ?? {};
    const names = namesIn(schemas).filter((name) => !VECTOR_STORE.test(name));

    expect(ofOwnText).toBeDefined();
    expect(names).toContain('chunkId');
    expect(names.filter((name) => /vector|embedding$|terms/i.test(name))).toEqual([]);
  });
});
