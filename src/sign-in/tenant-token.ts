import { randomBytes } from 'node:crypto';
import { hashSecret } from '../shared/api-key.js';
import { TenantId } from '../shared/ids.js';

/** `krr` refreshes a sign-in, `kri` accepts an invitation: neither is an API key, nor one the other. */
type Kind = 'krr' | 'kri';

/** `<kind>_<tenant, 32 hex>_<secret, 43>`: the tenant is claimed, and the secret looked up by its hash under the tenant's row security. */
const FORMAT =
  /^(kr[ri])_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[\w-]{43}$/;

export type IssuedToken = { token: string; tokenHash: Buffer };
export type ClaimedToken = { tenantId: TenantId; tokenHash: Buffer };

/** The token is shown once and never stored; what is stored is its hash. */
export const issueTenantToken = (kind: Kind, tenantId: TenantId): IssuedToken => {
  const secret = randomBytes(32).toString('base64url');
  const token = `${kind}_${tenantId.replaceAll('-', '')}_${secret}`;
  return { token, tokenHash: hashSecret(token) };
};

export const parseTenantToken = (kind: Kind, token: string): ClaimedToken | null => {
  const [, given, ...tenant] = FORMAT.exec(token) ?? [];
  const tenantId = TenantId.safeParse(tenant.join('-'));
  if (given !== kind || !tenantId.success) return null;
  return { tenantId: tenantId.data, tokenHash: hashSecret(token) };
};
