import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Database } from '../platform/database/database.js';
import type { Logger } from '../platform/telemetry/telemetry.js';
import type { UserScope } from '../shared/scope.js';
import {
  claimKey,
  hashRequest,
  toReplayHeaders,
  type IdempotencyRepository,
} from './idempotency.js';
import { IdempotencyHeaders, parseIdempotencyKey } from './idempotency-key.js';
import type { Creation, Route, WholeReply } from './route.js';

export type CreateOnceDeps = {
  database: Pick<Database<{ idempotency: IdempotencyRepository }>, 'withScope'>;
  logger: Pick<Logger, 'warn'>;
  now: () => Date;
};

/**
 * Makes the route create one object per `Idempotency-Key`, even if the first response was lost. A refused request does not use up the key.
 * A repetition creates a second object only if the process died between creating the first and recording it.
 */
export const createOnce = (route: Route, deps: CreateOnceDeps): Route => {
  const { creates } = route;
  if (creates === undefined) return route;
  const { errors = [], responses, operationId } = route;
  const run = async (call: Call) => {
    const reply = await route.handle(call);
    if ('events' in reply || 'file' in reply) throw new Error(`${operationId} creates no object.`);
    return reply;
  };
  return {
    ...route,
    headers: IdempotencyHeaders,
    // The object may have been deleted since.
    errors: [...errors, 'not_found'],
    responses: { ...responses, ...creates.responses },
    handle: async (call) => {
      const key = parseIdempotencyKey(call.request);
      if (key === null || call.caller?.kind !== 'user') return run(call);
      const { scope } = call.caller;
      const requestHash = await hashOf(creates, { scope, key, call });
      const work = () => run(call);
      const name = { route: operationId, key };
      const { params } = call;
      return answerOnce({ name, requestHash, params, creates, work }, scope, deps);
    },
  };
};

type Call = Parameters<Route['handle']>[0];

/** No request takes longer to create its object. */
const LOCK_MS = 120_000;

type Asked = {
  name: { route: string; key: string };
  requestHash: string;
  params: unknown;
  creates: Creation;
  work: () => Promise<WholeReply>;
};

const Kept = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  object: z.unknown(),
});

const answerOnce = async (
  { name, requestHash, params, creates, work }: Asked,
  scope: UserScope,
  { database, logger, now }: CreateOnceDeps,
): Promise<WholeReply> => {
  const at = now();
  const claim = { ...name, lockedUntil: new Date(at.getTime() + LOCK_MS) };
  const claimed = await database.withScope(scope, (tx) =>
    claimKey(tx, { ...claim, requestHash, result: null }, at),
  );
  if (claimed.kind === 'done') {
    const { object, ...first } = Kept.parse(claimed.result);
    const again = await creates.again(scope, { object, params, status: first.status });
    const headers = { ...first.headers, ...toReplayHeaders({ isReplayed: true }) };
    return { ...again, headers };
  }
  const end = (state: Parameters<IdempotencyRepository['settle']>[1] | 'free') =>
    database
      .withScope(scope, (tx) =>
        state === 'free' ? tx.idempotency.release(claim) : tx.idempotency.settle(claim, state),
      )
      // If it cannot be recorded, a repeated request finds out once the lock has expired.
      .catch((err: unknown) => logger.warn({ route: name.route, err }, 'A key was not settled'));
  try {
    const reply = await work();
    const { status, headers = {}, body } = reply;
    await end({ state: 'done', result: { status, headers, object: creates.keep(body) } });
    return reply;
  } catch (error) {
    await end('free');
    throw error;
  }
};

type Hashed = { scope: UserScope; key: string; call: Pick<Call, 'params' | 'query' | 'body'> };

/** If the body contains a secret, the digest is stretched, so that nobody can find the secret by trying guesses. */
const hashOf = async (
  { bodyHasSecret = false }: Creation,
  { scope: { tenantId, filters }, key, call: { params, query, body } }: Hashed,
): Promise<string> => {
  const digest = hashRequest({ params, query, body, filters });
  if (!bodyHasSecret) return digest;
  const slow = await stretch(digest, `${tenantId}/${key}`, 32);
  return slow.toString('hex');
};

const stretch = promisify<string, string, number, Buffer>(scrypt);

/** Stores only ids and times of the first response, never text or secrets; for a repeated request, the object is read again. */
export const creates = <Found>(
  found: z.ZodType<Found>,
  read: (scope: UserScope, found: Found, params: unknown) => Promise<unknown>,
): Creation => ({
  keep: (body) => found.parse(body),
  again: async (scope, { object, status, params }) => ({
    status,
    body: await read(scope, found.parse(object), params),
  }),
});

/** For an object that can be read by its id alone. */
export const createsById = <Id extends z.ZodType>(
  id: Id,
  read: (scope: UserScope, id: z.output<Id>) => Promise<unknown>,
): Creation => ({
  keep: (body) => id.parse(Identified.parse(body).id),
  again: async (scope, { object, status }) => ({
    status,
    body: await read(scope, id.parse(object)),
  }),
});

const Identified = z.object({ id: z.unknown() });

/** For an object whose secret is shown once and not stored: a repeated request gets 200 and no secret. */
export const createsSecret = <Found>(
  schema: z.ZodType,
  found: z.ZodType<Found>,
  read: (scope: UserScope, found: Found) => Promise<unknown>,
): Creation => {
  const plain = creates(found, (scope, kept) => read(scope, kept));
  return {
    ...plain,
    again: async (scope, kept) => ({ ...(await plain.again(scope, kept)), status: 200 }),
    responses: {
      200: {
        description: 'The object of the first request with this key, whose secret was shown then',
        schema,
      },
    },
  };
};

/** The field that says in the answer to a repeated request that the secret was shown before. */
export const SECRET_SHOWN = z
  .literal(true)
  .describe('The first answer showed the secret, which is not stored.');

/** For a token that is shown once and expires; `id` names the schema of the answer to a repeated request. */
export const createsToken = (id: string): Creation =>
  createsSecret(
    z
      .object({ token: z.string().nullable(), expiresAt: z.date(), secretShown: SECRET_SHOWN })
      .meta({ id }),
    z.object({ expiresAt: z.coerce.date() }),
    async (_scope, { expiresAt }) => ({ token: null, expiresAt, secretShown: true }),
  );
