import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRoutes } from '../../src/routes.js';
import { newId, SessionId } from '../../src/shared/ids.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import { HOSTILE_TEXTS, HOSTILE_VALUES, malformedBodies } from '../support/malformed.js';
import { VALID_BODIES } from '../support/valid-bodies.js';

const CONCURRENCY = 16;

const routes = createRoutes(createFakeApiDeps().deps).map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}));
type Row = (typeof routes)[number];

let house: ApiOverDatabase;
let adminKey: string;
beforeAll(async () => {
  house = await serveApiOverDatabase();
  ({ adminKey } = await createTenantOverApi(house));
});
afterAll(() => house.close());

type Case = { route: Row; path: string; body?: unknown };

const send = async ({ route, path, body }: Case): Promise<number> => {
  const isForAdmin = route.access !== 'public' && route.access.roles.includes('admin');
  const { status } = await house.api.call(route.method.toUpperCase(), path, {
    key: isForAdmin ? adminKey : house.operatorKey,
    ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
  });
  return status;
};

/** Every case is sent, a few at a time; returns those that were answered with a server error, and how many there were. */
const sendAll = async (cases: readonly Case[]): Promise<{ sent: number; failed: string[] }> => {
  const waiting = [...cases];
  const failed: string[] = [];
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const status = await send(next);
      if (status < 500) continue;
      const body = JSON.stringify({ body: next.body }).slice(0, 200);
      failed.push(`${status} ${next.route.name} ${next.path} ${body}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { sent: cases.length, failed };
};

const pathOf = ({ path }: Row) => path.replace(/:\w+/g, newId(SessionId));

const bodyCases = (): Case[] =>
  routes
    .filter(({ bodyKind }) => bodyKind !== 'none')
    .flatMap((route) =>
      [...malformedBodies(VALID_BODIES[route.name] ?? {}), ...HOSTILE_TEXTS].map((body) => ({
        route,
        path: pathOf(route),
        body,
      })),
    );

const queryCases = (): Case[] =>
  routes
    .filter(({ query }) => query !== undefined)
    .flatMap((route) =>
      HOSTILE_VALUES.flatMap((value) =>
        ['limit', 'cursor', 'from', 'tenantId', 'memoryType', '__proto__', 'a[b]'].map((name) => {
          const text = typeof value === 'string' ? value : JSON.stringify(value);
          // A lone surrogate has no percent-encoding.
          const encoded = encodeURIComponent(text.slice(0, 2000).replace(/\p{Surrogate}/gu, '?'));
          return { route, path: `${pathOf(route)}?${name}=${encoded}` };
        }),
      ),
    );

describe('malformed requests over a real database', () => {
  it('are never answered with a server error: every field missing and with every hostile value', async () => {
    const { sent, failed } = await sendAll(bodyCases());

    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(1500);
  }, 180_000);

  it('are never answered with a server error: every query parameter with every hostile value', async () => {
    const { sent, failed } = await sendAll(queryCases());

    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(1500);
  }, 180_000);

  it('leave a server that still answers', async () => {
    const { status } = await house.api.call('GET', '/v1/me', { key: adminKey });

    expect(status).toBe(200);
  });
});
