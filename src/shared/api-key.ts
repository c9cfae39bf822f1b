import { createHash, randomBytes } from 'node:crypto';
import { TenantId } from './ids.js';

/** `kr_<tenant, 32 hex>_<prefix, 8>_<secret, 43>`: tenant and prefix are looked up, the secret proves ownership. */
const FORMAT = /^kr_([0-9a-f]{32})_([0-9a-z]{8})_([A-Za-z0-9_-]{43})$/;

export type ClaimedApiKey = { tenantId: TenantId; prefix: string; secret: string };

export type IssuedApiKey = { apiKey: string; prefix: string; secretHash: Buffer };

/** The key is shown once and never stored; only its prefix and the hash of its secret are. */
export const issueApiKey = (
  tenantId: TenantId,
  random: (size: number) => Buffer = randomBytes,
): IssuedApiKey => {
  const prefix = random(4).toString('hex');
  const secret = random(32).toString('base64url');
  const tenant = tenantId.replaceAll('-', '');
  return { apiKey: `kr_${tenant}_${prefix}_${secret}`, prefix, secretHash: hashSecret(secret) };
};

export const parseApiKey = (token: string): ClaimedApiKey | null => {
  const [, tenant, prefix, secret] = FORMAT.exec(token) ?? [];
  if (tenant === undefined || prefix === undefined || secret === undefined) return null;
  const dashed = tenant.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const tenantId = TenantId.safeParse(dashed);
  return tenantId.success ? { tenantId: tenantId.data, prefix, secret } : null;
};

/** SHA-256 suffices, because secrets are 256 random bits and cannot be guessed offline. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
