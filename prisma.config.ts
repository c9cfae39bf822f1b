import { defineConfig } from 'prisma/config';

// These commands never start the schema engine, yet Prisma would try to download it for them.
// `prisma migrate` does start it, so the path is set for these alone.
if (['generate', 'validate', 'format'].some((command) => process.argv.includes(command))) {
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
});
