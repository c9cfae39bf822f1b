import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config/index.js';
import { openWorker } from '../../src/compose/process.js';
import { createSilentLogger, type LoggedLine } from '../fakes/silent-logger.js';

const SECRET = 'Zk3v9Qm1Lx7Rb5Tn2Wc8Yd4Hf6Jg0PsUa';

const SECURE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://app:pw@db.example:5432/kr?sslmode=verify-full',
  DATABASE_MIGRATION_URL: 'postgresql://owner:pw@db.example:5432/kr?sslmode=require',
  REDIS_URL: 'rediss://:pw@redis.example:6379',
  QDRANT_URL: 'https://qdrant.example:6333',
  QDRANT_API_KEY: 'key',
  S3_BUCKET: 'documents',
  S3_ENDPOINT: 'https://s3.example',
  BOOTSTRAP_OPERATOR_KEY: SECRET,
};

const INSECURE = [
  [{ DATABASE_URL: 'postgresql://app:pw@db.example/kr' }, 'DATABASE_URL: is without TLS'],
  [
    { DATABASE_URL: 'postgresql://app:pw@db.example/kr?sslmode=disable' },
    'DATABASE_URL: is without TLS',
  ],
  [
    { DATABASE_URL: 'postgresql://app:pw@db.example/kr?sslmode=prefer' },
    'DATABASE_URL: is without TLS',
  ],
  [
    { DATABASE_URL: 'postgresql://app@db.example/kr?sslmode=verify-full' },
    'DATABASE_URL: has no password',
  ],
  [{ DATABASE_URL: 'postgresql://app@127.0.0.1/kr' }, 'DATABASE_URL: has no password'],
  [
    { DATABASE_MIGRATION_URL: 'postgresql://owner:pw@db.example/kr' },
    'DATABASE_MIGRATION_URL: is without TLS',
  ],
  [{ REDIS_URL: 'redis://:pw@redis.example' }, 'REDIS_URL: is without TLS'],
  [{ REDIS_URL: 'redis://:pw@127.redis.example' }, 'REDIS_URL: is without TLS'],
  [{ REDIS_URL: 'rediss://redis.example' }, 'REDIS_URL: has no password'],
  [{ REDIS_URL: 'redis://localhost' }, 'REDIS_URL: has no password'],
  [{ QDRANT_URL: 'http://qdrant.example:6333' }, 'QDRANT_URL: is without TLS'],
  [{ QDRANT_API_KEY: '' }, 'QDRANT_API_KEY: is not set'],
  [{ S3_ENDPOINT: 'http://s3.example' }, 'S3_ENDPOINT: is without TLS'],
] as const;

describe('a process in production', () => {
  it('starts with stores that require a password over TLS', () => {
    expect(parseConfig(SECURE).insecureStores).toEqual([]);
  });

  it('starts with the embedded stores', () => {
    expect(parseConfig({ NODE_ENV: 'production' }).insecureStores).toEqual([]);
  });

  it.each([
    { DATABASE_URL: 'postgresql://app:pw@localhost:5432/kr' },
    { DATABASE_URL: 'postgresql://app@localhost/kr?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgresql://app@db.example/kr?sslmode=verify-full&sslcert=/etc/kr/cert.pem' },
    { REDIS_URL: 'redis://:pw@127.0.0.1:6379', QDRANT_URL: 'http://[::1]:6333' },
  ])('starts with a store on the same machine, or with a certificate: %j', (changes) => {
    expect(parseConfig({ ...SECURE, ...changes }).insecureStores).toEqual([]);
  });

  it.each(INSECURE)('refuses to start with %j', (changes, problem) => {
    expect(() => parseConfig({ ...SECURE, ...changes })).toThrow(
      new RegExp(`${problem}.*refused with NODE_ENV=production`),
    );
  });

  it.each(INSECURE)('starts with %j if that is allowed, and records it', (changes, problem) => {
    const { insecureStores } = parseConfig({ ...SECURE, ...changes, ALLOW_INSECURE_STORES: 'on' });

    expect(insecureStores).toEqual([expect.stringContaining(problem)]);
  });

  it('warns of each insecure store at startup', async () => {
    const redis = { REDIS_URL: 'redis://redis.example', ALLOW_INSECURE_STORES: 'on' };
    const config = parseConfig({ ...SECURE, ...redis, METRICS_PORT: '0' });
    const lines: LoggedLine[] = [];

    const worker = await openWorker(config, {
      compose: () => Promise.reject(new Error('nothing is opened')),
      logger: createSilentLogger(lines),
    });
    await worker.close();

    const warnings = lines.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ fields }) => fields)).toEqual([
      { store: 'REDIS_URL: has no password' },
      { store: expect.stringContaining('REDIS_URL: is without TLS') },
    ]);
  });

  it('shows no password in its messages', () => {
    const refused = () =>
      parseConfig({ ...SECURE, DATABASE_URL: `postgresql://app:${SECRET}@db.example/kr` });

    expect(refused).not.toThrow(SECRET);
    expect(refused).toThrow('DATABASE_URL');
  });
});

describe('a process without NODE_ENV=production', () => {
  it.each(INSECURE.map(([changes]) => changes))('starts with %j', (changes) => {
    const config = parseConfig({ ...SECURE, ...changes, NODE_ENV: 'development' });

    expect(config.insecureStores).toEqual([]);
  });
});
