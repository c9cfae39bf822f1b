import { z } from 'zod';
import {
  readDependencies,
  type DependencyChecks,
  type DependencyState,
} from '../platform/telemetry/dependencies.js';
import { ERROR_TABLE } from './errors.js';
import { publicRoute, type Route } from './route.js';

export type HealthDeps = {
  dependencyChecks: DependencyChecks;
  reindexing: () => Promise<{ done: number; total: number; etaSec: number | null } | null>;
  isShuttingDown: () => boolean;
  isDraining: () => boolean;
  /** Models that are currently not asked because they missed their limits, each with the kind of work concerned. */
  modelsLeftAlone: () => readonly string[];
  /** True if the embedder has no calibration. */
  isUncalibrated: boolean;
};

const REUSE_MS = 500;

/** Without the database a process cannot work. Every other dependency is shared, so taking one process out of service would not help. */
const REQUIRED = 'database';

const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready', 'draining', 'shutting_down']),
    /** Dependencies that are down while the process is ready: it still serves requests that do not need them. */
    degraded: z.array(z.string()).optional(),
    dependencies: z.record(z.string(), z.enum(['up', 'down'])),
    /** Why dependencies are down, in words, if known. */
    reasons: z.record(z.string(), z.string()).optional(),
    reindexing: z
      .object({
        done: z.int(),
        total: z.int(),
        etaSec: z
          .int()
          .nullable()
          .describe('Estimated seconds until everything is indexed again; null if unknown.'),
      })
      .nullable(),
    /** Models that missed their limits and are not asked for a while, with the kind of work; questions are answered by quotations. */
    modelsLeftAlone: z.array(z.string()).optional(),
    /** Present while the embedder is uncalibrated: its ranking has little weight, and it raises no passage. */
    embedder: z.literal('uncalibrated').optional(),
  })
  .meta({ id: 'Readiness' });
export type Readiness = z.infer<typeof Readiness>;

const Alive = z.object({ status: z.literal('alive') }).meta({ id: 'Alive' });

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
      summary: 'Whether the process can take requests',
      responses: {
        200: { description: 'Ready, possibly without some dependencies', schema: Readiness },
        503: {
          description: 'Starting, without its database, draining, or shutting down',
          schema: Readiness,
        },
      },
      handle: async () => {
        const body = await readiness();
        return { status: body.status === 'ready' ? 200 : 503, body };
      },
    }),
  ];
};

/** Reads the answer of `/readyz`, for an API or a worker; dependencies are checked at most once in half a second. */
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
  const states = await readDependencies(deps.dependencyChecks);
  const down = states.filter(({ isUp }) => !isUp);
  const isReady = down.every(({ name }) => name !== REQUIRED);
  const degraded = isReady ? down.map(({ name }) => name) : [];
  const reasons = toReasons(down);
  const modelsLeftAlone = [...deps.modelsLeftAlone()];
  return {
    status: isReady ? 'ready' : 'not_ready',
    ...(degraded.length > 0 && { degraded }),
    dependencies: Object.fromEntries(
      states.map(({ name, isUp }) => [name, isUp ? ('up' as const) : ('down' as const)]),
    ),
    ...(Object.keys(reasons).length > 0 && { reasons }),
    reindexing: isReady ? await deps.reindexing().catch(() => null) : null,
    ...(modelsLeftAlone.length > 0 && { modelsLeftAlone }),
    ...(deps.isUncalibrated && { embedder: 'uncalibrated' as const }),
  };
};

/** The reason is the fixed sentence of an error code, so anyone may read it. */
const toReasons = (down: readonly DependencyState[]): Record<string, string> =>
  Object.fromEntries(
    down.flatMap(({ name, code }) => (code === null ? [] : [[name, ERROR_TABLE[code].title]])),
  );

// Cached, so that anonymous callers cannot load the dependencies by asking often.
const reusing = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let last: { value: Promise<Value>; atMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (last === null || nowMs - last.atMs > REUSE_MS) last = { value: read(), atMs: nowMs };
    return last.value;
  };
};
