import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SecretFiles } from '../platform/files/folder-secret-files.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import { hashSecret } from '../shared/api-key.js';
import { isAppError } from '../shared/errors.js';
import { TenantId } from '../shared/ids.js';
import type { Database } from './database.js';
import type { FirstLink } from './first-link.js';
import type { Tenants } from './tenants.js';

type Deps = {
  database: Pick<Database, 'withLock' | 'platform'>;
  tenants: Pick<Tenants, 'create' | 'reissueAdminKey'>;
  secretFiles: SecretFiles;
  firstLink: Pick<FirstLink, 'issue'>;
  logger: Logger;
  random?: (size: number) => Buffer;
};

type Start = {
  /** From BOOTSTRAP_OPERATOR_KEY; null: one is generated and stored. */
  operatorKey: string | null;
  /** True if the first start creates the default tenant. */
  isEmbedded: boolean;
  /** The address at which a browser on this machine reaches us, without a trailing slash. */
  url: string;
};

type Started = {
  operatorKeyHash: Uint8Array;
  /** For the administrator created by this start; null: none was created. */
  signInLink: string | null;
};

const OPERATOR_KEY = 'secrets/operator-key';
const KEYS = 'bootstrap.json';
/** Written last: the keys have been handed over, even if their file is gone since. */
const DONE = 'secrets/bootstrap-done';

/** Names of the secret files with an installation's keys. */
export const BOOTSTRAP_FILES = [OPERATOR_KEY, KEYS, DONE];

const LOCK_TIMEOUT_MS = 30_000;

const Keys = z.object({
  operatorKey: z.string().min(1),
  adminKey: z.string().min(1),
  tenantId: TenantId,
});

/** Ensures that there is an operator key and, once, with the embedded database, a tenant with an admin and their key. */
export const createBootstrap =
  (deps: Deps) =>
  ({ operatorKey, isEmbedded, url }: Start): Promise<Started> =>
    deps.database.withLock(
      { key: 'bootstrap', signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) },
      async () => {
        const effectiveKey = operatorKey ?? (await keepOperatorKey(deps));
        const signInLink = isEmbedded ? await handOverKeys(deps, { url, effectiveKey }) : null;
        return { operatorKeyHash: hashSecret(effectiveKey), signInLink };
      },
    );

/** The administrator's first key, while its file exists. */
export const readAdminKey = async ({ read }: Pick<SecretFiles, 'read'>): Promise<string | null> =>
  parseKeys(await read(KEYS))?.adminKey ?? null;

const keepOperatorKey = async ({ secretFiles, random = randomBytes }: Deps): Promise<string> => {
  const kept = (await secretFiles.read(OPERATOR_KEY))?.trim();
  if (kept !== undefined && kept.length >= 32) return kept;
  const made = `kro_${random(32).toString('base64url')}`;
  await secretFiles.write(OPERATOR_KEY, `${made}\n`);
  return made;
};

/**
 * Tenant and admin are in the database before their file exists; a crash in between loses the only copy of the admin's key, so the next
 * start issues a replacement.
 */
const handOverKeys = async (
  deps: Deps,
  { url, effectiveKey: operatorKey }: { url: string; effectiveKey: string },
): Promise<string | null> => {
  const { secretFiles, firstLink, logger } = deps;
  if ((await secretFiles.read(DONE)) !== null) return null;
  let signInLink: string | null = null;
  if (parseKeys(await secretFiles.read(KEYS)) === null) {
    const { tenantId, adminKey } = await makeDefaultTenant(deps);
    const { token, expiresAt: signInLinkExpiresAt } = await firstLink.issue();
    // After the #, which browsers do not send and proxies do not log.
    signInLink = `${url}/#link=${token}`;
    const keys = { operatorKey, adminKey, tenantId, signInLink, signInLinkExpiresAt };
    await secretFiles.write(KEYS, `${JSON.stringify(keys, null, 2)}\n`);
    logger.info({ path: secretFiles.pathOf(KEYS) }, 'Wrote the first keys');
  }
  await secretFiles.write(DONE, '');
  return signInLink;
};

const parseKeys = (text: string | null): z.infer<typeof Keys> | null => {
  try {
    return Keys.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
};

const makeDefaultTenant = async ({
  database,
  tenants,
}: Deps): Promise<{ tenantId: TenantId; adminKey: string }> => {
  const known = await database.platform.tenants.findBySlug('default');
  if (known !== null) {
    // Null if the creation of the tenant was interrupted before it had an admin.
    const adminKey = await tenants.reissueAdminKey(known.id).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'not_found') return null;
      throw error;
    });
    if (adminKey !== null) return { tenantId: known.id, adminKey };
  }
  const { tenant, apiKey } = await tenants.create({
    slug: 'default',
    name: 'Default',
    admin: { email: 'admin@localhost.localdomain' },
  });
  return { tenantId: tenant.id, adminKey: apiKey };
};
