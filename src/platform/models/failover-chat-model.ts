import { AppError, isAppError, type ErrorCode } from '../../shared/errors.js';
import type { Logger, Metrics } from '../telemetry/telemetry.js';
import { createChatModel, type ChatModelOptions } from './chat-model.js';
import { statusOf } from './endpoint.js';
import { watchText } from './meter-model.js';
import { createBreaker, type BreakerPolicy, type BreakerState, type Outcome } from './breaker.js';
import { createLeftAlone, MISS_MS, type LeftAlone, type Task } from './left-alone.js';
import type { ChatModel, ChatRequest } from './model.js';
import { measureChatModel, toEndpoint } from './observed-models.js';
import { providerOf } from './providers/index.js';

export type FailoverOptions = {
  /** By name. */
  backends: ReadonlyMap<string, ChatModel>;
  /** Names of backends, first choice first; never empty. */
  order: Readonly<Record<Task, readonly string[]>>;
  /** Off: only the first choice is asked. */
  failover: boolean;
  metrics: Pick<Metrics, 'breakerChanged'>;
  logger: Pick<Logger, 'warn'>;
  breaker?: BreakerPolicy;
  /** Told where an endpoint is not asked any more because it missed its limits, and where it is asked again. */
  onLeftAlone?: (told: LeftAlone) => void;
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

const DEFAULT_BREAKER_POLICY: BreakerPolicy = { failures: 5, windowMs: 60_000, openMs: 10_000 };

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
  const { order, failover, metrics, logger, onLeftAlone, now = Date.now } = options;
  const policy = options.breaker ?? DEFAULT_BREAKER_POLICY;
  const guarded = [...options.backends].map(([name, chat]) => {
    const onChange = (state: BreakerState): void => {
      metrics.breakerChanged({ backend: name, state });
      if (state === 'open') logger.warn({ backend: name }, 'Model endpoint is left out');
    };
    const leftAlone = createLeftAlone({ name, logger, now, onChange: onLeftAlone });
    return { name, chat, leftAlone, breaker: createBreaker({ policy, now, onChange }) };
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
    for (const [position, { name, chat, breaker, leftAlone }] of backends.entries()) {
      const leaveTask = leftAlone.tryEnter(orderOf(request.purpose));
      if (leaveTask === null) failure = leftAlone.toError();
      const leave = leaveTask && breaker.tryEnter();
      if (leave === null) leaveTask?.('cancelled');
      if (leave === null || leaveTask === null) continue;
      const startedAt = now();
      try {
        const result = await chat.complete(request, watched);
        leave('succeeded');
        leaveTask('succeeded');
        return { ...result, switched: position > 0 };
      } catch (error) {
        const outcome = judge(error, { signal: call.signal, tookMs: now() - startedAt });
        leave(outcome);
        // Any other failure says nothing of the endpoint's pace.
        leaveTask(codeOf(error) === 'deadline_exceeded' ? outcome : 'cancelled');
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
const orderOf = (purpose: ChatRequest['purpose']): Task => {
  if (purpose === 'repair') return 'decide';
  return purpose === 'task' ? 'summary' : purpose;
};

const codeOf = (error: unknown): ErrorCode | undefined =>
  isAppError(error) ? error.code : undefined;

const judge = (
  error: unknown,
  { signal, tookMs }: { signal: AbortSignal; tookMs: number },
): Outcome => {
  const code = codeOf(error);
  if (code === 'deadline_exceeded') return tookMs >= MISS_MS ? 'failed' : 'cancelled';
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
