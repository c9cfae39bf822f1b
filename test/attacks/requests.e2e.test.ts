import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createRoutes } from '../../src/compose/routes.js';
import { newId, SessionId } from '../../src/shared/ids.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { createTenantWithPassword, toTokens } from '../support/accounts.js';
import { overfilledBodies } from '../support/malformed.js';
import { VALID_BODIES } from '../support/valid-bodies.js';

const routes = createRoutes(createFakeApiDeps().deps).map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}));
const closed = routes.filter(({ access }) => access !== 'public');
type Tenant = Awaited<ReturnType<typeof createTenantOverApi>>;

let house: ApiOverDatabase;
let tenant: Tenant;
let other: Tenant;
let member: { userId: string; apiKey: string };
let shop: { apiKey: string };

beforeAll(async () => {
  house = await serveApiOverDatabase();
  tenant = await createTenantOverApi(house);
  other = await createTenantOverApi(house);
  member = await tenant.addMember();
  const { json } = await house.api.call('POST', '/v1/api-keys', {
    key: tenant.adminKey,
    body: { name: 'shop', kind: 'service', permissions: ['chat', 'tokens'] },
  });
  shop = z.object({ apiKey: z.string() }).parse(json);
});
afterAll(() => house.close());

describe('a request that names another tenant in addition to its credential', () => {
  it.each([
    ['X-Tenant-Id', (id: string) => id],
    ['X-Tenant', (id: string) => id],
    ['X-User-Id', (id: string) => id],
    ['X-Forwarded-Host', (id: string) => `${id}.example.com`],
    ['X-Original-URL', () => '/v1/tenants'],
    ['X-Rewrite-URL', () => '/v1/tenants'],
    ['Cookie', (id: string) => `tenant=${id}`],
  ])('is not attributed to another tenant because of %s', async (header, valueOf) => {
    const plain = await house.api.call('GET', '/v1/me', { key: member.apiKey });
    const disguised = await house.api.call('GET', '/v1/me', {
      key: member.apiKey,
      headers: { [header]: valueOf(other.tenantId) },
    });

    expect([disguised.status, disguised.json]).toEqual([200, plain.json]);
    expect(disguised.text).not.toContain(other.tenantId);
  });
});

describe('each route that requires a credential', () => {
  it('also requires it for HEAD and OPTIONS', async () => {
    const answers = await Promise.all(
      closed.flatMap(({ path }) =>
        ['HEAD', 'OPTIONS', 'PROPFIND', 'LINK'].map((method) =>
          house.api.call(method, path.replace(/:\w+/g, newId(SessionId))),
        ),
      ),
    );

    expect(answers.length).toBe(closed.length * 4);
    expect(answers.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
  });
});

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Forges a good token in several ways, each of which changes only what makes it good. */
const forgeriesOf = (token: string): Record<string, string> => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const sign = (text: string) => createHmac('sha256', 'another').update(text).digest('base64url');
  const flipped = Buffer.from(signature, 'base64url');
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  return {
    'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'no signature': `${header}.${payload}.`,
    'a flipped bit': `${header}.${payload}.${flipped.toString('base64url')}`,
    'another secret': `${header}.${payload}.${sign(`${header}.${payload}`)}`,
    'a later end': `${header}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`,
  };
};

describe('a forged access token', () => {
  it('opens no route, whichever of its parts is forged, while the genuine one does', async () => {
    const person = await createTenantWithPassword(house);
    const { accessToken } = toTokens(await person.login());
    const statusOf = async ({ method, path }: (typeof routes)[number], key: string) => {
      const url = path.replace(/:\w+/g, newId(SessionId));
      return (await house.api.call(method.toUpperCase(), url, { key })).status;
    };

    const opened: string[] = [];
    for (const route of closed) {
      for (const [kind, token] of Object.entries(forgeriesOf(accessToken))) {
        if ((await statusOf(route, token)) !== 401) opened.push(`${route.name} by ${kind}`);
      }
    }
    const reads = closed.filter(({ name }) => name === 'get /v1/me');
    const own = await Promise.all(reads.map((route) => statusOf(route, accessToken)));

    expect(opened).toEqual([]);
    expect(own).toEqual([200]);
  }, 120_000);
});

/** Reads what a person of the tenant can see of it. */
const lookAround = async (): Promise<unknown[]> => {
  const paths = ['/v1/me', '/v1/users', '/v1/tenant', '/v1/memories', '/v1/documents'];
  const answers = await Promise.all(
    paths.map((path) => house.api.call('GET', path, { key: tenant.adminKey })),
  );
  return answers.map(({ json }) => json);
};

describe('requests that write', () => {
  const writes = routes.filter(({ name }) => VALID_BODIES[name] !== undefined);
  /** The key of somebody who may send it, so that nothing but the body is refused. */
  const keyFor = ({ access }: (typeof routes)[number]): string => {
    if (access === 'public' || !access.roles.includes('admin')) return house.operatorKey;
    return access.permission === 'tokens' ? shop.apiKey : tenant.adminKey;
  };
  const send = (route: (typeof routes)[number], id: string, body: unknown) =>
    house.api.call(route.method.toUpperCase(), route.path.replace(/:\w+/g, id), {
      key: keyFor(route),
      body,
    });

  it('change no row by fields that the caller may not set', async () => {
    const before = await lookAround();

    const answers = [];
    for (const route of writes) {
      const sent = overfilledBodies(VALID_BODIES[route.name] ?? {}).map(async (body) => ({
        ...(await send(route, member.userId, body)),
        // Clients of another protocol send what they please: there it is left aside.
        isStrict: route.dialect === undefined,
      }));
      answers.push(...(await Promise.all(sent)));
    }

    expect(answers.filter(({ status, isStrict }) => isStrict && status !== 422)).toEqual([]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await lookAround()).toEqual(before);
  }, 60_000);

  it.each(['__proto__', 'constructor', 'prototype', '__defineGetter__'])(
    'are refused with the field %s in the body',
    async (field) => {
      const strict = writes.filter(({ dialect }) => dialect === undefined);
      const bodies = strict.map((route) => {
        const valid = JSON.stringify(VALID_BODIES[route.name]).slice(1, -1);
        const fields = [`${JSON.stringify(field)}:{"role":"admin"}`, ...(valid ? [valid] : [])];
        return { route, body: `{${fields.join(',')}}` };
      });

      const answers = await Promise.all(
        bodies.map(({ route, body }) => send(route, member.userId, body)),
      );

      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 422));
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});

describe('an HTTP connection', () => {
  it('that never ends its headers is closed', async () => {
    const { server, port } = house.api;
    server.headersTimeout = 200;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX-A: ');
    socket.resume();

    await once(socket, 'close');

    expect(socket.destroyed).toBe(true);
  }, 20_000);
});
