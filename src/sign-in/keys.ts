import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { SecretFiles } from '../platform/files/folder-secret-files.js';
import type { Database } from './database.js';

type Deps = { database: Pick<Database, 'withLock'>; secretFiles: SecretFiles };

type Setting = {
  /** JWT_SECRET. */
  secret: string | null;
  /** The embedded database, beside which a secret can be kept. */
  isEmbedded: boolean;
};

/** Each for one purpose; none says anything about another, or about the secret that they come from. */
export type SignInKeys = {
  accessToken: KeyObject;
  /** Makes a refresh token of the one before. */
  refreshToken: KeyObject;
  browserToken: KeyObject;
  /** Seals what tenants entrust to us: client secrets of their identity providers, and secrets of their webhooks. */
  atRest: KeyObject;
};

/** The name of the secret file. */
export const SIGN_IN_SECRET = 'secrets/jwt-secret';

const LOCK_TIMEOUT_MS = 30_000;
const MIN_LENGTH = 32;

/** The keys of this installation, or null where nobody can sign in: a database elsewhere, and no secret that its processes share. */
export const openSignInKeys = async (
  { database, secretFiles }: Deps,
  { secret, isEmbedded }: Setting,
): Promise<SignInKeys | null> => {
  if (secret !== null) return toKeys(secret);
  if (!isEmbedded) return null;
  const lock = { key: 'bootstrap', signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) };
  return toKeys(await database.withLock(lock, () => keepSecret(secretFiles)));
};

const keepSecret = async (secretFiles: SecretFiles): Promise<string> => {
  const kept = (await secretFiles.read(SIGN_IN_SECRET))?.trim();
  if (kept !== undefined && kept.length >= MIN_LENGTH) return kept;
  const made = randomBytes(48).toString('base64url');
  await secretFiles.write(SIGN_IN_SECRET, `${made}\n`);
  return made;
};

const toKeys = (secret: string): SignInKeys => ({
  accessToken: deriveKey(secret, 'access tokens'),
  refreshToken: deriveKey(secret, 'refresh tokens'),
  browserToken: deriveKey(secret, 'browser tokens'),
  atRest: deriveKey(secret, 'secrets at rest'),
});

const deriveKey = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `knowledge-router ${purpose}`, 32)));
