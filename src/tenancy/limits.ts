import { z } from 'zod';

const most = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const perMinute = z.int().min(1).max(1_000_000);

/** The maximum that the operator allows a tenant. Days and months are in UTC. */
export const TenantLimits = z.object({
  documents: most,
  storageBytes: most.describe('Of all versions of documents and of all workspaces.'),
  users: most,
  keys: most.describe('Those that are neither revoked nor expired.'),
  sessions: most,
  tokensPerMonth: most,
  questionsPerDay: most,
  requestsPerMinute: perMinute,
});
export type TenantLimits = z.infer<typeof TenantLimits>;

const ownOrDefault = most.nullable().optional();

/** Null: the installation's default. */
export const TenantLimitChanges = z
  .strictObject({
    documents: ownOrDefault,
    storageBytes: ownOrDefault,
    users: ownOrDefault,
    keys: ownOrDefault,
    sessions: ownOrDefault,
    tokensPerMonth: ownOrDefault,
    questionsPerDay: ownOrDefault,
    requestsPerMinute: perMinute.nullable().optional(),
  })
  .describe("The operator's; an administrator's quota above one has no effect. Null: the default.")
  .meta({ id: 'TenantLimitChanges' });
export type TenantLimitChanges = z.infer<typeof TenantLimitChanges>;

const GIB = 1024 ** 3;

/** The limits of tenants without limits of their own; the settings TENANT_MAX_… change them. */
export const DEFAULT_TENANT_LIMITS: TenantLimits = {
  documents: 100_000,
  storageBytes: 100 * GIB,
  users: 10_000,
  keys: 50_000,
  sessions: 1_000_000,
  tokensPerMonth: 1_000_000_000,
  questionsPerDay: 100_000,
  requestsPerMinute: 3000,
};

const OwnLimits = TenantLimits.partial();

/** A tenant's row stores only what differs from the defaults. */
export const toLimits = (defaults: TenantLimits, own: unknown): TenantLimits => {
  const { data = {} } = OwnLimits.safeParse(own);
  return TenantLimits.parse({ ...defaults, ...data });
};
