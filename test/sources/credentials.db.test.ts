import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createResealTenants } from '../../src/maintenance/reseal.js';
import type { SourceId } from '../../src/shared/ids.js';
import type { Keys } from '../../src/sign-in/index.js';
import { createSources, type GivenSource } from '../../src/sources/sources.js';
import { createMemorySource } from '../fakes/memory-source.js';
import { createSilentLogger } from '../fakes/silent-logger.js';
import { createTestDatabase, queryInTenant, type TestDatabase } from '../support/database.js';
import { NO_REACH } from '../support/no-reach.js';
import { lookAtSourceOf } from '../support/source-runs.js';
import type { TestTenant } from '../support/tenant.js';

const PASSWORD = 'correct horse battery staple';
const SECRETS = { username: 'clerk-of-cloud', password: PASSWORD };
const { signal } = new AbortController();

const makeKey = () => createSecretKey(randomBytes(32));

let test: TestDatabase;
let store: string;
beforeAll(async () => {
  test = await createTestDatabase();
  store = await mkdtemp(join(tmpdir(), 'kr-credentials-'));
});
afterAll(async () => {
  await test.destroy();
  await rm(store, { recursive: true, force: true });
});

let tenant: TestTenant;
let source: ReturnType<typeof createMemorySource>;
let keys: Keys;
beforeEach(async () => {
  tenant = await test.tenant();
  source = createMemorySource();
  keys = [makeKey()];
});

const sourcesWith = (atRest: Keys | null = keys) =>
  createSources({
    database: test.database,
    reachOf: async () => NO_REACH,
    findKind: async () => source.kind,
    openStored: async () => 'kind_gone',
    atRest,
  });

const GIVEN: GivenSource = {
  name: 'cloud',
  kind: 'memory',
  settings: { url: 'https://cloud.example/' },
  credentials: SECRETS,
  rechecksReaders: false,
  visibility: 'tenant',
  rules: [],
  collectionId: null,
  everyMinutes: null,
  graceDays: 7,
};

const create = () => sourcesWith().create(tenant.admin, GIVEN);

const run = async (id: SourceId, atRest: Keys = keys, of: TestTenant = tenant) => {
  const look = lookAtSourceOf({ database: test.database, store, kind: source.kind, atRest });
  await look({ tenantId: of.tenantId, sourceId: id, epoch: 1 }, signal);
  return test.database.withScope(of.system, (tx) => tx.sources.find(id));
};

describe('the credentials of a source', () => {
  it('reach the source, but are in no answer and only encrypted in the database', async () => {
    const id = await create();

    await run(id);

    expect(source.openedWith()).toEqual(SECRETS);
    const shown = await sourcesWith().get(tenant.admin, id);
    const listed = await sourcesWith().list(tenant.admin, { limit: 9 });
    expect(shown.hasCredentials).toBe(true);
    const rows = await queryInTenant(
      test,
      tenant.tenantId,
      `SELECT encode(credentials, 'escape') AS sealed, to_jsonb(s)::text AS row FROM sources s WHERE id = '${id}'`,
    );
    expect(JSON.stringify([shown, listed, rows])).not.toMatch(/correct horse|clerk-of/u);
  });

  it('can be decrypted only for their tenant, and pause the source if no key decrypts them', async () => {
    const id = await create();
    const sealed = await test.database.withScope(tenant.system, (tx) => tx.sources.credentials(id));
    const other = await test.tenant();
    const moved = await sourcesWith().create(other.admin, GIVEN);
    await test.database.withScope(other.system, (tx) =>
      tx.sources.update(moved, { credentials: sealed }),
    );

    expect(await run(moved, keys, other)).toMatchObject({ pausedReason: 'credentials_unreadable' });
    expect(await run(id, [makeKey()])).toMatchObject({ pausedReason: 'credentials_unreadable' });
    expect(source.openedWith()).toBeUndefined();

    await sourcesWith().update(tenant.admin, id, { credentials: SECRETS });

    expect(await run(id)).toMatchObject({ pausedReason: null, failures: 0 });
    expect(source.openedWith()).toEqual(SECRETS);
  });

  it('can be changed without losing the state of the last run, and are not sent to another address', async () => {
    source.files.set('a.md', { text: 'one' });
    const id = await create();
    await run(id);
    const changed = { ...SECRETS, password: 'another' };

    await sourcesWith().update(tenant.admin, id, { credentials: changed });
    const moving = sourcesWith().update(tenant.admin, id, {
      settings: { url: 'https://attacker.example/' },
    });

    await expect(moving).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [expect.objectContaining({ path: 'credentials' })],
    });
    await run(id);
    expect([source.openedWith(), source.reads()]).toEqual([changed, 1]);
  });

  it("are encrypted again when the installation's secret is rotated", async () => {
    const id = await create();
    const both: Keys = [makeKey(), ...keys];
    const attempt = async (_name: string, work: () => Promise<unknown>) => {
      await work();
    };
    const deps = { database: test.database, atRest: both, logger: createSilentLogger() };

    await createResealTenants(deps, attempt, signal)();

    expect(await run(id, [both[0]])).toMatchObject({ pausedReason: null, failures: 0 });
    expect(source.openedWith()).toEqual(SECRETS);
  });

  it('are refused by an installation that has no secret to encrypt them', async () => {
    await expect(sourcesWith(null).create(tenant.admin, GIVEN)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [expect.objectContaining({ path: 'credentials' })],
    });
  });
});
