import { createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { hashSecret } from '../shared/api-key.js';
import { TenantId } from '../shared/ids.js';

/** `krr` refreshes a sign-in, `kri` accepts an invitation; neither can be used as an API key, nor as the other. */
type Kind = 'krr' | 'kri';

/**
 * `<kind>_<tenant, 32 hex>_<secret, 43>`: the tenant is a claim, and the secret is looked up by its hash under that tenant's row security.
 */
const FORMAT =
  /^(kr[ri])_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;

export type IssuedToken = { token: string; tokenHash: Buffer };
export type ClaimedToken = { tenantId: TenantId; tokenHash: Buffer };

/** All refresh tokens of a sign-in begin with the same half: it is as secret as they are, and identifies one that has been used. */
export type Family = { half: Buffer; hash: Buffer };

const HALF_BYTES = 16;

/** The token is shown once and never stored; only its hash is. */
export const issueTenantToken = (kind: Kind, tenantId: TenantId): IssuedToken =>
  toToken(kind, tenantId, randomBytes(2 * HALF_BYTES));

export const parseTenantToken = (kind: Kind, token: string): ClaimedToken | null => {
  const parsed = parse(kind, token);
  return parsed && { tenantId: parsed.tenantId, tokenHash: hashSecret(token) };
};

export const createFamily = (half = randomBytes(HALF_BYTES)): Family => ({
  half,
  hash: hashSecret(half.toString('base64url')),
});

export const issueRefreshToken = (tenantId: TenantId, { half }: Family): IssuedToken =>
  toToken('krr', tenantId, Buffer.concat([half, randomBytes(HALF_BYTES)]));

/** The same successor each time, so that a client that uses a token twice can get what it missed. Only we can compute it. */
export const succeedRefreshToken = (
  key: KeyObject,
  { token, tenantId, family }: { token: string; tenantId: TenantId; family: Family },
): IssuedToken => {
  const next = createHmac('sha256', key).update(token).digest().subarray(0, HALF_BYTES);
  return toToken('krr', tenantId, Buffer.concat([family.half, next]));
};

export const parseRefreshToken = (token: string): (ClaimedToken & { family: Family }) | null => {
  const parsed = parse('krr', token);
  if (parsed === null) return null;
  const half = Buffer.from(parsed.secret, 'base64url').subarray(0, HALF_BYTES);
  return { tenantId: parsed.tenantId, tokenHash: hashSecret(token), family: createFamily(half) };
};

const toToken = (kind: Kind, tenantId: TenantId, secret: Buffer): IssuedToken => {
  const token = `${kind}_${tenantId.replaceAll('-', '')}_${secret.toString('base64url')}`;
  return { token, tokenHash: hashSecret(token) };
};

const parse = (kind: Kind, token: string) => {
  const [, given, ...parts] = FORMAT.exec(token) ?? [];
  const secret = parts.pop() ?? '';
  const tenantId = TenantId.safeParse(parts.join('-'));
  return given !== kind || !tenantId.success ? null : { tenantId: tenantId.data, secret };
};
