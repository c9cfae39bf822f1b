import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import type { TenantId } from '../shared/ids.js';
import type { Keys } from './keys.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Bound to one tenant: moved into another tenant's row, it cannot be opened. */
export const seal = ([key]: Keys, tenantId: TenantId, text: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(tenantId));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
};

/** Null if it was sealed with another key, or for another tenant. */
export const unseal = (keys: Keys, tenantId: TenantId, sealed: Uint8Array): string | null => {
  for (const key of keys) {
    const text = open(key, tenantId, sealed);
    if (text !== null) return text;
  }
  return null;
};

/** Seals data of an earlier key again with the newest one; null for anything else. */
export const reseal = (keys: Keys, tenantId: TenantId, sealed: Uint8Array): Buffer | null => {
  const [newest] = keys;
  if (open(newest, tenantId, sealed) !== null) return null;
  const text = unseal(keys, tenantId, sealed);
  return text === null ? null : seal(keys, tenantId, text);
};

const open = (key: KeyObject, tenantId: TenantId, sealed: Uint8Array): string | null => {
  const bytes = Buffer.from(sealed);
  const end = NONCE_BYTES + TAG_BYTES;
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(tenantId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, end));
    return Buffer.concat([decipher.update(bytes.subarray(end)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
