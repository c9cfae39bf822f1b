import { AppError, isAppError, type ErrorCode } from '../../shared/errors.js';
import type { Logger, Metrics } from '../telemetry/telemetry.js';
import { createChatModel, type ChatModelOptions } from './chat-model.js';
import { statusOf } from './endpoint.js';
import { watchText } from './meter-model.js';
import type { ChatModel, ChatRequest } from './model.js';
import { measureChatModel, toEndpoint } from './observed-models.js';
import { providerOf } from './providers/index.js';

export type FailoverOptions = {
  /** By name. */
  backends: ReadonlyMap<string, ChatModel>;
  /** Names of backends, first choice first; never empty. */
  order: Readonly<Record<'decide' | 'rewrite' | 'answer' | 'summary', readonly string[]>>;
  /** Off: only the first choice is asked. */
  failover: boolean;
  metrics: Pick<Metrics, 'breakerChanged'>;
  logger: Pick<Logger, 'warn'>;
  breaker?: BreakerPolicy;
  now?: () => number;
};

type BackendsOptions = Omit<FailoverOptions, 'backends' | 'metrics'> &
  Pick<ChatModelOptions, 'streamIdleMs' | 'prices'> & {
    backends: readonly (Pick<ChatModelOptions, 'baseUrl' | 'apiKey' | 'model' | 'protocol'> & {
      name: string;
      provider: string;
    })[];
    metrics: Pick<Metrics, 'breakerChanged' | 'modelRetried' | 'modelCallFinished'>;
  };

type BreakerPolicy = {
  /** Failures in a row that open it, all within the window. */
  failures: number;
  windowMs: number;
  /** The time that it stays open before one call may try. */
  openMs: number;
};

const DEFAULT_BREAKER_POLICY: BreakerPolicy = { failures: 5, windowMs: 60_000, openMs: 10_000 };

type BreakerState = 'closed' | 'open' | 'half_open';

export type Outcome = 'succeeded' | 'failed' | 'cancelled';

export type Breaker = {
  /** Permission to make one call, whose outcome must be reported; null while the breaker is open or a probe is under way. */
  tryEnter(): ((outcome: Outcome) => void) | null;
};

type BreakerOptions = {
  policy: BreakerPolicy;
  now: () => number;
  /** Called with every new state, and with `closed` at the beginning. */
  onChange: (state: BreakerState) => void;
};

/** The chat endpoints of the configuration, as one model. */
export const createChatModels = (options: BackendsOptions): ChatModel => {
  const { backends, streamIdleMs, prices, ...rest } = options;
  const open = ({ name, ...endpoint }: BackendsOptions['backends'][number]): ChatModel => {
    const provider = providerOf(endpoint.provider);
    const onRetry = (reason: string): void => {
      rest.metrics.modelRetried({ backend: name, reason });
    };
    const chat = createChatModel({
      ...{ ...endpoint, provider, backend: name, streamIdleMs, prices, onRetry },
    });
    const { metrics } = rest;
    return measureChatModel(chat, { metrics, endpoint: toEndpoint(provider.name, endpoint) });
  };
  const opened = backends.map((backend) => [backend.name, open(backend)] as const);
  return createFailoverChatModel({ ...rest, backends: new Map(opened) });
};

/**
 * Several endpoints as one: whatever fails at the first is asked of the next, except what was cancelled, ran out of time or has
 * already been read in part. An endpoint that keeps failing is left out until a single call finds it well again.
 */
export const createFailoverChatModel = (options: FailoverOptions): ChatModel => {
  const { order, failover, metrics, logger, now = Date.now } = options;
  const policy = options.breaker ?? DEFAULT_BREAKER_POLICY;
  const guarded = [...options.backends].map(([name, chat]) => {
    const onChange = (state: BreakerState): void => {
      metrics.breakerChanged({ backend: name, state });
      if (state === 'open') logger.warn({ backend: name }, 'Model endpoint is left out');
    };
    return { name, chat, breaker: createBreaker({ policy, now, onChange }) };
  });

  const backendsFor = (purpose: ChatRequest['purpose']) =>
    order[orderOf(purpose)]
      .flatMap((name) => guarded.find((backend) => backend.name === name) ?? [])
      .slice(0, failover ? undefined : 1);

  const complete: ChatModel['complete'] = async (request, call) => {
    const backends = backendsFor(request.purpose);
    const { seen, watched } = watchText(call);
    let failure: unknown = new AppError(
      'model_unavailable',
      'No model endpoint is answering at the moment.',
    );
    for (const [position, { name, chat, breaker }] of backends.entries()) {
      const leave = breaker.tryEnter();
      if (leave === null) continue;
      const startedAt = now();
      try {
        const result = await chat.complete(request, watched);
        leave('succeeded');
        return { ...result, switched: position > 0 };
      } catch (error) {
        leave(judge(error, { signal: call.signal, tookMs: now() - startedAt }));
        // Once a word was read, no other endpoint may begin anew.
        const isOver = call.signal.aborted || codeOf(error) === 'cancelled' || seen.text;
        const next = isOver ? undefined : backends[position + 1]?.name;
        report(logger, error, { backend: name, ...(next !== undefined && { next }) });
        if (isOver) throw error;
        failure = error;
      }
    }
    throw failure;
  };

  const first = backendsFor('answer')[0]?.chat;
  return { model: first?.model ?? '', provider: first?.provider, complete };
};

/** A repair goes to who decides, and small work for chat programs to who sums conversations up. */
const orderOf = (purpose: ChatRequest['purpose']): keyof FailoverOptions['order'] => {
  if (purpose === 'repair') return 'decide';
  return purpose === 'task' ? 'summary' : purpose;
};

const codeOf = (error: unknown): ErrorCode | undefined =>
  isAppError(error) ? error.code : undefined;

/** An endpoint that said nothing for so long counts as failed, although it was the caller's deadline that passed. */
const LONG_SILENCE_MS = 5_000;

const judge = (
  error: unknown,
  { signal, tookMs }: { signal: AbortSignal; tookMs: number },
): Outcome => {
  const code = codeOf(error);
  if (code === 'deadline_exceeded') return tookMs >= LONG_SILENCE_MS ? 'failed' : 'cancelled';
  if (signal.aborted || code === 'cancelled') return 'cancelled';
  // Refused because of what was asked, and no sign that the endpoint is out of order.
  return code === 'model_context_exceeded' ? 'succeeded' : 'failed';
};

/** The key, the right or the model's name is wrong: somebody has to mend the configuration. */
const MISCONFIGURED = new Set([401, 403, 404]);

const report = (
  logger: Pick<Logger, 'warn'>,
  error: unknown,
  asked: { backend: string; next?: string },
): void => {
  const status = isAppError(error) ? statusOf(error.cause) : undefined;
  const errorCode = codeOf(error) ?? 'internal_error';
  const problem = { ...asked, errorCode, ...(status !== undefined && { status }) };
  if (status !== undefined && MISCONFIGURED.has(status)) {
    logger.warn(problem, 'Model endpoint refused our key or does not know the model');
  } else if (asked.next !== undefined) {
    logger.warn(problem, 'Model endpoint failed and another one is asked');
  }
};

/**
 * Spares callers the wait for an endpoint that fails: opens after failures in a row, lets exactly one call through when it has
 * been open long enough, and closes when that one succeeds. Everybody else is refused at once, also during the probe.
 */
export const createBreaker = ({ policy, now, onChange }: BreakerOptions): Breaker => {
  let state: BreakerState = 'closed';
  let failedAt: number[] = [];
  let openUntil = 0;
  onChange(state);

  const change = (next: BreakerState): void => {
    if (next !== state) onChange(next);
    state = next;
  };
  const open = (forMs: number): void => {
    openUntil = now() + forMs;
    change('open');
  };
  const settle = (outcome: Outcome, isProbe: boolean): void => {
    // A call that began before the breaker opened tells nothing about the endpoint now.
    if (state !== 'closed' && !isProbe) return;
    if (outcome === 'succeeded') {
      failedAt = [];
      change('closed');
    } else if (isProbe) {
      // A probe that was cancelled learnt nothing: the next call may probe at once.
      open(outcome === 'cancelled' ? 0 : policy.openMs);
    } else if (outcome === 'failed') {
      failedAt = [...failedAt.filter((at) => now() - at < policy.windowMs), now()];
      if (failedAt.length >= policy.failures) open(policy.openMs);
    }
  };

  return {
    tryEnter: () => {
      const isProbe = state !== 'closed';
      if (state === 'half_open' || (isProbe && now() < openUntil)) return null;
      if (isProbe) change('half_open');
      let hasLeft = false;
      return (outcome) => {
        if (!hasLeft) settle(outcome, isProbe);
        hasLeft = true;
      };
    },
  };
};
