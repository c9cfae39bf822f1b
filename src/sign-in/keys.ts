import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { SecretFiles } from '../platform/files/folder-secret-files.js';
import type { Database } from './database.js';

type Deps = { database: Pick<Database, 'withLock'>; secretFiles: SecretFiles };

type Setting = {
  /** JWT_SECRET. */
  secret: string | null;
  /** JWT_SECRET_PREVIOUS. */
  previousSecret: string | null;
  /** True for the embedded database, next to which a secret can be kept. */
  isEmbedded: boolean;
};

/** The first key signs and seals; all of them verify and open. */
export type Keys = readonly [newest: KeyObject, ...earlier: KeyObject[]];

/** One key set per purpose; none reveals anything about another, or about the secret that they are derived from. */
export type SignInKeys = {
  accessToken: Keys;
  /** Derives a refresh token from the previous one. */
  refreshToken: Keys;
  browserToken: Keys;
  /**
   * Seals secrets that tenants entrust to us: client secrets of their identity providers, secrets of their webhooks, credentials of their
   * sources.
   */
  atRest: Keys;
};

/** The name of the secret file. */
export const SIGN_IN_SECRET = 'secrets/jwt-secret';

const LOCK_TIMEOUT_MS = 30_000;
const MIN_LENGTH = 32;

/** The keys of this installation, or null if nobody can sign in: with an external database and no secret shared by its processes. */
export const openSignInKeys = async (
  { database, secretFiles }: Deps,
  { secret, previousSecret, isEmbedded }: Setting,
): Promise<SignInKeys | null> => {
  if (secret !== null) return toKeys(secret, previousSecret);
  if (!isEmbedded) return null;
  const lock = { key: 'bootstrap', signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) };
  const kept = await database.withLock(lock, () => keepSecret(secretFiles));
  return toKeys(kept, previousSecret);
};

const keepSecret = async (secretFiles: SecretFiles): Promise<string> => {
  const kept = (await secretFiles.read(SIGN_IN_SECRET))?.trim();
  if (kept !== undefined && kept.length >= MIN_LENGTH) return kept;
  const made = randomBytes(48).toString('base64url');
  await secretFiles.write(SIGN_IN_SECRET, `${made}\n`);
  return made;
};

const toKeys = (secret: string, previousSecret: string | null): SignInKeys => {
  const earlier = previousSecret === null ? [] : [previousSecret];
  const keysFor = (purpose: string): Keys => [
    deriveKey(secret, purpose),
    ...earlier.map((one) => deriveKey(one, purpose)),
  ];
  return {
    accessToken: keysFor('access tokens'),
    refreshToken: keysFor('refresh tokens'),
    browserToken: keysFor('browser tokens'),
    atRest: keysFor('secrets at rest'),
  };
};

const deriveKey = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `knowledge-router ${purpose}`, 32)));
