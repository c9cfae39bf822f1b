import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { DiffResult, DiffTarget, MigrationList } from '@prisma/schema-engine-wasm';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/**
 * Prisma's own schema engine without its binary: the WebAssembly build on an in-memory PGlite. Its published entry imports the
 * .wasm file as a module, which Node cannot do, hence the instantiation by hand.
 */
const createSchemaEngine = async (schemaPath: string) => {
  const require = createRequire(import.meta.url);
  const wasmPath = join(
    require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'),
    '..',
    'schema_engine_bg.wasm',
  );
  const { instance } = await WebAssembly.instantiate(await readFile(wasmPath), {
    './schema_engine_bg.js': { ...engineBindings },
  });
  engineBindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports['__wbindgen_start'];
  if (typeof start === 'function') start();
  const adapter = new PrismaPGlite(await PGlite.create());
  return engineBindings.SchemaEngine.new(
    { datamodels: [[schemaPath, await readFile(schemaPath, 'utf8')]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
};

const readMigrations = async (folder: string): Promise<MigrationList> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
};

// The bindings hold one instance of the module, so a test file shares one engine.
let engine: ReturnType<typeof createSchemaEngine> | undefined;

/** Answers as `prisma migrate diff --from-migrations --to-schema --script --exit-code` does: 0 in sync, 2 with the missing SQL. */
export const diffMigrationsWithSchema = async (paths: {
  schema: string;
  migrations: string;
}): Promise<DiffResult> => {
  engine ??= createSchemaEngine(paths.schema);
  const from: DiffTarget = { tag: 'migrations', ...(await readMigrations(paths.migrations)) };
  const content = await readFile(paths.schema, 'utf8');
  return (await engine).diff({
    from,
    to: { tag: 'schemaDatamodel', files: [{ path: paths.schema, content }] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
};
