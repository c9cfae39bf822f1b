import { count } from '../src/shared/variable-types.js';
import { DEFAULT_TENANT_LIMITS as DEFAULTS } from '../src/tenancy/limits.js';

const MB = 1024 * 1024;
/** Even in megabytes, JavaScript represents this number exactly. */
const MOST = 1_000_000_000;

/** The maximum for a tenant, unless the operator sets another limit for it (`PATCH /v1/tenants/:id`). */
export const tenantVariables = {
  TENANT_MAX_DOCUMENTS: count({ min: 0, max: MOST, default: DEFAULTS.documents }).describe(
    'Documents of a tenant, unless the operator sets a different limit for it.',
  ),
  TENANT_MAX_STORAGE_MB: count({ min: 0, max: MOST, default: DEFAULTS.storageBytes / MB }).describe(
    'Files of a tenant: all versions of documents, and workspaces.',
  ),
  TENANT_MAX_USERS: count({ min: 0, max: MOST, default: DEFAULTS.users }).describe(
    'Users of a tenant.',
  ),
  TENANT_MAX_KEYS: count({ min: 0, max: MOST, default: DEFAULTS.keys }).describe(
    'API keys of a tenant that are neither revoked nor expired.',
  ),
  TENANT_MAX_SESSIONS: count({ min: 0, max: MOST, default: DEFAULTS.sessions }).describe(
    'Stored sessions of a tenant.',
  ),
  TENANT_MAX_TOKENS_PER_MONTH: count({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: DEFAULTS.tokensPerMonth,
  }).describe('Tokens of a tenant per month, in UTC.'),
  TENANT_MAX_QUESTIONS_PER_DAY: count({
    min: 0,
    max: MOST,
    default: DEFAULTS.questionsPerDay,
  }).describe('Questions of a tenant per day, in UTC.'),
};

type TenantVariables = { [Name in keyof typeof tenantVariables]: number } & {
  REQUESTS_PER_MINUTE_PER_TENANT: number;
};

export const toTenantLimits = (env: TenantVariables) => ({
  documents: env.TENANT_MAX_DOCUMENTS,
  storageBytes: env.TENANT_MAX_STORAGE_MB * MB,
  users: env.TENANT_MAX_USERS,
  keys: env.TENANT_MAX_KEYS,
  sessions: env.TENANT_MAX_SESSIONS,
  tokensPerMonth: env.TENANT_MAX_TOKENS_PER_MONTH,
  questionsPerDay: env.TENANT_MAX_QUESTIONS_PER_DAY,
  requestsPerMinute: env.REQUESTS_PER_MINUTE_PER_TENANT,
});
