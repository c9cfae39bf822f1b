import { z } from 'zod';
import { fileStoreVariables } from '../src/platform/files/index.js';
import { vectorStoreVariables } from '../src/platform/vectors/index.js';
import { sourceVariables } from '../src/sources/variables.js';
import { localModelVariables } from './local-models.js';
import { modelVariables } from './model-variables.js';
import { observabilityVariables } from './observability-variables.js';
import { outgoingProxyVariables } from './outgoing-proxy.js';
import { ocrVariables, processorVariables } from './processor-variables.js';
import { searchVariables } from './search-variables.js';
import { tenantVariables } from './tenant-variables.js';
import { count, optionalCount, seconds, serviceUrl } from '../src/shared/variable-types.js';

const processVariables = {
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the API listens on.'),
  PORT: count({ min: 0, max: 65535, default: 3000 }).describe(
    'Port the API listens on; 0 picks a free one.',
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe('Folder for uploaded files, secrets and the embedded PostgreSQL and LanceDB.'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .describe('Lowest level of log lines to write.'),
  LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('json: one JSON object per line; pretty: for people; auto: pretty on a terminal.'),
  BOOTSTRAP_OPERATOR_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      "The operator's key. If unset with the embedded database, one is created and kept in DATA_DIR.",
    ),
  BOOTSTRAP_OPERATOR_KEY_PREVIOUS: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe("The operator's previous key, accepted while the key is being rotated."),
  JWT_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Signs access tokens and encrypts client secrets; must be the same in all processes. If unset with the embedded database, one is created and kept in DATA_DIR; with DATABASE_URL, nobody can sign in.',
    ),
  JWT_SECRET_PREVIOUS: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'The previous JWT_SECRET while it is being rotated: its tokens are accepted, and secrets encrypted with it are re-encrypted.',
    ),
  PUBLIC_URL: serviceUrl('http', 'https')
    .optional()
    .describe(
      'The address at which browsers reach the API; required for sign-in with OpenID Connect. With https, browsers are told to use only https.',
    ),
  OIDC_PRIVATE_ISSUERS: z
    .string()
    .optional()
    .describe(
      'Comma-separated origins of identity providers that may have private addresses and use http, such as http://keycloak.internal:8080.',
    ),
  WEBHOOK_PRIVATE_ORIGINS: z
    .string()
    .optional()
    .describe(
      'Comma-separated origins that webhooks may be sent to at private addresses and over http, such as http://localhost:8080.',
    ),
  TOOL_LINK_HOSTS: z
    .string()
    .optional()
    .describe(
      'Comma-separated hosts that links from services and MCP servers may point to, such as crm.example.com. Other links are removed from answers.',
    ),
  CORS_ORIGINS: z
    .string()
    .optional()
    .describe(
      'Comma-separated origins, such as https://app.example.com, whose pages may call the API. Unset: only its own.',
    ),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe('Comma-separated addresses or subnets of proxies whose X-Forwarded-For is trusted.'),
  METRICS_PORT: count({ min: 0, max: 65535, default: 9464 }).describe(
    'Port of the Prometheus listener.',
  ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address of the Prometheus listener.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for /metrics; required unless METRICS_HOST is loopback.'),
  METRICS_TOKEN_PREVIOUS: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('The previous METRICS_TOKEN, accepted while it is being rotated.'),
};

const storageVariables = {
  DATABASE_URL: serviceUrl('postgresql', 'postgres')
    .optional()
    .describe(
      "PostgreSQL with the application's role (not the owner, no BYPASSRLS). Unset: an embedded PostgreSQL.",
    ),
  DATABASE_MIGRATION_URL: serviceUrl('postgresql', 'postgres')
    .optional()
    .describe(
      "The same database with its owner's role, for migrations only. If unset with DATABASE_URL, run `npm run migrate` first.",
    ),
  DATABASE_POOL_SIZE: count({ min: 2, max: 200, default: 10 }).describe(
    "Connections to PostgreSQL for tenants' transactions. Tenants take turns: while others are asking, each gets at most two, and the last one is reserved for a tenant that has none.",
  ),
  DATABASE_QUEUE: count({ min: 8, max: 100_000, default: 512 }).describe(
    "Tenants' transactions that may wait for a connection, per process. One tenant may fill half of them; further requests get 429.",
  ),
  DATABASE_TURN_SEC: seconds(10).describe('Longest wait for such a connection; then 429.'),
  REDIS_URL: serviceUrl('redis', 'rediss')
    .optional()
    .describe('Redis for jobs and limits. Unset: both live in PostgreSQL.'),
  ALLOW_INSECURE_STORES: z
    .stringbool()
    .default(false)
    .describe(
      'on: with NODE_ENV=production, also accept PostgreSQL, Redis, Qdrant and S3 without password or TLS, for private networks. A warning names each.',
    ),
  ...vectorStoreVariables,
  ...fileStoreVariables,
};

const workflowVariables = {
  REQUEST_TIMEOUT_SEC: seconds(60).describe(
    'Deadline of a chat request. It is extended while a model is writing, up to ANSWER_MAX_SEC.',
  ),
  ANSWER_MAX_SEC: seconds(300).describe(
    'Maximum total time of a chat request, however steadily a model writes. At least REQUEST_TIMEOUT_SEC.',
  ),
  FINALIZE_RESERVE_SEC: seconds(8).describe('Part of the deadline reserved for the answer.'),
  INITIALIZE_TIMEOUT_SEC: seconds(5).describe('Time limit of the node initialize.'),
  PREPARE_QUERY_TIMEOUT_SEC: seconds(10).describe('Time limit of the node prepare_query.'),
  AGENT_DECIDE_TIMEOUT_SEC: seconds(15).describe('Time limit of the node agent_decide.'),
  TOOLS_TIMEOUT_SEC: seconds(30).describe('Time limit of the node tools.'),
  FINALIZE_TIMEOUT_SEC: seconds(20).describe('Time limit of the node finalize.'),
  TOOLS_MODULE: z
    .string()
    .optional()
    .describe('An ES module of yours that adds tools: docs/add-a-tool.md.'),
  MCP_SERVERS: z
    .string()
    .optional()
    .describe(
      'A JSON file that lists Model Context Protocol servers whose tools are added: docs/tools.md.',
    ),
  MAX_AGENT_ITERATIONS: count({ min: 1, max: 20, default: 5 }).describe(
    'Maximum rounds of tool calls in a turn.',
  ),
  TOOL_CONCURRENCY: count({ min: 1, max: 32, default: 4 }).describe(
    'Tools of one round that run in parallel.',
  ),
  ENABLE_QUERY_REWRITING: z
    .stringbool()
    .default(true)
    .describe('Rewrite follow-ups and keyword lists before searching (needs a model).'),
  ENABLE_INTENT_CLASSIFICATION: z
    .stringbool()
    .default(true)
    .describe('Let the rewriting call also determine the intent; otherwise a rule does.'),
  DECIDE: z
    .enum(['auto', 'always'])
    .default('auto')
    .describe(
      'auto: a plain question is searched first, so that one model call answers it; always: a model first decides what to do with each question.',
    ),
  VERIFY: z
    .enum(['off', 'open', 'all'])
    .default('open')
    .describe(
      'Which statements of an answer a model checks: open = those that no rule is certain about, all = also those that rules have decided, off = none.',
    ),
  VERIFY_TIMEOUT_SEC: seconds(6).describe(
    'Time limit of that check; statements not checked in time are marked as unchecked.',
  ),
  MAX_QUERY_CHARS: count({ min: 100, max: 100_000, default: 8000 }).describe('Longest question.'),
  MAX_TASK_CHARS: count({ min: 1000, max: 1_000_000, default: 24_000 }).describe(
    "Maximum characters the model reads for a chat program's task (a title, tags, `:plain`), in all messages together; the rest is omitted.",
  ),
  MAX_EMBEDDING_CHARS: count({ min: 1000, max: 10_000_000, default: 200_000 }).describe(
    'Maximum characters of an embeddings request, in all texts together.',
  ),
  MAX_USER_SESSIONS: count({ min: 1, max: 1000, default: 10 }).describe(
    'Open sessions a user may have.',
  ),
  SESSION_TIMEOUT_MINUTES: count({ min: 1, max: 43_200, default: 60 }).describe(
    'Idle time after which a session is closed.',
  ),
};

const ingestionVariables = {
  INGESTION_WORKER: z
    .enum(['in-process', 'separate'])
    .default('in-process')
    .describe('in-process: the API also ingests; separate: `npm run worker` does.'),
  INGESTION_CONCURRENCY: count({ min: 1, max: 64, default: 2 }).describe(
    'Documents a worker parses at once; the same number can be on their way into the index.',
  ),
  INGESTION_PER_TENANT: optionalCount({ min: 1, max: 64 }).describe(
    'How many of them one tenant may use; the last one is reserved for a tenant that has none. Default: half. A single tenant gets all.',
  ),
  INGESTION_SLOW_CONCURRENCY: count({ min: 1, max: 64, default: 1 }).describe(
    'In addition, slow documents parsed at once: those that took longer than PARSER_FIRST_TIMEOUT_SEC, with the lowest priority.',
  ),
  KEPT_VERSIONS: count({ min: 0, max: 100, default: 3 }).describe(
    'Replaced versions of a document whose files are kept for restoring; they count towards storage. 0: none.',
  ),
  CHUNK_TOKENS: count({ min: 50, max: 2000, default: 400 }).describe(
    'Longest chunk in tokens. A change re-indexes all documents.',
  ),
  PARSER_FIRST_TIMEOUT_SEC: seconds(10).describe(
    'Time limit of the first attempt; a document that takes longer is put back and parsed with the slow ones.',
  ),
  PARSER_TIMEOUT_SEC: seconds(120).describe(
    'Time limit for parsing one document, in processor time: see STARVATION_FACTOR.',
  ),
  PARSER_MEMORY_MB: count({ min: 64, max: 16_384, default: 512 }).describe(
    'Memory limit of a parser process.',
  ),
  URL_INTAKE: z
    .stringbool()
    .default(true)
    .describe('on: documents may be fetched from URLs on the public internet; off: none.'),
  MAX_UPLOAD_MB: count({ min: 1, max: 4096, default: 50 }).describe('Largest upload.'),
};

const workspaceVariables = {
  WORKSPACE_MAX_FILES: count({ min: 1, max: 100_000, default: 1000 }).describe(
    "Maximum files in a user's workspace.",
  ),
  WORKSPACE_MAX_MB: count({ min: 1, max: 1_000_000, default: 100 }).describe(
    "Maximum total size of a workspace's files.",
  ),
  WORKSPACE_MAX_FILE_MB: count({ min: 1, max: 1000, default: 10 }).describe(
    'Largest file in a workspace. Tools keep one in memory.',
  ),
};

const sandboxVariables = {
  SANDBOX_CONCURRENCY: count({ min: 1, max: 64, default: 2 }).describe(
    'Scripts of run_python and run_shell that run at once per process; one tenant gets at most half while others want any, and the last slot is reserved for a tenant that runs none.',
  ),
  SANDBOX_MEMORY_MB: count({ min: 64, max: 512, default: 256 }).describe(
    "Memory for a script's Python, in addition to about 200 MB for the running sandbox.",
  ),
};

const limitVariables = {
  REQUESTS_PER_MINUTE_PER_KEY: count({ min: 1, max: 1_000_000, default: 600 }).describe(
    'Requests per minute of an API key.',
  ),
  REQUESTS_PER_MINUTE_PER_USER: count({ min: 1, max: 1_000_000, default: 1200 }).describe(
    'Requests per minute of a user, with all of their keys.',
  ),
  REQUESTS_PER_MINUTE_PER_TENANT: count({ min: 1, max: 1_000_000, default: 3000 }).describe(
    'Requests per minute of a tenant.',
  ),
  REQUESTS_PER_MINUTE_PER_ADDRESS: count({ min: 1, max: 1_000_000, default: 600 }).describe(
    'Requests per minute from one address without a credential that has been valid before.',
  ),
  MAX_PARALLEL_CHATS_PER_USER: count({ min: 1, max: 100, default: 4 }).describe(
    'Turns a user may run at once.',
  ),
  MAX_PARALLEL_CHATS_PER_TENANT: count({ min: 1, max: 10_000, default: 64 }).describe(
    'Turns that all users of a tenant together may run at once.',
  ),
  MAX_PARALLEL_SEARCHES_PER_TENANT: count({ min: 1, max: 10_000, default: 64 }).describe(
    'Searches that all users of a tenant together may run at once.',
  ),
  MAX_PARALLEL_UPLOADS_PER_TENANT: count({ min: 1, max: 10_000, default: 32 }).describe(
    'Uploads that all users of a tenant together may run at once.',
  ),
  MAX_PARALLEL_FETCHES_PER_USER: count({ min: 1, max: 1000, default: 4 }).describe(
    'URLs that may be fetched at once for a user; each also counts as an upload.',
  ),
  MAX_PARALLEL_FETCHES_PER_TENANT: count({ min: 1, max: 10_000, default: 16 }).describe(
    'URLs that may be fetched at once for all users of a tenant.',
  ),
  MAX_PARALLEL_DOWNLOADS_PER_USER: count({ min: 1, max: 1000, default: 8 }).describe(
    'Downloads a user may run at once.',
  ),
  MAX_PARALLEL_DOWNLOADS_PER_TENANT: count({ min: 1, max: 10_000, default: 64 }).describe(
    'Downloads that all users of a tenant together may run at once.',
  ),
  MAX_STREAMS_PER_TENANT: count({ min: 1, max: 10_000, default: 256 }).describe(
    'Event streams that all users of a tenant together may have open.',
  ),
  MIN_FREE_DISK_MB: count({ min: 0, max: 1_000_000, default: 512 }).describe(
    'With less free space on the disk of DATA_DIR, uploads and workspace files are refused with 507; everything else still works.',
  ),
  MIN_UPLOAD_BYTES_PER_SEC: count({ min: 0, max: 1_000_000, default: 1024 }).describe(
    'Minimum rate of an upload over twenty seconds; a slower one is cut off. 0: one byte in that time.',
  ),
  MAX_CONNECTIONS: count({ min: 10, max: 1_000_000, default: 4096 }).describe(
    'Maximum open connections to the API; others are refused.',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: count({ min: 1, max: 1_000_000, default: 512 }).describe(
    'Maximum of these from one address. Not applied if TRUST_PROXY is set, because all connections then come from the proxy.',
  ),
  MAX_PARALLEL_SEARCHES_PER_USER: count({ min: 1, max: 1000, default: 16 }).describe(
    'Searches a user may run at once, not counting those of their turns.',
  ),
  MAX_PARALLEL_UPLOADS_PER_USER: count({ min: 1, max: 1000, default: 8 }).describe(
    'Uploads a user may run at once: files, texts and URLs.',
  ),
  MAX_STREAMS_PER_USER: count({ min: 1, max: 1000, default: 8 }).describe(
    'Event streams a user may have open, including those that nobody reads.',
  ),
};

/** Every environment variable the product knows; nothing else is read. */
export const Environment = z.object({
  ...processVariables,
  ...observabilityVariables,
  ...storageVariables,
  ...outgoingProxyVariables,
  ...modelVariables,
  ...localModelVariables,
  ...workflowVariables,
  ...searchVariables,
  ...ingestionVariables,
  ...sourceVariables,
  ...workspaceVariables,
  ...sandboxVariables,
  ...processorVariables,
  ...ocrVariables,
  ...limitVariables,
  ...tenantVariables,
});
export type Environment = z.infer<typeof Environment>;
