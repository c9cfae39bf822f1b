import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createFolderSecretFiles } from '../src/platform/files/folder-secret-files.js';
import { TenantId } from '../src/shared/ids.js';
import { openSignInKeys, unseal } from '../src/sign-in/index.js';
import { startApplication, type TestApplication } from './support/application.js';
import { createMigratedDatabase, dropDatabase, queryInTenant } from './support/database.js';
import { eventually } from './support/eventually.js';
import { startHangingProvider } from './support/identity-provider.js';

const makeSecret = () => randomBytes(36).toString('base64url');
const OLD = { jwt: makeSecret(), operator: makeSecret() };
const NEW = { jwt: makeSecret(), operator: makeSecret() };

const before = { JWT_SECRET: OLD.jwt, BOOTSTRAP_OPERATOR_KEY: OLD.operator };
const after = { JWT_SECRET: NEW.jwt, BOOTSTRAP_OPERATOR_KEY: NEW.operator };
const meanwhile = {
  ...after,
  JWT_SECRET_PREVIOUS: OLD.jwt,
  BOOTSTRAP_OPERATOR_KEY_PREVIOUS: OLD.operator,
};

const Created = z.object({ tenant: z.object({ id: TenantId }), apiKey: z.string() });
const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() });
const Sealed = z.object({ secret: z.instanceof(Uint8Array) });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const statusOf = async (app: TestApplication, path: string, key: string): Promise<number> =>
  (await app.call('GET', path, { key })).status;

const signIn = async (app: TestApplication, key: string) =>
  Tokens.parse((await app.call('POST', '/v1/auth/key', { key, body: {} })).json);

const refresh = async (app: TestApplication, refreshToken: string) =>
  Tokens.parse((await app.call('POST', '/v1/auth/refresh', { body: { refreshToken } })).json);

const SEALED = [
  'SELECT secret FROM webhook_endpoints',
  'SELECT client_secret AS secret FROM identity_providers',
];

/** The secrets of the tenant's webhook and identity provider, once the new key alone opens them. */
const openWithNewSecret = async (
  database: Parameters<typeof queryInTenant>[0],
  tenantId: TenantId,
): Promise<(string | null)[]> => {
  const keys = await openSignInKeys(
    {
      database: { withLock: (_lock, work) => work() },
      secretFiles: createFolderSecretFiles({ root: '/nowhere' }),
    },
    { secret: NEW.jwt, previousSecret: null, isEmbedded: false },
  );
  const open = async (query: string) => {
    const [row] = await queryInTenant(database, tenantId, query);
    return keys && unseal(keys.atRest, tenantId, Sealed.parse(row).secret);
  };
  return eventually(
    () => Promise.all(SEALED.map(open)),
    (texts) => !texts.includes(null),
  );
};

describe("a rotation of the installation's secrets", () => {
  it('accepts the old secrets until they are removed, and encrypts again what they encrypted', async () => {
    const database = await createMigratedDatabase();
    closers.push(() => dropDatabase(database));
    const provider = await startHangingProvider();
    closers.push(() => provider.close());
    const shared = {
      DATABASE_URL: database.url,
      DATABASE_MIGRATION_URL: database.migrationUrl,
      OIDC_PRIVATE_ISSUERS: provider.url,
    };
    const start = async (variables: Record<string, string>) => {
      const app = await startApplication({ variables: { ...shared, ...variables } });
      closers.push(() => app.close());
      return app;
    };
    const first = await start(before);
    const body = { slug: 'acme', name: 'Acme', admin: { email: 'admin@acme.example' } };
    const made = await first.call('POST', '/v1/tenants', { key: OLD.operator, body });
    const { tenant, apiKey } = Created.parse(made.json);
    const person = await signIn(first, apiKey);
    const tab = await signIn(first, apiKey);
    const operator = await signIn(first, OLD.operator);
    const webhook = { url: 'https://hooks.example/kr', events: ['document.ready'] };
    const hook = await first.call('POST', '/v1/webhooks', { key: apiKey, body: webhook });
    const { secret: shown } = z.object({ secret: z.string() }).parse(hook.json);
    const client = { clientId: 'client-of-acme', clientSecret: 'secret-of-acme' };
    await first.call('PUT', '/v1/tenant/sign-in', {
      key: apiKey,
      body: { issuer: provider.url, ...client },
    });

    const second = await start(meanwhile);
    const whileBoth = [
      await statusOf(second, '/v1/me', person.accessToken),
      await statusOf(second, '/v1/tenants', operator.accessToken),
      await statusOf(second, '/v1/tenants', OLD.operator),
      await statusOf(second, '/v1/tenants', NEW.operator),
    ];
    const renewed = await refresh(second, person.refreshToken);
    const atFirst = await refresh(first, tab.refreshToken);
    const atSecond = await refresh(second, tab.refreshToken);
    const opened = await openWithNewSecret(database, tenant.id);

    const third = await start(after);
    const oldOnes = [
      await statusOf(third, '/v1/me', person.accessToken),
      await statusOf(third, '/v1/tenants', operator.accessToken),
      await statusOf(third, '/v1/tenants', OLD.operator),
    ];
    const newOnes = [
      await statusOf(third, '/v1/me', renewed.accessToken),
      await statusOf(third, '/v1/me', (await refresh(third, renewed.refreshToken)).accessToken),
      await statusOf(third, '/v1/tenants', NEW.operator),
    ];

    expect(whileBoth).toEqual([200, 200, 200, 200]);
    expect(atSecond.refreshToken).toBe(atFirst.refreshToken);
    expect(opened).toEqual([shown, client.clientSecret]);
    expect(oldOnes).toEqual([401, 401, 401]);
    expect(newOnes).toEqual([200, 200, 200]);
  });
});
