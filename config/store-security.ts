import type { Environment } from './env.js';

type Stores = Pick<
  Environment,
  | 'DATABASE_URL'
  | 'DATABASE_MIGRATION_URL'
  | 'REDIS_URL'
  | 'QDRANT_URL'
  | 'QDRANT_API_KEY'
  | 'S3_ENDPOINT'
>;

/** The stores that others on their network could read or eavesdrop on: each with its variable and what it lacks. */
export const findInsecureStores = (env: Stores): string[] => [
  ...findInPostgres('DATABASE_URL', env.DATABASE_URL),
  ...findInPostgres('DATABASE_MIGRATION_URL', env.DATABASE_MIGRATION_URL),
  ...findInRedis(env.REDIS_URL),
  ...findInQdrant(env.QDRANT_URL, env.QDRANT_API_KEY),
  ...findInS3(env.S3_ENDPOINT),
];

/** All these modes encrypt; the driver decides what they verify. */
const ENCRYPTED: ReadonlySet<string | null> = new Set(['require', 'verify-ca', 'verify-full']);

const findInPostgres = (variable: string, given: string | undefined): string[] => {
  if (given === undefined) return [];
  const { hostname, password, searchParams } = new URL(given);
  // Other users of the machine are kept out by the permissions of the socket's folder and by the server's own rules.
  if ((searchParams.get('host') ?? '').startsWith('/')) return [];
  const hasPassword = password !== '' || ['password', 'sslcert'].some((it) => searchParams.has(it));
  const isEncrypted = ENCRYPTED.has(searchParams.get('sslmode'));
  return [
    ...(hasPassword ? [] : [`${variable}: has no password`]),
    ...(isEncrypted || isLoopback(hostname)
      ? []
      : [`${variable}: is without TLS; add ?sslmode=verify-full`]),
  ];
};

const findInRedis = (given: string | undefined): string[] => {
  if (given === undefined) return [];
  const { hostname, password, protocol } = new URL(given);
  return [
    ...(password !== '' ? [] : ['REDIS_URL: has no password']),
    ...(protocol === 'rediss:' || isLoopback(hostname)
      ? []
      : ['REDIS_URL: is without TLS; let it start with rediss://']),
  ];
};

const findInQdrant = (given: string | undefined, apiKey: string | undefined): string[] => [
  ...(given !== undefined && apiKey === undefined ? ['QDRANT_API_KEY: is not set'] : []),
  ...findPlainHttp('QDRANT_URL', given),
];

/** Every request to S3 is signed, so nothing is accessible without a credential. */
const findInS3 = (given: string | undefined): string[] => findPlainHttp('S3_ENDPOINT', given);

const findPlainHttp = (variable: string, given: string | undefined): string[] => {
  if (given === undefined) return [];
  const { hostname, protocol } = new URL(given);
  return protocol === 'https:' || isLoopback(hostname)
    ? []
    : [`${variable}: is without TLS; let it start with https://`];
};

/** True for an address that only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
