import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { z } from 'zod';

/** Written by scripts/write-openapi.ts, which runs before. */
const DOCUMENT = new URL('../console/generated/openapi.json', import.meta.url);
const TYPES = new URL('../packages/client/src/api.ts', import.meta.url);

/** Groups of operations that the client offers; others change without it. */
const TAGS = new Set([
  'chat',
  'search',
  'documents',
  'collections',
  'sources',
  'assistants',
  'profile',
  'evaluations',
]);

const Operation = z.looseObject({ tags: z.array(z.string()) });
const Components = z.record(z.string(), z.record(z.string(), z.unknown()));
const OpenApi = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: Components,
});

const main = async (): Promise<void> => {
  const document = OpenApi.parse(JSON.parse(await readFile(DOCUMENT, 'utf8')));
  const types = await openapiTS(JSON.stringify(onlyOffered(document)), {
    defaultNonNullable: false,
  });
  const text = `${HEAD}${astToString(types)}`;
  if (!process.argv.includes('--check')) return writeFile(TYPES, text);
  if ((await readFile(TYPES, 'utf8')) === text) return;
  console.error(
    `${fileURLToPath(TYPES)} is not what the API has become: run "npm run client:types".`,
  );
  process.exitCode = 1;
};

const HEAD = '// Made of the OpenAPI document by "npm run client:types".\n\n';

const onlyOffered = (document: z.infer<typeof OpenApi>) => {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, operations]) => {
      const offered = Object.entries(operations).filter(([, { tags }]) =>
        tags.some((tag) => TAGS.has(tag)),
      );
      return offered.length === 0 ? [] : [[path, Object.fromEntries(offered)]];
    }),
  );
  return { ...document, paths, components: onlyNamed(document.components, paths) };
};

/** The components that paths name, and those that these name. */
const onlyNamed = (components: z.infer<typeof Components>, paths: object) => {
  const named = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
      if (named.has(`${kind}/${name}`)) continue;
      named.add(`${kind}/${name}`);
      visit(components[kind]?.[name]);
    }
  };
  visit(paths);
  const entries = Object.entries(components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => named.has(`${kind}/${name}`))),
  ]);
  return Object.fromEntries(entries) as z.infer<typeof Components>;
};

const REFERENCE = /"#\/components\/([^/"]+)\/([^/"]+)"/g;

await main();
