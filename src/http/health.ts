import { z } from 'zod';
import { within } from '../shared/async.js';
import { isAppError } from '../shared/errors.js';
import { ERROR_TABLE } from './errors.js';
import { publicRoute, type Route } from './route.js';

export type HealthDeps = {
  /** Each dependency by name; a check rejects when the dependency is down. */
  dependencyChecks: Readonly<Record<string, () => Promise<void>>>;
  reindexing: () => Promise<{ done: number; total: number } | null>;
  isShuttingDown: () => boolean;
  isDraining: () => boolean;
  /** Models that are not asked at the moment because they missed their limits, each with the work it is left alone with. */
  modelsLeftAlone: () => readonly string[];
  /** The embedder has no calibration. */
  isUncalibrated: boolean;
};

const CHECK_TIMEOUT_MS = 2000;
const REUSE_MS = 500;

const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready', 'draining', 'shutting_down']),
    dependencies: z.record(z.string(), z.enum(['up', 'down'])),
    /** In words, of those that are down where it is known. */
    reasons: z.record(z.string(), z.string()).optional(),
    reindexing: z.object({ done: z.int(), total: z.int() }).nullable(),
    /** Models that missed their limits and are left alone for a while, with the work; questions are answered by quotations. */
    modelsLeftAlone: z.array(z.string()).optional(),
    /** There while nobody has calibrated the embedder: its ranking has a small vote, and it raises no passage. */
    embedder: z.literal('uncalibrated').optional(),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof Readiness>;

const Alive = z.object({ status: z.literal('alive') }).meta({ id: 'Alive' });
export type Alive = z.infer<typeof Alive>;

export const createHealthRoutes = (deps: HealthDeps): Route[] => {
  const readiness = createReadiness(deps);
  return [
    publicRoute({
      method: 'get',
      path: '/healthz',
      operationId: 'checkHealth',
      tag: 'service',
      isProbe: true,
      summary: 'Whether the process is alive',
      responses: { 200: { description: 'Alive', schema: Alive } },
      handle: async () => ({ status: 200, body: { status: 'alive' } }),
    }),
    publicRoute({
      method: 'get',
      path: '/readyz',
      operationId: 'checkReadiness',
      tag: 'service',
      isProbe: true,
      summary: 'Whether every dependency is up',
      responses: {
        200: { description: 'Ready', schema: Readiness },
        503: { description: 'Not ready, draining, or shutting down', schema: Readiness },
      },
      handle: async () => {
        const body = await readiness();
        return { status: body.status === 'ready' ? 200 : 503, body };
      },
    }),
  ];
};

/** Reads the answer of `/readyz`, for an API and for a worker; the dependencies are checked at most once in half a second. */
export const createReadiness = (deps: HealthDeps): (() => Promise<Readiness>) => {
  const read = reusing(() => readReadiness(deps));
  return async () => {
    const readiness = await read();
    if (deps.isShuttingDown()) return { ...readiness, status: 'shutting_down' };
    return deps.isDraining() ? { ...readiness, status: 'draining' } : readiness;
  };
};

/** The readiness of a process that has not reached its database yet. */
export const NOT_READY: Readiness = {
  status: 'not_ready',
  dependencies: { database: 'down' },
  reindexing: null,
};

const readReadiness = async (deps: HealthDeps): Promise<Readiness> => {
  const states = await Promise.all(
    Object.entries(deps.dependencyChecks).map(async ([name, check]) => {
      return { name, ...(await readState(check)) };
    }),
  );
  const isReady = states.every(({ state }) => state === 'up');
  const reindexing = isReady ? await deps.reindexing().catch(() => null) : null;
  const dependencies = Object.fromEntries(states.map(({ name, state }) => [name, state]));
  const modelsLeftAlone = [...deps.modelsLeftAlone()];
  const reasons = states.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]]));
  return {
    status: isReady ? 'ready' : 'not_ready',
    dependencies,
    ...(reasons.length > 0 && { reasons: Object.fromEntries(reasons) as Record<string, string> }),
    reindexing,
    ...(modelsLeftAlone.length > 0 && { modelsLeftAlone }),
    ...(deps.isUncalibrated && { embedder: 'uncalibrated' as const }),
  };
};

type State = { state: 'up' | 'down'; reason: string | null };

/** The reason is the fixed sentence of a code of ours: anybody may read it. */
const readState = (check: () => Promise<void>): Promise<State> =>
  within(CHECK_TIMEOUT_MS, check()).then(
    () => ({ state: 'up', reason: null }),
    (error: unknown) => ({
      state: 'down',
      reason: isAppError(error) ? ERROR_TABLE[error.code].title : null,
    }),
  );

// Anonymous callers must not be able to load the dependencies by asking often.
const reusing = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let last: { value: Promise<Value>; atMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (last === null || nowMs - last.atMs > REUSE_MS) last = { value: read(), atMs: nowMs };
    return last.value;
  };
};
