import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRoutes } from '../../src/compose/routes.js';
import { newId, SessionId } from '../../src/shared/ids.js';
import { permissionsOfRole } from '../../src/shared/permissions.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { overfilledBodies } from '../support/malformed.js';
import { serveApi, toAnswer, type Answer } from '../support/serve-api.js';
import { VALID_BODIES, VALID_QUERIES } from '../support/valid-bodies.js';

const PUBLIC = [
  'get /healthz',
  'get /readyz',
  'get /v1/openapi.json',
  'get /docs',
  'post /v1/auth/login',
  'post /v1/auth/refresh',
  'post /v1/auth/logout',
  'post /v1/auth/accept',
  'post /v1/auth/link',
  'get /v1/auth/oidc/:tenant',
  'get /v1/auth/oidc/:tenant/callback',
  'get /.well-known/oauth-protected-resource/mcp/:tenant',
];

const fake = createFakeApiDeps();
const routes = createRoutes(fake.deps).map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}));
const closed = routes.filter(({ access }) => access !== 'public');
// A name that nobody has used yet is what a file is created under.
/** Whoever calls it chooses the names in its path, and it makes what is not there yet. */
const makesWhatItNames = 'put /v1/sources/:name/documents/:path';
const withId = closed.filter(
  ({ name, path, bodyKind }) =>
    path.includes(':') && bodyKind !== 'bytes' && name !== makesWhatItNames,
);
const withBody = routes.filter(({ body }) => body !== undefined);
type Row = (typeof routes)[number];

const keys = {
  admin: fake.keys.issue({
    role: 'admin',
    // No role has it, and routes ask for it.
    permissions: [...permissionsOfRole.admin, 'embeddings'],
  }).apiKey,
  member: fake.keys.issue({ role: 'member' }).apiKey,
  operator: fake.operatorKey,
};
const serviceKey = fake.keys.issue({
  role: 'admin',
  kind: 'service',
  permissions: ['chat', 'search', 'documents:read', 'embeddings', 'tokens'],
}).apiKey;

const mayCall = ({ access }: Row, role: keyof typeof keys): boolean =>
  access === 'public' || access.roles.includes(role);
const keyFor = (route: Row): string => {
  if (route.access !== 'public' && route.access.permission === 'tokens') return serviceKey;
  return mayCall(route, 'admin') ? keys.admin : keys.operator;
};
const pathOf = ({ name, path }: Row, id: string): string => {
  const query = VALID_QUERIES[name];
  return `${path.replace(/:\w+/g, id)}${query === undefined ? '' : `?${query}`}`;
};
const bodyOf = (route: Row) => VALID_BODIES[route.name];

/** A body in whatever format, without what differs from one request to the next. */
const withoutRequestId = ({ text, headers }: Answer): string => {
  const requestId = headers.get('X-Request-Id');
  return requestId === null ? 'no request id' : text.replace(requestId, '');
};

let api: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  api = await serveApi(fake.deps);
});
afterAll(() => api.close());

const sendForm = async (route: Row, { key, id = newId(SessionId) }: Call): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new Blob(['Three days.']), 'rules.txt');
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const url = `${api.url}${pathOf(route, id)}`;
  const method = route.method.toUpperCase();
  return toAnswer(await fetch(url, { method, headers, body: form }), method);
};

const send = (route: Row, call: Call): Promise<Answer> =>
  route.bodyKind === 'multipart' ? sendForm(route, call) : sendJson(route, call);

const sendJson = (route: Row, { key, id = newId(SessionId), body = bodyOf(route) }: Call) =>
  api.call(route.method.toUpperCase(), pathOf(route, id), {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
  });
type Call = { key?: string; id?: string; body?: unknown };

describe('the table of routes', () => {
  it('contains every route of the contract that exists so far', () => {
    expect(routes.length).toBeGreaterThanOrEqual(46);
    expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length);
  });

  it('leaves exactly these routes open to anyone', () => {
    const open = routes.filter(({ access }) => access === 'public').map(({ name }) => name);

    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  it('has a valid body on file for each route that accepts one', () => {
    expect(withBody.map(({ name }) => name).sort()).toEqual(Object.keys(VALID_BODIES).sort());
  });

  it('contains every route that the server answers', async () => {
    const answers = await Promise.all(
      ['/metrics', '/v1/messages', '/v1', '/v1/workspace'].map((path) =>
        api.call('GET', path, { key: keys.operator }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

/** Routes that tokens of pages may call: to add one is a decision. */
const OPEN_TO_PAGES = [
  'post /v1/chat',
  'post /v1/search',
  'post /v1/messages/:id/feedback',
  'get /v1/sessions',
  'get /v1/sessions/:id',
  'patch /v1/sessions/:id',
  'delete /v1/sessions/:id',
  'get /v1/sessions/:id/messages',
  'get /openai/v1/models',
  'get /openai/v1/models/:id',
  'post /openai/v1/chat/completions',
  'post /openai/v1/responses',
  'post /openai/v1/vector_stores/:id/search',
];

describe('an application', () => {
  it('has pages that may ask, search and look at their own sessions', () => {
    const open = routes.filter(({ openTo }) => openTo === 'pages').map(({ name }) => name);

    expect(open.sort()).toEqual([...OPEN_TO_PAGES].sort());
  });

  it('may not use routes that write for a person, or those of the administration', () => {
    const open = routes.filter(({ openTo }) => openTo === 'applications').map(({ name }) => name);

    expect(open.filter((name) => !name.startsWith('get '))).toEqual([
      'post /v1/browser-tokens',
      'post /openai/v1/embeddings',
      'post /mcp',
      'post /mcp/:tenant',
    ]);
    expect(open.filter((name) => / \/v1\/(?:api-keys|users|memories|files)/.test(name))).toEqual(
      [],
    );
  });

  it('is refused by every other route', async () => {
    const others = closed.filter(({ openTo }) => openTo === undefined);

    const answers = await Promise.all(others.map((route) => send(route, { key: serviceKey })));

    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 403));
  });

  it('has pages that are refused by every route not open to pages', async () => {
    const body = { origins: [ORIGIN] };
    const { json } = await api.call('POST', '/v1/browser-tokens', { key: serviceKey, body });
    const { token: key } = json as { token: string };
    const others = closed.filter(({ openTo }) => openTo !== 'pages');

    const answers = await Promise.all(
      others.map((route) =>
        api.call(route.method.toUpperCase(), pathOf(route, newId(SessionId)), {
          key,
          headers: { Origin: ORIGIN },
          ...(bodyOf(route) && { body: bodyOf(route) }),
        }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 403));
  });
});

const ORIGIN = 'https://www.example.com';

describe.each(closed)('$name', (route) => {
  it('answers 401 without a credential and with a bad one', async () => {
    const answers = await Promise.all([
      send(route, {}),
      send(route, { key: 'not-a-key-of-this-house' }),
      send(route, { key: 'null' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('answers 403 to the roles it is not for', async () => {
    const refused = (['admin', 'member', 'operator'] as const).filter(
      (role) => !mayCall(route, role),
    );

    const answers = await Promise.all(refused.map((role) => send(route, { key: keys[role] })));

    expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 403));
  });

  it('answers 403 to a key that lacks its permission', async () => {
    const { access } = route;
    if (access === 'public' || access.permission === undefined) return;
    const { permission } = access;
    const others = (['chat', 'search', 'memories', 'documents:read'] as const).filter(
      (one) => one !== permission,
    );
    const { apiKey } = fake.keys.issue({ role: 'admin', permissions: others });

    const { status } = await send(route, { key: apiKey });

    expect(status).toBe(403);
  });
});

describe.each(withId)('$name', (route) => {
  it('answers a foreign, an unknown and a malformed id with the same 404', async () => {
    const ids = [newId(SessionId), newId(SessionId), 'not-an-id', '1', '%00', 'a'.repeat(2000)];

    const answers = await Promise.all(ids.map((id) => send(route, { key: keyFor(route), id })));

    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
    const bodies = new Set(answers.map(withoutRequestId));
    expect(bodies.size).toBe(1);
  });
});

// Clients of another protocol send what they please: there, what is not known is left aside.
const strict = withBody.filter(({ dialect }) => dialect === undefined);

describe.each(strict)('$name', (route) => {
  it('refuses every field that its caller may not set', async () => {
    const bodies = overfilledBodies(bodyOf(route) ?? {});

    const answers = await Promise.all(
      bodies.map((body) => send(route, { key: keyFor(route), body })),
    );

    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 422));
  });
});

describe.each(withBody)('$name', (route) => {
  it('refuses another content type', async () => {
    const { status } = await api.call(route.method.toUpperCase(), pathOf(route, newId(SessionId)), {
      key: keyFor(route),
      body: 'a=b',
      headers: { 'Content-Type': 'text/plain' },
    });

    expect(status).toBe(415);
  });

  it('refuses a body over its limit before reading it', async () => {
    const { status } = await send(route, { key: keyFor(route), body: 'x'.repeat(1_100_000) });

    expect(status).toBe(413);
  });
});

describe('routes that return lists', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=1e6',
    'limit=x',
    'limit=1&limit=2',
    'sort=id',
    'tenant=b',
  ])('refuse ?%s', async (query) => {
    const lists = routes.filter(
      ({ query, path, dialect }) => query && !path.includes(':') && !dialect,
    );

    const answers = await Promise.all(
      lists.map((route) => api.call('GET', `${route.path}?${query}`, { key: keyFor(route) })),
    );

    expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 422));
  });

  it.each(['%00', 'abc', 'eyJhIjoxfQ', '..%2f'])('refuse the cursor %s', async (cursor) => {
    const { status } = await api.call('GET', `/v1/documents?cursor=${cursor}`, { key: keys.admin });

    expect(status).toBe(400);
  });
});
