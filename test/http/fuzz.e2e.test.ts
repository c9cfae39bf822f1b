import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createRoutes } from '../../src/compose/routes.js';
import { newId, SessionId } from '../../src/shared/ids.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import {
  createTenantOverApi,
  serveApiOverDatabase,
  type ApiOverDatabase,
} from '../support/api-over-database.js';
import {
  HOSTILE_TEXTS,
  HOSTILE_VALUES,
  malformedBodies,
  scrambledBody,
} from '../support/malformed.js';
import { VALID_BODIES } from '../support/valid-bodies.js';

const CONCURRENCY = 16;
/** Ten thousand in all with KR_TEST_FUZZ=7000. */
const RANDOM_CASES = Number(process.env['KR_TEST_FUZZ'] ?? 600);

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

/** What a schema refuses is answered in one way, before a handler runs: of those cases one in so many is sent. */
const REFUSED_PER_SENT = 6;

type Judged = Case & { isRefused: boolean };

/** Keeps all cases that reach a handler, and some of those that do not. */
const keepTelling = (cases: readonly Judged[]): Judged[] => {
  const refused = cases.filter(({ isRefused }) => isRefused);
  const reaching = cases.filter(({ isRefused }) => !isRefused);
  return [...reaching, ...refused.filter((_, index) => index % REFUSED_PER_SENT === 0)];
};

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

const bodyCases = (): Judged[] =>
  routes
    .filter(({ bodyKind }) => bodyKind !== 'none')
    .flatMap((route) =>
      [...malformedBodies(VALID_BODIES[route.name] ?? {}), ...HOSTILE_TEXTS].map((body) => ({
        route,
        path: pathOf(route),
        body,
        isRefused: route.body?.safeParse(body).success === false,
      })),
    );

/** Names that no route has, beside its own. */
const FOREIGN_NAMES = ['__proto__', 'a[b]'];

const queryCases = (): Judged[] =>
  routes.flatMap((route) =>
    route.query === undefined
      ? []
      : [...Object.keys(route.query.shape), ...FOREIGN_NAMES].flatMap((name) =>
          HOSTILE_VALUES.map((value) => {
            const text = typeof value === 'string' ? value : JSON.stringify(value);
            // A lone surrogate has no percent-encoding.
            const encoded = encodeURIComponent(text.slice(0, 2000).replace(/\p{Surrogate}/gu, '?'));
            const isRefused = !route.query!.safeParse({ [name]: text.slice(0, 2000) }).success;
            return { route, path: `${pathOf(route)}?${name}=${encoded}`, isRefused };
          }),
        ),
  );

const toSegment = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.slice(0, 500).replace(/\p{Surrogate}/gu, '?')) || '%20';
};

/** Every part of a request at once: id, query, and several fields of the body. */
const randomCases = (seed: number): Case[] => {
  const routesToTry = routes.filter(({ bodyKind }) => bodyKind === 'none' || bodyKind === 'json');
  const part = fc.record({
    route: fc.constantFrom(...routesToTry),
    id: fc.oneof(fc.constant(null), fc.constantFrom(...HOSTILE_VALUES), fc.string()),
    query: fc.option(fc.tuple(fc.string(), fc.constantFrom(...HOSTILE_VALUES))),
    choices: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }),
    whole: fc.option(fc.jsonValue(), { freq: 5 }),
  });
  return fc
    .sample(part, { seed, numRuns: RANDOM_CASES })
    .map(({ route, id, query, choices, whole }) => {
      const path = route.path.replace(/:\w+/g, id === null ? newId(SessionId) : toSegment(id));
      const search = query === null ? '' : `?${toSegment(query[0])}=${toSegment(query[1])}`;
      const valid = VALID_BODIES[route.name];
      const body = valid === undefined ? {} : { body: whole ?? scrambledBody(valid, choices) };
      return { route, path: `${path}${search}`, ...body };
    });
};

describe('malformed requests over a real database', () => {
  it('are never answered with a server error: every field missing and with every hostile value', async () => {
    const { sent, failed } = await sendAll(keepTelling(bodyCases()));

    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(1500);
  }, 180_000);

  it('are never answered with a server error: every query parameter with every hostile value', async () => {
    const { sent, failed } = await sendAll(keepTelling(queryCases()));

    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(2000);
  }, 180_000);

  it('are never answered with a server error: all parts at once, at random', async () => {
    const seed = Math.trunc(Math.random() * 2 ** 31);

    const { sent, failed } = await sendAll(randomCases(seed));

    expect({ seed, failed }).toEqual({ seed, failed: [] });
    expect(sent).toBe(RANDOM_CASES);
  }, 600_000);

  it('leave the server able to answer the next request', async () => {
    const { status } = await house.api.call('GET', '/v1/me', { key: adminKey });

    expect(status).toBe(200);
  });
});
