import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createRoutes } from '../../src/compose/routes.js';
import { issueApiKey } from '../../src/shared/api-key.js';
import { DocumentId, newId, TenantId } from '../../src/shared/ids.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { startQdrantDouble, type QdrantDouble } from '../fakes/qdrant-double/server.js';
import { startApplication, type TestApplication } from '../support/application.js';
import { SAMPLES } from '../support/samples.js';
import { queryAsOwner } from '../support/database.js';
import { startSqlRecorder, type SqlRecorder } from '../support/record-sql.js';
import { VALID_BODIES } from '../support/valid-bodies.js';

const routes = createRoutes(createFakeApiDeps().deps)
  .filter(({ bodyKind }) => bodyKind === 'none' || bodyKind === 'json')
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
const withId = routes.filter(({ path, access }) => access !== 'public' && path.includes(':id'));
type Row = (typeof routes)[number];

const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Answered = z.object({
  executionId: z.string(),
  sessionId: z.string(),
  messageId: z.string(),
});
const Made = z.object({ id: z.string() });
const Mine = z.object({ user: z.object({ id: z.string() }) });
const Keys = z.object({ items: z.array(z.object({ id: z.string() })) });

let application: TestApplication;
let recorder: SqlRecorder;
let qdrant: QdrantDouble;
let tenantTables: string[];
let ours: Furnished;
let theirs: Furnished;

type Furnished = { tenantId: string; key: string; ids: Record<string, string> };

/** A tenant that has something of everything. */
const furnish = async (): Promise<Furnished> => {
  const { tenantId, adminKey: key } = await application.tenant();
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await application.call(method, path, { key, ...(body !== undefined && { body }) })).json;
  const uploaded = await application.upload(key, `${SAMPLES}it-security-policy.docx`);
  const documentId = Uploaded.parse(uploaded.json).document.id;
  await application.settled(key, documentId);
  const memory = await ask('POST', '/v1/memories', VALID_BODIES['post /v1/memories']);
  const answer = Answered.parse(
    await ask('POST', '/v1/chat', { message: 'How long is a password?' }),
  );
  await ask('POST', '/v1/search', { query: 'password' });
  const ids = {
    document: documentId,
    memory: Made.parse(memory).id,
    execution: answer.executionId,
    session: answer.sessionId,
    message: answer.messageId,
    group: Made.parse(await ask('POST', '/v1/groups', { name: 'people' })).id,
    user: Mine.parse(await ask('GET', '/v1/me')).user.id,
    key: Keys.parse(await ask('GET', '/v1/api-keys')).items[0]?.id ?? '',
    tenant: tenantId,
  };
  return { tenantId, key, ids };
};

const send = ({ method, path, name }: Row, id: string) =>
  application.call(method.toUpperCase(), path.replace(/:\w+/g, id), {
    key: ours.key,
    ...(VALID_BODIES[name] !== undefined && { body: VALID_BODIES[name] }),
  });

beforeAll(async () => {
  qdrant = await startQdrantDouble({});
  const variables: Record<string, string> = { QDRANT_URL: qdrant.url };
  for (const scale of ['KEY', 'USER', 'TENANT', 'ADDRESS']) {
    variables[`REQUESTS_PER_MINUTE_PER_${scale}`] = '100000';
  }
  application = await startApplication({
    variables,
    prepare: async ({ urls }) => {
      recorder = await startSqlRecorder(urls.url);
      variables['DATABASE_URL'] = recorder.through(urls.url);
      ownerUrls = urls;
    },
  });
  tenantTables = (
    await queryAsOwner(
      ownerUrls,
      `SELECT relname FROM pg_class WHERE relrowsecurity AND relkind IN ('r', 'p')`,
    )
  ).map(({ relname }) => String(relname));
  [ours, theirs] = [await furnish(), await furnish()];
}, 180_000);
let ownerUrls: Parameters<typeof queryAsOwner>[0];

afterAll(async () => {
  await application.close();
  await recorder.close();
  await qdrant.close();
});

/** Lists what was sent meanwhile under the tenant that asks, without the note, once a minute, that its key was used. */
const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = recorder.statements.length;
  await work();
  return recorder.statements
    .slice(before)
    .filter(({ tenantId, sql }) => tenantId === ours.tenantId && !sql.includes('last_used_at ='))
    .map(({ sql }) => sql);
};

const ofUnknownId = (route: Row) => statementsOf(() => send(route, newId(DocumentId)));

/** True when the id causes other statements in each of three attempts; work in the background adds some now and then. */
const differs = async (route: Row, id: string, unknown: readonly string[]): Promise<boolean> => {
  let expected = unknown;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const found = await statementsOf(() => send(route, id));
    if (expected.length > 0 && found.join('\n') === expected.join('\n')) return false;
    expected = await ofUnknownId(route);
  }
  return true;
};

describe('each route that takes an id', () => {
  it('runs the same statements for an id of another tenant as for an unknown one', async () => {
    const differing: string[] = [];
    for (const route of withId) {
      const unknown = await ofUnknownId(route);
      for (const [kind, id] of Object.entries(theirs.ids)) {
        if (await differs(route, id, unknown)) differing.push(`${route.name} ${kind}`);
      }
    }

    expect(differing).toEqual([]);
    expect(withId.length).toBeGreaterThan(20);
  }, 180_000);

  it('runs other statements for an id of its own tenant, which shows that the comparison works', async () => {
    const chunks = withId.filter(({ name }) => name === 'get /v1/documents/:id/chunks');

    const differing = await Promise.all(
      chunks.map(async (route) =>
        differs(route, ours.ids['document'] ?? '', await ofUnknownId(route)),
      ),
    );

    expect(differing).toEqual([true]);
  });
});

describe('an invalid API key', () => {
  it('causes the same statements whether its prefix is known or not', async () => {
    const other = issueApiKey(TenantId.parse(ours.tenantId)).apiKey;
    const [prefix, secret] = [ours.key.split('_').slice(0, 3), other.split('_').slice(3)];
    const lastChanged = `${ours.key.slice(0, -1)}${ours.key.endsWith('A') ? 'B' : 'A'}`;

    const taken: string[][] = [];
    for (const key of [other, [...prefix, ...secret].join('_'), lastChanged]) {
      taken.push(await statementsOf(() => application.call('GET', '/v1/me', { key })));
    }

    expect(taken[0]?.length).toBeGreaterThan(1);
    expect(taken.slice(1)).toEqual([taken[0], taken[0]]);
  });
});

describe('all statements sent to the stores', () => {
  beforeAll(async () => {
    for (const route of routes) await send(route, newId(DocumentId));
  }, 60_000);

  it("touch tenants' tables only in a transaction that names its tenant", () => {
    const ofTenants = new RegExp(
      `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(?:"public"\\.)?"?(?:${tenantTables.join('|')})\\b`,
      'i',
    );

    const touching = recorder.statements.filter(({ sql }) => ofTenants.test(sql));

    expect(touching.filter(({ tenantId }) => tenantId === null)).toEqual([]);
    expect(new Set(touching.map(({ sql }) => sql)).size).toBeGreaterThan(60);
  });

  it('name the tenant in every Qdrant filter and point', () => {
    const tenants = [ours, theirs].map(({ tenantId }) => tenantId);
    const onPoints = qdrant.calls.filter(
      ({ path, method }) => path.includes('/points') && method !== 'GET',
    );

    const open = onPoints.filter(
      ({ body }) => !tenants.some((tenantId) => JSON.stringify(body).includes(tenantId)),
    );

    expect(open).toEqual([]);
    expect(onPoints.some(({ path }) => path.includes('query') || path.includes('search'))).toBe(
      true,
    );
  });
});
