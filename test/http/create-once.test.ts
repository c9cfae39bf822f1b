import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createRoutes } from '../../src/compose/routes.js';
import type { Route, WholeReply } from '../../src/http/index.js';
import { orNotFound } from '../../src/shared/errors.js';
import { ApiKeyId, newId, SessionId, TenantId, UserId } from '../../src/shared/ids.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { permissionsOfRole } from '../../src/shared/permissions.js';
import type { UserScope } from '../../src/shared/scope.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createKeyRecords } from '../fakes/key-records.js';
import { sampleEvaluationRun, sampleGoldenQuestion } from '../fakes/samples.js';
import { VALID_BODIES } from '../support/valid-bodies.js';

/** POST operations that a repetition does not double, and why. */
const REPEATABLE: Readonly<Record<string, string>> = {
  createTenant:
    'The operator is no user of a tenant; a slug is given once, so a repetition is 409.',
  shareAnswer: 'A shared answer keeps its one address; sharing it again moves the end.',
  giveFeedback: 'A message has one mark of a person; the last one counts.',
  createOpenAiVectorStoreFile: 'A document is in a collection once.',
  redeliverWebhook: 'It is sent again under the same `webhook-id`.',
  rotateWebhookSecret: 'Asking again gives a new secret, and the one before stays valid for a day.',
  confirmApiKey: 'A key is confirmed once; a repetition is 409.',
  confirmMemory: 'Confirming twice is the same as confirming once.',
  acceptInvitation: 'An invitation works once.',
  useFirstLink: 'A link works once.',
  login: 'Each sign-in is one of its own.',
  signInWithKey: 'Each sign-in is one of its own.',
  refreshTokens: 'A refresh token works once.',
  logout: 'Ends what has ended.',
  reprocessDocument: 'A document is read once at a time; a repetition is 409 or finds it queued.',
  runSource: 'A source has one run at a time.',
  pauseSource: 'A paused source stays paused.',
  confirmSourceRun: 'A run is confirmed by its id.',
  stopEvaluationRun: 'A run that has ended stays as it is.',
  testSourceKind: 'Only tries out.',
  testSource: 'Only tries out.',
  searchPassages: 'Only reads.',
  explainSearch: 'Only reads.',
  compareManifest: 'Only reads.',
  changeDocuments: 'Sets what each document is to be.',
  searchOpenAiVectorStore: 'Only reads.',
  createOpenAiEmbeddings: 'Only computes.',
  createOpenAiChatCompletion: 'A turn without a session stores no text.',
  createOpenAiResponse: 'A turn without a session stores no text.',
};

/** Creates and finds again what it created. */
const remembering = <Made extends { id: string }, Call extends unknown[]>({
  create,
}: {
  create: (...call: Call) => Promise<Made>;
}) => {
  const made = new Map<string, Made>();
  return {
    create: async (...call: Call): Promise<Made> => {
      const one = await create(...call);
      made.set(one.id, one);
      return one;
    },
    get: async (_scope: UserScope, id: string): Promise<Made> => orNotFound(made.get(id)),
  };
};

const SECRET = 'shown-once-and-never-stored';
const invite = async () => ({ token: SECRET, expiresAt: new Date('2026-03-02T09:30:00.000Z') });

const createApi = () => {
  const { deps } = createFakeApiDeps();
  const assistants = remembering(deps.assistants);
  const golden = remembering({ create: async () => sampleGoldenQuestion() });
  const runs = remembering({ create: async () => sampleEvaluationRun() });
  return createRoutes({
    ...deps,
    keyed: { ...deps.keyed, database: createKeyRecords(deps.now) },
    collections: { ...deps.collections, ...remembering(deps.collections) },
    assistants: { ...deps.assistants, create: assistants.create },
    chooseAssistant: (scope, name = 'default') =>
      name === 'default' ? deps.chooseAssistant(scope, name) : assistants.get(scope, name),
    memories: { ...deps.memories, ...remembering(deps.memories) },
    groups: { ...deps.groups, ...remembering(deps.groups) },
    holds: { ...deps.holds, ...remembering(deps.holds) },
    users: { ...deps.users, ...remembering(deps.users) },
    apiKeys: { ...deps.apiKeys, ...remembering(deps.apiKeys) },
    webhooks: { ...deps.webhooks, ...remembering(deps.webhooks) },
    goldenQuestions: { ...deps.goldenQuestions, ...golden, createFromExecution: golden.create },
    evaluationRuns: { ...deps.evaluationRuns, start: runs.create, get: runs.get },
    renewInvitation: invite,
    linkToNewPassword: invite,
  });
};

const scope = makeUserScope({
  tenantId: newId(TenantId),
  userId: newId(UserId),
  role: 'admin',
  groups: [],
  permissions: [...permissionsOfRole.admin, 'tokens', 'webhooks'],
  isApplication: true,
});

const ID = newId(SessionId);

const BODIES: typeof VALID_BODIES = {
  ...VALID_BODIES,
  // The collection of the other example does not exist.
  'post /v1/browser-tokens': { origins: ['https://www.example.com'] },
};

const send = async (
  route: Route,
  { key, body = BODIES[`post ${route.path}`] }: { key: string; body?: unknown },
): Promise<WholeReply> => {
  const request = new IncomingMessage(new Socket());
  request.headersDistinct = { 'idempotency-key': [key] };
  const caller = {
    kind: 'user' as const,
    scope,
    apiKeyId: newId(ApiKeyId),
    keyPrefix: null,
    isConfirmed: true,
    signInId: null,
    requestsPerMinute: null,
  };
  const { signal } = new AbortController();
  const reply = await route.handle({
    caller,
    params: route.path.includes(':id') ? { id: ID } : {},
    query: {},
    body,
    signal,
    request,
    address: '127.0.0.1',
    accepted: null,
    report: () => {
      throw new Error('Nothing fails here.');
    },
  });
  if (!('status' in reply)) throw new Error('A stream or a file came.');
  const schema = route.responses[reply.status]?.schema;
  if (schema === undefined) throw new Error(`${route.operationId} declares no ${reply.status}.`);
  return { ...reply, body: schema.parse(reply.body) };
};

const idOf = (body: unknown): unknown => Object.entries(body ?? {}).find(([name]) => name === 'id');
const routeNamed = (name: string): Route =>
  orNotFound(creating.find(({ operationId }) => operationId === name));

const posts = createApi().filter(({ method }) => method === 'post');
const declaresKey = ({ headers }: Route) => 'Idempotency-Key' in (headers?.shape ?? {});

describe('POST operations', () => {
  it('take an Idempotency-Key, or a repetition doubles nothing', () => {
    const without = posts.filter((route) => !declaresKey(route));

    expect(without.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(REPEATABLE).toSorted(),
    );
  });

  it('that answer 201 create once per key', () => {
    const created = posts.filter(({ responses }) => 201 in responses);
    const exceptions = created.filter(({ creates }) => creates === undefined);

    expect(created.length).toBeGreaterThan(10);
    expect(exceptions.map(({ operationId }) => operationId).toSorted()).toEqual([
      'createTenant',
      'shareAnswer',
    ]);
  });
});

const creating = createApi().filter(
  ({ method, creates, operationId }) =>
    // The fake keeps no deliveries, so it cannot find one again.
    method === 'post' && creates !== undefined && operationId !== 'testWebhook',
);
const secretsIn = (body: unknown): string[] =>
  Object.entries(body ?? {}).flatMap(([name, value]) =>
    ['apiKey', 'secret', 'token', 'invitation'].includes(name) && value !== null ? [name] : [],
  );

describe('a creating request that is repeated with its Idempotency-Key', () => {
  it.each(creating.map((route) => [route.operationId, route] as const))(
    'gets the same object from %s, and no secret',
    async (name, route) => {
      const first = await send(route, { key: name });

      const second = await send(route, { key: name });

      expect(second.headers).toMatchObject({ 'Idempotency-Replayed': 'true' });
      expect(secretsIn(second.body)).toEqual([]);
      if (secretsIn(first.body).length > 0) {
        expect(second).toMatchObject({ status: 200, body: { secretShown: true } });
        expect(idOf(second.body)).toEqual(idOf(first.body));
      } else {
        expect(second).toMatchObject({ status: first.status, body: first.body });
      }
    },
  );

  it.each(creating.map((route) => [route.operationId, route] as const))(
    'is refused by %s if it is another request',
    async (name, route) => {
      const key = `other ${name}`.replaceAll(' ', '-');
      await send(route, { key });

      const other = send(route, { key, body: { another: 'body' } });

      await expect(other).rejects.toMatchObject({ code: 'idempotency_conflict' });
    },
  );

  it('may be corrected under the same key after a refusal', async () => {
    const group = routeNamed('createGroup');
    await expect(send(group, { key: 'typo', body: { nam: 'hr' } })).rejects.toMatchObject({
      code: 'validation_failed',
    });

    await expect(send(group, { key: 'typo', body: { name: 'hr' } })).resolves.toMatchObject({
      status: 201,
    });
  });

  it('creates another object under another key', async () => {
    const group = routeNamed('createGroup');
    const first = await send(group, { key: 'one', body: { name: 'hr' } });

    const second = await send(group, { key: 'two', body: { name: 'hr' } });

    expect(idOf(second.body)).not.toEqual(idOf(first.body));
  });
});
