import { diffMigrationsWithSchema } from './schema-engine.js';

// A process of its own: the engine and its database are WebAssembly that keeps a process alive and is slow under Jest.
const [schema = '', ...folders] = process.argv.slice(2);
const results = [];
for (const migrations of folders) {
  results.push(await diffMigrationsWithSchema({ schema, migrations }));
}
process.stdout.write(JSON.stringify(results), () => process.exit(0));
