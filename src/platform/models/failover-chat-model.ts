import { AppError, isAppError, type ErrorCode } from '../../shared/errors.js';
import type {
  ChatCallOptions,
  ChatModel,
  ChatRequest,
  ChatResult,
  DecisionRequest,
} from './model.js';
import type { Logger, Metrics } from '../telemetry/telemetry.js';
import { statusOf } from './with-retries.js';

type Purpose = 'decide' | 'rewrite' | 'answer' | 'summary';

export type FailoverOptions = {
  /** By name. */
  backends: ReadonlyMap<string, ChatModel>;
  /** Names of backends, first choice first; never empty. */
  order: Readonly<Record<Purpose, readonly string[]>>;
  /** Off: only the first choice is asked. */
  failover: boolean;
  metrics: Pick<Metrics, 'breakerChanged'>;
  logger: Pick<Logger, 'warn'>;
  breaker?: BreakerPolicy;
  now?: () => number;
};

type FailoverBackend = { name: string; chat: ChatModel; breaker: Breaker };

type Asked = ChatRequest | DecisionRequest;

/** A breaker as data: what is known of an endpoint, changed only by the functions below. */
type BreakerState =
  | { kind: 'closed'; failures: readonly number[] }
  | { kind: 'open'; until: number }
  | { kind: 'half_open' };

type BreakerKind = BreakerState['kind'];

type BreakerPolicy = {
  /** Failures in a row that open it, all within the window. */
  failures: number;
  windowMs: number;
  /** How long it stays open before one call may try. */
  openMs: number;
};

export type Outcome = 'succeeded' | 'failed' | 'cancelled';

const CLOSED: BreakerState = { kind: 'closed', failures: [] };

/** Leave to make one call; its outcome has to be told. */
type Leave = (outcome: Outcome) => void;

export type Breaker = {
  /** Null while it is open, and while a probe is under way. */
  tryEnter(): Leave | null;
};

type Options = {
  policy: BreakerPolicy;
  now: () => number;
  /** Called with every new state, and with `closed` at the beginning. */
  onChange: (state: BreakerKind) => void;
};

/**
 * Several endpoints as one: whatever fails at the first is asked of the next, except what was cancelled, ran out of time or has
 * already been read in part. An endpoint that keeps failing is left out until a single call finds it well again.
 */
export const createFailoverChatModel = (options: FailoverOptions): ChatModel => {
  const now = options.now ?? Date.now;
  const attempt = createAttempt(now);
  const report = createReport(options);
  const guarded = createGuarded(options, now);

  const backendsFor = (purpose: Purpose): FailoverBackend[] => {
    const listed = options.order[purpose].flatMap((name) => guarded.get(name) ?? []);
    return options.failover ? listed : listed.slice(0, 1);
  };

  const complete: ChatModel['complete'] = async (request, call) => {
    const { seen, watched } = watchText(call);
    const candidates = backendsFor(purposeOf(request));
    let failure: unknown = new AppError(
      'model_unavailable',
      'No model endpoint is answering at the moment.',
    );
    for (const [position, { name, chat, breaker }] of candidates.entries()) {
      const leave = breaker.tryEnter();
      if (leave === null) continue;
      try {
        const result = await attempt({ chat, leave }, request, watched);
        return { ...result, switched: position > 0 };
      } catch (error) {
        const isCancelled = isAppError(error) && error.code === 'cancelled';
        const isOver = call.signal.aborted || isCancelled || seen.text;
        const next = isOver ? undefined : candidates[position + 1]?.name;
        report(error, { backend: name, next });
        if (isOver) throw error;
        failure = error;
      }
    }
    throw failure;
  };

  return { model: backendsFor('answer')[0]?.chat.model ?? '', complete };
};

type Entered = { chat: ChatModel; leave: Leave };

const createAttempt =
  (now: () => number) =>
  async ({ chat, leave }: Entered, request: Asked, call: ChatCallOptions): Promise<ChatResult> => {
    const startedAt = now();
    try {
      const result = await chat.complete(request, call);
      leave('succeeded');
      return result;
    } catch (error) {
      leave(judge(error, { signal: call.signal, tookMs: now() - startedAt }));
      throw error;
    }
  };

/** An endpoint that said nothing for so long counts as failed, although it was the caller's deadline that passed. */
const LONG_SILENCE_MS = 5_000;
/** Refused because of what was asked, and no sign that the endpoint is out of order. */
const SOUND: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['model_context_exceeded']);

type Trial = { signal: AbortSignal; tookMs: number };

const judge = (error: unknown, { signal, tookMs }: Trial): Outcome => {
  const code = isAppError(error) ? error.code : undefined;
  if (signal.aborted || code === 'cancelled' || code === 'deadline_exceeded') {
    return code === 'deadline_exceeded' && tookMs >= LONG_SILENCE_MS ? 'failed' : 'cancelled';
  }
  return code !== undefined && SOUND.has(code) ? 'succeeded' : 'failed';
};

/** The key, the right or the model's name is wrong: somebody has to mend the configuration. */
const MISCONFIGURED = new Set([401, 403, 404]);

const createReport =
  ({ logger }: Pick<FailoverOptions, 'logger'>) =>
  (error: unknown, { backend, next }: { backend: string; next: string | undefined }): void => {
    const problem = { backend, ...describe(error), ...(next !== undefined && { next }) };
    if ('status' in problem && MISCONFIGURED.has(problem.status)) {
      logger.warn(problem, 'Model endpoint refused our key or does not know the model');
    } else if (next !== undefined) {
      logger.warn(problem, 'Model endpoint failed and another one is asked');
    }
  };

const describe = (error: unknown) => {
  const status = isAppError(error) ? statusOf(error.cause) : undefined;
  return {
    errorCode: isAppError(error) ? error.code : 'internal_error',
    ...(status !== undefined && { status }),
  };
};

const DEFAULT_BREAKER_POLICY: BreakerPolicy = {
  failures: 5,
  windowMs: 60_000,
  openMs: 10_000,
};

const createGuarded = (
  { backends, breaker, metrics, logger }: FailoverOptions,
  now: () => number,
): Map<string, FailoverBackend> =>
  new Map(
    [...backends].map(([name, chat]) => {
      const onChange = (state: BreakerKind): void => {
        metrics.breakerChanged({ backend: name, state });
        if (state === 'open') logger.warn({ backend: name }, 'Model endpoint is left out');
      };
      const policy = breaker ?? DEFAULT_BREAKER_POLICY;
      return [name, { name, chat, breaker: createBreaker({ policy, now, onChange }) }];
    }),
  );

/** Follows a stream from afar: once a word was read, no other endpoint may begin anew. */
const watchText = ({ onText, ...call }: ChatCallOptions) => {
  const seen = { text: false };
  const watched: ChatCallOptions =
    onText === undefined
      ? call
      : {
          ...call,
          onText: (text) => {
            seen.text = true;
            return onText(text);
          },
        };
  return { seen, watched };
};

const purposeOf = ({ purpose }: Asked): Purpose => (purpose === 'repair' ? 'decide' : purpose);

/**
 * Spares callers the wait for an endpoint that fails: opens after failures in a row, lets exactly one call through when it has
 * been open long enough, and closes when that one succeeds. Everybody else is refused at once, also during the probe.
 */
export const createBreaker = ({ policy, now, onChange }: Options): Breaker => {
  let state: BreakerState = CLOSED;
  onChange(state.kind);
  const change = (next: BreakerState): void => {
    const isNews = next.kind !== state.kind;
    state = next;
    if (isNews) onChange(next.kind);
  };
  const leaveOnce = (isProbe: boolean): Leave => {
    let hasLeft = false;
    return (outcome) => {
      if (hasLeft) return;
      hasLeft = true;
      change(settle(state, { outcome, isProbe }, { now: now(), policy }));
    };
  };
  return {
    tryEnter: () => {
      if (state.kind === 'closed') return leaveOnce(false);
      if (state.kind === 'half_open' || now() < state.until) return null;
      change({ kind: 'half_open' });
      return leaveOnce(true);
    },
  };
};

const settle = (
  state: BreakerState,
  { outcome, isProbe }: { outcome: Outcome; isProbe: boolean },
  { now, policy }: { now: number; policy: BreakerPolicy },
): BreakerState => {
  if (state.kind === 'closed') {
    if (outcome === 'cancelled') return state;
    if (outcome === 'succeeded') return CLOSED;
    const recent = state.failures.filter((failedAt) => now - failedAt < policy.windowMs);
    return recent.length + 1 >= policy.failures
      ? { kind: 'open', until: now + policy.openMs }
      : { kind: 'closed', failures: [...recent, now] };
  }
  // A call that began before the breaker opened tells nothing about the endpoint now.
  if (!isProbe) return state;
  if (outcome === 'succeeded') return CLOSED;
  // A probe that was cancelled learnt nothing: the next call may probe at once.
  return { kind: 'open', until: outcome === 'cancelled' ? now : now + policy.openMs };
};
