import { z } from 'zod';
import { fileStoreVariables } from '../src/platform/files/index.js';
import { vectorStoreVariables } from '../src/platform/vectors/index.js';
import { sourceVariables } from '../src/sources/variables.js';
import { localModelVariables } from './local-models.js';
import { modelVariables } from './model-variables.js';
import { observabilityVariables } from './observability-variables.js';
import { outgoingProxyVariables } from './outgoing-proxy.js';
import { processorVariables } from './processor-variables.js';
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
    .describe('Least severe log line that is written.'),
  LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe('json: one JSON object a line; pretty: for people; auto: pretty on a terminal.'),
  BOOTSTRAP_OPERATOR_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      "The operator's key. Unset on the embedded database: one is made and kept in DATA_DIR.",
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
      'Signs access tokens and seals client secrets; the same in all processes. Unset on the embedded database: one is made and kept in DATA_DIR; with DATABASE_URL: nobody can sign in.',
    ),
  JWT_SECRET_PREVIOUS: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'The previous JWT_SECRET while it is being rotated: its tokens are accepted, and secrets sealed with it are resealed.',
    ),
  PUBLIC_URL: serviceUrl('http', 'https')
    .optional()
    .describe(
      'The address that browsers reach the API under; sign-in with OpenID Connect needs it. With https, browsers are told to use nothing else.',
    ),
  OIDC_PRIVATE_ISSUERS: z
    .string()
    .optional()
    .describe(
      'Comma-separated origins of identity providers that may lie at private addresses and speak http, such as http://keycloak.internal:8080.',
    ),
  WEBHOOK_PRIVATE_ORIGINS: z
    .string()
    .optional()
    .describe(
      'Comma-separated origins to which webhooks may be sent at private addresses and over http, such as http://localhost:8080.',
    ),
  TOOL_LINK_HOSTS: z
    .string()
    .optional()
    .describe(
      'Comma-separated hosts to which links may lead that services and MCP servers return, such as crm.example.com. Links to others are taken out of answers.',
    ),
  CORS_ORIGINS: z
    .string()
    .optional()
    .describe(
      'Comma-separated origins, such as https://app.example.com, whose pages may call the API. Unset: none but its own.',
    ),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe('Comma-separated addresses or subnets of proxies whose X-Forwarded-For is believed.'),
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
      'PostgreSQL as the application role (no owner, no BYPASSRLS). Unset: an embedded PostgreSQL.',
    ),
  DATABASE_MIGRATION_URL: serviceUrl('postgresql', 'postgres')
    .optional()
    .describe(
      'The same database as its owner, for migrations only. Unset with DATABASE_URL: `npm run migrate` is to have applied them.',
    ),
  DATABASE_POOL_SIZE: count({ min: 2, max: 200, default: 10 }).describe(
    "Connections to PostgreSQL for tenants' transactions. Tenants take turns: while others ask, one has two of them at most, and the last is only for a tenant that has none.",
  ),
  DATABASE_QUEUE: count({ min: 8, max: 100_000, default: 512 }).describe(
    'Transactions of tenants that may wait for a connection, in a process; one tenant may have half of them waiting, and gets 429 beyond.',
  ),
  DATABASE_TURN_SEC: seconds(10).describe(
    "Longest wait for a tenant's turn at such a connection; then 429.",
  ),
  REDIS_URL: serviceUrl('redis', 'rediss')
    .optional()
    .describe('Redis for jobs and limits. Unset: both live in PostgreSQL.'),
  ALLOW_INSECURE_STORES: z
    .stringbool()
    .default(false)
    .describe(
      'on: NODE_ENV=production takes PostgreSQL, Redis, Qdrant and S3 also without password or TLS, on a network that is yours alone. Each is named in a warning.',
    ),
  ...vectorStoreVariables,
  ...fileStoreVariables,
};

const workflowVariables = {
  REQUEST_TIMEOUT_SEC: seconds(60).describe(
    'Deadline of a chat request. It moves on while a model is writing, up to ANSWER_MAX_SEC.',
  ),
  ANSWER_MAX_SEC: seconds(300).describe(
    'Longest that a chat request may take in all, however steadily a model writes. No less than REQUEST_TIMEOUT_SEC.',
  ),
  FINALIZE_RESERVE_SEC: seconds(8).describe('Part of the deadline that is kept for the answer.'),
  INITIALIZE_TIMEOUT_SEC: seconds(5).describe('Time limit of the node initialize.'),
  PREPARE_QUERY_TIMEOUT_SEC: seconds(10).describe('Time limit of the node prepare_query.'),
  AGENT_DECIDE_TIMEOUT_SEC: seconds(15).describe('Time limit of the node agent_decide.'),
  TOOLS_TIMEOUT_SEC: seconds(30).describe('Time limit of the node tools.'),
  FINALIZE_TIMEOUT_SEC: seconds(20).describe('Time limit of the node finalize.'),
  TOOLS_MODULE: z
    .string()
    .optional()
    .describe('An ES module of your own whose tools are added to ours: docs/add-a-tool.md.'),
  MCP_SERVERS: z
    .string()
    .optional()
    .describe(
      'A JSON file that lists servers of the Model Context Protocol whose tools are added to ours: docs/tools.md.',
    ),
  MAX_AGENT_ITERATIONS: count({ min: 1, max: 20, default: 5 }).describe(
    'Rounds of tools a turn may take.',
  ),
  TOOL_CONCURRENCY: count({ min: 1, max: 32, default: 4 }).describe(
    'Tools of one round that run at once.',
  ),
  ENABLE_QUERY_REWRITING: z
    .stringbool()
    .default(true)
    .describe('Rewrite follow-ups and keyword lists before searching (needs a model).'),
  ENABLE_INTENT_CLASSIFICATION: z
    .stringbool()
    .default(true)
    .describe('Let the rewriting call name the intent, too; otherwise a rule does.'),
  DECIDE: z
    .enum(['auto', 'always'])
    .default('auto')
    .describe(
      'auto: a plain question is searched first, so that one model call answers it; always: a model decides first what to do about each question.',
    ),
  VERIFY: z
    .enum(['off', 'open', 'all'])
    .default('open')
    .describe(
      'Whether a model checks what an answer states: open = statements that no rule is sure of, all = also those that rules have settled, off = none.',
    ),
  VERIFY_TIMEOUT_SEC: seconds(6).describe(
    'Time limit of that check; a statement that is not checked in time is marked as unchecked.',
  ),
  MAX_QUERY_CHARS: count({ min: 100, max: 100_000, default: 8000 }).describe('Longest question.'),
  MAX_TASK_CHARS: count({ min: 1000, max: 1_000_000, default: 24_000 }).describe(
    'What the model reads of a task of a chat program (a title, tags, `:plain`), all messages together; the rest is left out.',
  ),
  MAX_EMBEDDING_CHARS: count({ min: 1000, max: 10_000_000, default: 200_000 }).describe(
    'What a request for embeddings may have, all texts together.',
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
    .describe('in-process: the API ingests, too; separate: `npm run worker` does.'),
  INGESTION_CONCURRENCY: count({ min: 1, max: 64, default: 2 }).describe(
    'Documents a worker parses at once; as many again are on their way into the index.',
  ),
  INGESTION_PER_TENANT: optionalCount({ min: 1, max: 64 }).describe(
    'How many of them may be of one tenant; the last one is only for a tenant that has none. Default: half. The only tenant of an installation has all.',
  ),
  INGESTION_SLOW_CONCURRENCY: count({ min: 1, max: 64, default: 1 }).describe(
    'Beside them, documents parsed at once that took longer than PARSER_FIRST_TIMEOUT_SEC; with the lowest priority.',
  ),
  KEPT_VERSIONS: count({ min: 0, max: 100, default: 3 }).describe(
    'Replaced versions of a document whose files are kept, so that they can be restored; they count towards the storage. 0: none.',
  ),
  CHUNK_TOKENS: count({ min: 50, max: 2000, default: 400 }).describe(
    'Longest chunk in tokens. A change re-indexes all documents.',
  ),
  PARSER_FIRST_TIMEOUT_SEC: seconds(10).describe(
    'Time limit of the first try; a document that takes longer is put back and parsed among slow ones.',
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
    .describe('on: documents may be fetched from URLs of the public internet; off: none is.'),
  MAX_UPLOAD_MB: count({ min: 1, max: 4096, default: 50 }).describe('Largest upload.'),
};

const workspaceVariables = {
  WORKSPACE_MAX_FILES: count({ min: 1, max: 100_000, default: 1000 }).describe(
    'Files that a user may have in their workspace.',
  ),
  WORKSPACE_MAX_MB: count({ min: 1, max: 1_000_000, default: 100 }).describe(
    'What all files of a workspace may have together.',
  ),
  WORKSPACE_MAX_FILE_MB: count({ min: 1, max: 1000, default: 10 }).describe(
    'Largest file of a workspace. Tools hold one in memory.',
  ),
};

const sandboxVariables = {
  SANDBOX_CONCURRENCY: count({ min: 1, max: 64, default: 2 }).describe(
    'Scripts of run_python and run_shell that a process runs at once; one tenant has at most half while others want any, and the last is only for a tenant that runs none.',
  ),
  SANDBOX_MEMORY_MB: count({ min: 64, max: 512, default: 256 }).describe(
    "Memory of a script's Python, beside some 200 MB that a running sandbox takes.",
  ),
};

const limitVariables = {
  REQUESTS_PER_MINUTE_PER_KEY: count({ min: 1, max: 1_000_000, default: 600 }).describe(
    'Requests an API key may make a minute.',
  ),
  REQUESTS_PER_MINUTE_PER_USER: count({ min: 1, max: 1_000_000, default: 1200 }).describe(
    'Requests a user may make a minute, with all of their keys.',
  ),
  REQUESTS_PER_MINUTE_PER_TENANT: count({ min: 1, max: 1_000_000, default: 3000 }).describe(
    'Requests a tenant may make a minute.',
  ),
  REQUESTS_PER_MINUTE_PER_ADDRESS: count({ min: 1, max: 1_000_000, default: 600 }).describe(
    'Requests a minute from one address without a credential that has proved good before.',
  ),
  MAX_PARALLEL_CHATS_PER_USER: count({ min: 1, max: 100, default: 4 }).describe(
    'Turns a user may have running.',
  ),
  MAX_PARALLEL_CHATS_PER_TENANT: count({ min: 1, max: 10_000, default: 64 }).describe(
    'Turns all users of a tenant may have running together.',
  ),
  MAX_PARALLEL_SEARCHES_PER_TENANT: count({ min: 1, max: 10_000, default: 64 }).describe(
    'Searches all users of a tenant may have running together.',
  ),
  MAX_PARALLEL_UPLOADS_PER_TENANT: count({ min: 1, max: 10_000, default: 32 }).describe(
    'Uploads all users of a tenant may have under way together.',
  ),
  MAX_PARALLEL_FETCHES_PER_USER: count({ min: 1, max: 1000, default: 4 }).describe(
    'URLs that may be fetched at once for a user; each of them is one of the uploads, too.',
  ),
  MAX_PARALLEL_FETCHES_PER_TENANT: count({ min: 1, max: 10_000, default: 16 }).describe(
    'URLs that may be fetched at once for all users of a tenant.',
  ),
  MAX_PARALLEL_DOWNLOADS_PER_USER: count({ min: 1, max: 1000, default: 8 }).describe(
    'Files a user may be downloading.',
  ),
  MAX_PARALLEL_DOWNLOADS_PER_TENANT: count({ min: 1, max: 10_000, default: 64 }).describe(
    'Files all users of a tenant may be downloading together.',
  ),
  MAX_STREAMS_PER_TENANT: count({ min: 1, max: 10_000, default: 256 }).describe(
    'Event streams all users of a tenant may have open together.',
  ),
  MIN_FREE_DISK_MB: count({ min: 0, max: 1_000_000, default: 512 }).describe(
    'With less room on the disk of DATA_DIR, uploads and files of workspaces are refused with 507; all else goes on.',
  ),
  MIN_UPLOAD_BYTES_PER_SEC: count({ min: 0, max: 1_000_000, default: 1024 }).describe(
    'Least rate of an upload over twenty seconds; a slower one is cut off. 0: one byte in that time.',
  ),
  MAX_CONNECTIONS: count({ min: 10, max: 1_000_000, default: 4096 }).describe(
    'Connections the API has open at once; others are refused.',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: count({ min: 1, max: 1_000_000, default: 512 }).describe(
    'Of them from one address. Not counted where TRUST_PROXY is set, for all come from the proxy then.',
  ),
  MAX_PARALLEL_SEARCHES_PER_USER: count({ min: 1, max: 1000, default: 16 }).describe(
    'Searches a user may have running, those of their turns not counted.',
  ),
  MAX_PARALLEL_UPLOADS_PER_USER: count({ min: 1, max: 1000, default: 8 }).describe(
    'Uploads a user may have under way: files, texts and URLs.',
  ),
  MAX_STREAMS_PER_USER: count({ min: 1, max: 1000, default: 8 }).describe(
    'Event streams a user may have open, those counted that nobody reads.',
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
  ...limitVariables,
  ...tenantVariables,
});
export type Environment = z.infer<typeof Environment>;
