import { existsSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { chooseFileStore, fileStoreProblems } from '../src/platform/files/index.js';
import { chooseVectorStore, vectorStoreProblems } from '../src/platform/vectors/index.js';
import { isAppError } from '../src/shared/errors.js';
import { isOrigin } from '../src/shared/origin.js';
import { sourceProblems, toGivenReach } from '../src/sources/variables.js';
import {
  toolProblems,
  toToolSettings,
  toToolVariables,
  type ToolRegistry,
} from '../src/tools/variables.js';
import { parseChatModels, type ChatModels } from './chat-backends.js';
import { secretRules, toCredentials } from './credentials.js';
import { embedderRules, toEmbedder } from './embedder.js';
import { Environment } from './env.js';
import { OF_MODEL_FILES, localModelRules, toLocalModels, toModelFiles } from './local-models.js';
import { setUpLanceDb } from './lance-db.js';
import { findMisspelt } from './misspelt.js';
import { toModelEndpoints } from './model-endpoints.js';
import { toObservability } from './observability-variables.js';
import { loadEnvFile, toOutgoingProxy } from './outgoing-proxy.js';
import { calibrationRules, rerankRules, toReranker, toSearch } from './search-variables.js';
import { toOcr, toProcessLimits } from './processor-variables.js';
import { toShownSettings } from './shown-settings.js';
import { findInsecureStores } from './store-security.js';
import { toTenantLimits } from './tenant-variables.js';

export type Config = ReturnType<typeof parseConfig>;

/** Thrown before anything is opened; the message names each variable and what it requires. */
class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type Variables = Record<string, string | undefined>;

/** Reads the process environment, and `.env` in the working directory for unset variables. For processes that run no turns. */
export const loadConfig = ({ ours }: ToolRegistry): Config =>
  forgettingOwner(parseConfig(readVariables(), ours));

/** The same for processes that run turns, with the operator's additional tools and their settings. */
export const loadConfigWithTools = async (registry: ToolRegistry): Promise<Config> => {
  const variables = readVariables();
  const { tools, left } = await loadAdded(variables, registry);
  const declared = [...registry.ours, ...tools];
  return forgettingOwner({ ...parseConfig(variables, declared), toolsLeft: left });
};

/** Migrations take the owner's password from the configuration, which then forgets it: added tools and child processes find none. */
const forgettingOwner = (config: Config): Config => {
  delete process.env['DATABASE_MIGRATION_URL'];
  return config;
};

const readVariables = (): Variables => {
  const problems = existsSync('.env') ? loadEnvFile('.env') : [];
  if (problems.length > 0) throw refuse(problems);
  setUpLanceDb();
  return process.env;
};

/** The tools named by TOOLS_MODULE and MCP_SERVERS. */
export const loadOperatorTools = async (
  variables: Variables,
  registry: ToolRegistry,
): Promise<ToolRegistry['ours']> => (await loadAdded(variables, registry)).tools;

const loadAdded = async (variables: Variables, { ours, loadAdded: load }: ToolRegistry) => {
  const taken = { ...Environment.shape, ...toToolVariables(ours) };
  try {
    return await load(withoutEmpty(variables), { tools: ours, variables: Object.keys(taken) });
  } catch (error) {
    throw isAppError(error) ? refuse([error.message]) : error;
  }
};

/** The file of MCP servers, the secrets that it names, and the proxy for reaching them. */
export const readMcpVariables = () => {
  const { MCP_SERVERS: path, ...variables } = withoutEmpty(readVariables());
  if (path === undefined) throw refuse(['MCP_SERVERS: is not set, so nothing is to be approved']);
  return { path, ...readModelVariables(), readSecret: (name: string) => variables[name] };
};

/**
 * The folder of local models, and where to download them; other settings are not read, because they may name a model that is not installed
 * yet.
 */
export const readModelVariables = () => {
  const parsed = Environment.pick(OF_MODEL_FILES).safeParse(withoutEmpty(readVariables()));
  if (!parsed.success) throw refuse(parsed.error.issues.map(describeIssue));
  return { files: toModelFiles(parsed.data), proxy: toOutgoingProxy(parsed.data) };
};

const NO_TOOLS_LEFT: readonly string[] = [];

/** Without tools the configuration cannot be used to run turns, which would have nothing to search with. */
export const parseConfig = (variables: Variables, declared: ToolRegistry['ours'] = []) => {
  const given = withoutEmpty(variables);
  const toolVariables = toToolVariables(declared);
  const parsed = Environment.safeParse(given);
  const ofTools = z.object(toolVariables).safeParse(given);
  if (!parsed.success || !ofTools.success) {
    const issues = [parsed, ofTools].flatMap(({ error }) => error?.issues ?? []);
    throw refuse(issues.map(describeIssue));
  }
  const env = { ...parsed.data, ...ofTools.data };
  const { problems, chatModels } = parseChatModels(parsed.data, given);
  const broken = [
    ...halfConfigured(parsed.data),
    ...insecureStores(parsed.data),
    ...vectorStoreProblems(parsed.data),
    ...fileStoreProblems(parsed.data),
    ...sourceProblems(parsed.data),
    ...toolProblems(env, declared),
    ...problems,
    // An empty value is a mistake, not a way of turning sign-in off.
    ...(variables['JWT_SECRET']?.trim() === ''
      ? ['JWT_SECRET: is empty; set it, or leave it out']
      : []),
  ];
  if (broken.length > 0) throw refuse(broken);
  const known = Object.keys({ ...Environment.shape, ...toolVariables });
  return {
    database: toDatabase(parsed.data),
    ...toConfig({ ...parsed.data, DATABASE_MIGRATION_URL: undefined }, chatModels),
    tools: { declared, ...toToolSettings(env, declared) },
    misspelt: findMisspelt(given, known),
    /** Never shown; searched for in other systems' answers. */
    credentials: toCredentials({ values: env, given, declared }),
    /** The settings in effect, without secrets. */
    settings: toShownSettings(env, given),
    /** Insecure stores that production uses anyway, because of ALLOW_INSECURE_STORES. */
    insecureStores: parsed.data.NODE_ENV === 'production' ? findInsecureStores(parsed.data) : [],
    /** Messages about approved tools of MCP servers that cannot be offered. */
    toolsLeft: NO_TOOLS_LEFT,
  };
};

const refuse = (problems: readonly string[]): ConfigurationError =>
  new ConfigurationError(
    `Configuration refused:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  );

// docker compose and .env files pass "KEY=" for unset variables.
const withoutEmpty = (variables: Variables): Variables =>
  Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

const describeIssue = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.')}: ${issue.message}`;

const insecureStores = (env: Environment): string[] =>
  env.NODE_ENV === 'production' && !env.ALLOW_INSECURE_STORES
    ? findInsecureStores(env).map(
        (problem) =>
          `${problem} (refused with NODE_ENV=production, unless ALLOW_INSECURE_STORES is on)`,
      )
    : [];

type Rule = [broken: unknown, problem: string];

const halfConfigured = (env: Environment): string[] =>
  [
    ...storageRules(env),
    ...secretRules(env),
    ...modelRules(env),
    ...rerankRules(env),
    ...calibrationRules(env),
    ...processRules(env),
  ]
    .filter(([broken]) => Boolean(broken))
    .map(([, problem]) => problem);

const storageRules = (env: Environment): Rule[] => [
  [
    env.DATABASE_MIGRATION_URL && !env.DATABASE_URL,
    'DATABASE_URL: required with DATABASE_MIGRATION_URL',
  ],
  [isBlocked(env.DATA_DIR), `DATA_DIR: "${env.DATA_DIR}" is not a folder`],
];

/** A file exists where the folder, or a parent of it, must be created. */
const isBlocked = (folder: string): boolean => {
  const path = resolve(folder);
  if (existsSync(path)) return !statSync(path).isDirectory();
  return dirname(path) !== path && isBlocked(dirname(path));
};

const modelRules = (env: Environment): Rule[] => {
  const chat = env.OPENAI_BASE_URL ?? env.OPENAI_API_KEY;
  return [
    [chat && !env.OPENAI_MODEL, 'OPENAI_MODEL: required with OPENAI_BASE_URL or OPENAI_API_KEY'],
    [env.OPENAI_MODEL && !chat, 'OPENAI_BASE_URL or OPENAI_API_KEY: required with OPENAI_MODEL'],
    ...embedderRules(env),
    ...localModelRules(env),
  ];
};

const processRules = (env: Environment): Rule[] => [
  [
    env.LOG_TURN_CONTENT && env.NODE_ENV === 'production',
    'LOG_TURN_CONTENT: refused with NODE_ENV=production, for it writes answers and documents into the log',
  ],
  [
    env.OTEL_EXPORTER_OTLP_HEADERS && !env.OTEL_EXPORTER_OTLP_ENDPOINT,
    'OTEL_EXPORTER_OTLP_ENDPOINT: required with OTEL_EXPORTER_OTLP_HEADERS',
  ],
  [
    env.FINALIZE_RESERVE_SEC >= env.REQUEST_TIMEOUT_SEC,
    'FINALIZE_RESERVE_SEC: must be less than REQUEST_TIMEOUT_SEC',
  ],
  ...toList(env.CORS_ORIGINS).map((origin): Rule => [
    !isOrigin(origin),
    `CORS_ORIGINS: "${origin}" is not an origin such as https://app.example.com`,
  ]),
  ...toList(env.OIDC_PRIVATE_ISSUERS).map((origin): Rule => [
    !isOrigin(origin),
    `OIDC_PRIVATE_ISSUERS: "${origin}" is not an origin such as http://keycloak.internal:8080`,
  ]),
  ...toList(env.WEBHOOK_PRIVATE_ORIGINS).map((origin): Rule => [
    !isOrigin(origin),
    `WEBHOOK_PRIVATE_ORIGINS: "${origin}" is not an origin such as http://localhost:8080`,
  ]),
  ...toList(env.TOOL_LINK_HOSTS).map((host): Rule => [
    !isHost(host),
    `TOOL_LINK_HOSTS: "${host}" is not a host such as crm.example.com`,
  ]),
  ...toList(env.TRUST_PROXY).map((proxy): Rule => [
    isIP(proxy.split('/')[0] ?? '') === 0,
    `TRUST_PROXY: "${proxy}" is neither an address nor a subnet`,
  ]),
];

/** Without a port, and without a wildcard. */
const isHost = (text: string): boolean =>
  URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text.toLowerCase();

const toList = (value: string | undefined): string[] =>
  value === undefined ? [] : value.split(',').map((item) => item.trim());

const toConfig = (env: Environment, chatModels: ChatModels | null) => ({
  http: toHttp(env),
  metrics: {
    host: env.METRICS_HOST,
    port: env.METRICS_PORT,
    tokens: [env.METRICS_TOKEN, env.METRICS_TOKEN_PREVIOUS].filter((token) => token !== undefined),
  },
  logging: { level: env.LOG_LEVEL, format: env.LOG_FORMAT },
  observability: toObservability(env),
  buildCommit: env.BUILD_COMMIT,
  outgoingProxy: toOutgoingProxy(env),
  dataDir: resolve(env.DATA_DIR),
  jwtSecret: env.JWT_SECRET ?? null,
  previousJwtSecret: env.JWT_SECRET_PREVIOUS ?? null,
  publicUrl: env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).href.replace(/\/+$/, ''),
  privateIssuers: toList(env.OIDC_PRIVATE_ISSUERS),
  webhookPrivateOrigins: toList(env.WEBHOOK_PRIVATE_ORIGINS),
  operatorKey: env.BOOTSTRAP_OPERATOR_KEY ?? null,
  previousOperatorKey: env.BOOTSTRAP_OPERATOR_KEY_PREVIOUS ?? null,
  redisUrl: env.REDIS_URL ?? null,
  vectorStore: chooseVectorStore(env),
  fileStore: chooseFileStore(env),
  minFreeDiskBytes: env.MIN_FREE_DISK_MB * MB,
  chatModels,
  modelEndpoints: toModelEndpoints(env, chatModels),
  embedder: toEmbedder(env),
  reranker: toReranker(env),
  localModels: toLocalModels(env),
  search: toSearch(env, toEmbedder(env)),
  workflow: toWorkflow(env),
  openAi: { maxTaskChars: env.MAX_TASK_CHARS, maxEmbeddingChars: env.MAX_EMBEDDING_CHARS },
  urlIntake: env.URL_INTAKE,
  sources: toGivenReach(env),
  sandbox: {
    atOnce: env.SANDBOX_CONCURRENCY,
    memoryMb: env.SANDBOX_MEMORY_MB,
    ...toProcessLimits(env).start,
  },
  processLimits: toProcessLimits(env),
  workspace: {
    files: env.WORKSPACE_MAX_FILES,
    bytes: env.WORKSPACE_MAX_MB * MB,
    bytesPerFile: env.WORKSPACE_MAX_FILE_MB * MB,
  },
  tenantLimits: toTenantLimits(env),
  ingestion: toIngestion(env),
});

const toIngestion = (env: Environment) => {
  const total = env.INGESTION_CONCURRENCY;
  const slow = env.INGESTION_SLOW_CONCURRENCY;
  const perTenant = env.INGESTION_PER_TENANT ?? halfOf(total);
  return {
    worker: env.INGESTION_WORKER,
    slots: { total, perTenant, slow },
    keptVersions: env.KEPT_VERSIONS,
    chunkTokens: env.CHUNK_TOKENS,
    ocr: toOcr(env),
    parsers: {
      ...toProcessLimits(env).start,
      plainText: toProcessLimits(env).plainText,
      size: total,
      perTenant,
      slowSize: slow,
      firstTimeoutMs: env.PARSER_FIRST_TIMEOUT_SEC * 1000,
      timeoutMs: env.PARSER_TIMEOUT_SEC * 1000,
      maxMemoryMb: env.PARSER_MEMORY_MB,
      chunkTokens: env.CHUNK_TOKENS,
    },
  };
};

const MB = 1024 * 1024;

const halfOf = (count: number): number => Math.max(1, Math.floor(count / 2));

const toHttp = (env: Environment) => ({
  host: env.HOST,
  port: env.PORT,
  trustProxy: toList(env.TRUST_PROXY),
  corsOrigins: toList(env.CORS_ORIGINS),
  requestsPerMinute: {
    key: env.REQUESTS_PER_MINUTE_PER_KEY,
    user: env.REQUESTS_PER_MINUTE_PER_USER,
    tenant: env.REQUESTS_PER_MINUTE_PER_TENANT,
    address: env.REQUESTS_PER_MINUTE_PER_ADDRESS,
  },
  parallel: {
    chats: { user: env.MAX_PARALLEL_CHATS_PER_USER, tenant: env.MAX_PARALLEL_CHATS_PER_TENANT },
    searches: {
      user: env.MAX_PARALLEL_SEARCHES_PER_USER,
      tenant: env.MAX_PARALLEL_SEARCHES_PER_TENANT,
    },
    uploads: {
      user: env.MAX_PARALLEL_UPLOADS_PER_USER,
      tenant: env.MAX_PARALLEL_UPLOADS_PER_TENANT,
    },
    fetches: {
      user: env.MAX_PARALLEL_FETCHES_PER_USER,
      tenant: env.MAX_PARALLEL_FETCHES_PER_TENANT,
    },
    downloads: {
      user: env.MAX_PARALLEL_DOWNLOADS_PER_USER,
      tenant: env.MAX_PARALLEL_DOWNLOADS_PER_TENANT,
    },
    streams: { user: env.MAX_STREAMS_PER_USER, tenant: env.MAX_STREAMS_PER_TENANT },
  },
  connections: {
    total: env.MAX_CONNECTIONS,
    perAddress: env.TRUST_PROXY === undefined ? env.MAX_CONNECTIONS_PER_ADDRESS : null,
  },
  minUploadBytesPerSec: env.MIN_UPLOAD_BYTES_PER_SEC,
  maxUploadBytes: env.MAX_UPLOAD_MB * MB,
});

const toDatabase = (env: Environment) => ({
  urls: toDatabaseUrls(env),
  poolSize: env.DATABASE_POOL_SIZE,
  waitMs: env.DATABASE_WAIT_SEC * 1000,
  turnLimits: { maxWaiting: env.DATABASE_QUEUE, maxWaitMs: env.DATABASE_TURN_SEC * 1000 },
});

const toDatabaseUrls = (env: Environment) =>
  env.DATABASE_URL === undefined
    ? null
    : { url: env.DATABASE_URL, migrationUrl: env.DATABASE_MIGRATION_URL ?? null };

const toWorkflow = (env: Environment) => ({
  requestTimeoutMs: env.REQUEST_TIMEOUT_SEC * 1000,
  answerMaxMs: env.ANSWER_MAX_SEC * 1000,
  streamIdleMs: env.LLM_STREAM_IDLE_SEC * 1000,
  finalizeReserveMs: env.FINALIZE_RESERVE_SEC * 1000,
  nodeTimeoutMs: {
    initialize: env.INITIALIZE_TIMEOUT_SEC * 1000,
    prepare_query: env.PREPARE_QUERY_TIMEOUT_SEC * 1000,
    agent_decide: env.AGENT_DECIDE_TIMEOUT_SEC * 1000,
    tools: env.TOOLS_TIMEOUT_SEC * 1000,
    finalize: env.FINALIZE_TIMEOUT_SEC * 1000,
  },
  decide: { maxTokens: env.DECIDE_MAX_TOKENS, temperature: env.DECIDE_TEMPERATURE },
  decideMode: env.DECIDE,
  answer: { maxTokens: env.ANSWER_MAX_TOKENS, temperature: env.ANSWER_TEMPERATURE },
  maxAgentIterations: env.MAX_AGENT_ITERATIONS,
  toolConcurrency: env.TOOL_CONCURRENCY,
  rewriteQueries: env.ENABLE_QUERY_REWRITING,
  classifyIntent: env.ENABLE_INTENT_CLASSIFICATION,
  verify: { mode: env.VERIFY, timeoutMs: env.VERIFY_TIMEOUT_SEC * 1000 },
  maxQueryChars: env.MAX_QUERY_CHARS,
  maxUserSessions: env.MAX_USER_SESSIONS,
  trustedLinkHosts: toList(env.TOOL_LINK_HOSTS).map((host) => host.toLowerCase()),
  sessionTimeoutMs: env.SESSION_TIMEOUT_MINUTES * 60_000,
});
