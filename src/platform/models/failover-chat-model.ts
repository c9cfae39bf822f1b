import { AppError, isAppError } from '../../shared/errors.js';
import { createFairTurns, type FairTurns } from '../../shared/fair-turns.js';
import type { Logger, Metrics } from '../telemetry/telemetry.js';
import { statusOf } from './endpoint.js';
import { watchText, costAt, costOf, type ModelPrice, type ModelPrices } from './meter-model.js';
import { createBreaker, type BreakerPolicy, type BreakerState } from './breaker.js';
import { createLeftAlone, type LeftAlone, type Task } from './left-alone.js';
import type {
  ChatModel,
  ChatRequest,
  ChatCallOptions,
  ChatUsage,
  DecisionRequest,
} from './model.js';
import {
  fitContext,
  limitReply,
  shapeRequest,
  toTooLong,
  trimConversation,
} from './fit-context.js';
import { measureChatModel, toEndpoint } from './observed-models.js';
import { codeOf, outcomeOf } from './outcome-of-failure.js';
import { providerOf } from './providers/index.js';
import type { ProviderName } from './providers/names.js';
import { estimateUsage, type ParsedReply } from './chat-reply.js';
import type { ChatEndpoint, ChatWire, Provider, Refused, Sent } from './providers/provider.js';
import { removeThoughts } from './reasoning-tags.js';
import { asksForTooMany, createThinking } from './thinking.js';
import { withinSilence, type SilenceLimits } from './silence.js';
import {
  DEFAULT_RETRY_POLICY,
  toAbortError,
  withRetries,
  type RetryPolicy,
} from './with-retries.js';
import { applyWishes, isOurOwn, withoutWishes } from './wishes.js';
import { readWrittenCalls } from './written-calls.js';

export type FailoverOptions = {
  /** Backends by name. */
  backends: ReadonlyMap<string, ChatModel>;
  /** Names of backends, first choice first; never empty. */
  order: Readonly<Record<Task, readonly string[]>>;
  /** False: only the first choice is asked. */
  failover: boolean;
  metrics: Pick<Metrics, 'breakerChanged'>;
  logger: Pick<Logger, 'warn'>;
  breaker?: BreakerPolicy;
  /** The prefix of an endpoint's settings, for the log. */
  settingsOf?: (backend: string) => string;
  /** Maximum concurrent calls by name of a backend; further calls wait. Default: unlimited. */
  concurrency?: ReadonlyMap<string, number>;
  /** Called when an endpoint is no longer asked because it missed its limits, and when it is asked again. */
  onLeftAlone?: (told: LeftAlone) => void;
  now?: () => number;
};

/** Settings of a single backend override the common ones. */
type Backend = Pick<ChatModelOptions, 'baseUrl' | 'apiKey' | 'model' | 'protocol'> &
  Pick<ChatModelOptions, 'price' | 'contextTokens'> &
  Partial<SilenceLimits> & { name: string; provider: ProviderName; concurrency?: number };

type BackendsOptions = Omit<FailoverOptions, 'backends' | 'metrics' | 'concurrency'> &
  Pick<ChatModelOptions, keyof SilenceLimits | 'prices' | 'clean' | 'send'> & {
    backends: readonly Backend[];
    metrics: Pick<Metrics, 'breakerChanged' | 'modelRetried' | 'modelCallFinished'>;
  };

const DEFAULT_BREAKER_POLICY: BreakerPolicy = { failures: 5, windowMs: 60_000, openMs: 10_000 };

/** The configured chat endpoints, as one model. */
export const createChatModels = (options: BackendsOptions): ChatModel => {
  const { backends, firstTokenMs, streamIdleMs, prices, clean, send, ...rest } = options;
  const open = ({ name, ...endpoint }: Backend): ChatModel => {
    const provider = providerOf(endpoint.provider);
    const onRetry = (reason: string): void => {
      rest.metrics.modelRetried({ backend: name, reason });
    };
    const chat = createChatModel({
      firstTokenMs,
      streamIdleMs,
      prices,
      clean,
      send,
      onRetry,
      ...endpoint,
      provider,
      backend: name,
    });
    const { metrics } = rest;
    return measureChatModel(chat, { metrics, endpoint: toEndpoint(provider.name, endpoint) });
  };
  const opened = backends.map((backend) => [backend.name, open(backend)] as const);
  const limited = backends.flatMap(({ name, concurrency }) =>
    concurrency === undefined ? [] : [[name, concurrency] as const],
  );
  const concurrency = new Map(limited);
  return createFailoverChatModel({ ...rest, concurrency, backends: new Map(opened) });
};

/**
 * Several endpoints as one: if a call fails at one, the next is asked, unless the call was cancelled, ran out of time, or had delivered
 * text that the reader cannot discard. A request that names an endpoint goes only there. An endpoint that keeps failing is skipped until a
 * single probe succeeds.
 */
export const createFailoverChatModel = (options: FailoverOptions): ChatModel => {
  const { order, failover, logger, now = Date.now } = options;
  const guarded = [...options.backends].map(([name, chat]) => guard({ name, chat }, options));

  const backendsFor = (purpose: ChatRequest['purpose'], chosen?: string) => {
    const only = guarded.filter(({ name }) => name === chosen);
    if (only.length > 0) return only;
    return order[orderOf(purpose)]
      .flatMap((name) => guarded.find((backend) => backend.name === name) ?? [])
      .slice(0, failover ? undefined : 1);
  };

  const complete: ChatModel['complete'] = async (request, call) => {
    const backends = backendsFor(request.purpose, request.backend);
    const { seen, watched } = watchText(call);
    let failure: unknown = toNoneAnswering();
    for (const [
      position,
      { name, settings, chat, breaker, leftAlone, places },
    ] of backends.entries()) {
      const mayEnter = leftAlone.mayEnter(orderOf(request.purpose)) && breaker.mayEnter();
      // Waits for a slot first, so that waiting does not make the endpoint look slow and a breaker that opens meanwhile is respected.
      const leavePlace = mayEnter ? await enter(places, call) : undefined;
      const leaveTask = leftAlone.tryEnter(orderOf(request.purpose));
      if (leaveTask === null) failure = leftAlone.toError();
      const leave = leaveTask && breaker.tryEnter();
      if (leave === null || leaveTask === null) {
        leaveTask?.('cancelled');
        leavePlace?.();
        continue;
      }
      const startedAt = now();
      try {
        const result = await chat.complete(request, watched);
        leave('succeeded');
        leaveTask('succeeded');
        return { ...result, switched: position > 0 };
      } catch (error) {
        const isMoving = seen.progress && OUTLASTED.has(orderOf(request.purpose));
        const tookMs = isMoving ? 0 : now() - startedAt;
        const judged = outcomeOf(error, { signal: call.signal, tookMs });
        // A caller that asks for long thinking must not make the endpoint look broken.
        const isForced = request.wishes?.reasoningEffort !== undefined;
        const outcome = isForced && judged === 'failed' ? 'cancelled' : judged;
        leave(outcome);
        // Other failures say nothing about the endpoint's speed.
        leaveTask(codeOf(error) === 'deadline_exceeded' ? outcome : 'cancelled');
        const others = call.signal.aborted || codeOf(error) === 'cancelled' ? [] : backends;
        const next = others[position + 1]?.name;
        // After the first word was delivered, another endpoint may start over only if the reader can discard that word.
        const isOver = next === undefined || (seen.said !== '' && call.mayBeginAnew?.() !== true);
        report(logger, error, { backend: name, settings, ...(!isOver && { next }) });
        if (isOver) throw error;
        [seen.said, seen.progress] = ['', false];
        failure = error;
      } finally {
        leavePlace?.();
      }
    }
    throw failure;
  };

  const first = backendsFor('answer')[0]?.chat;
  const modelOf = (backend: string): string | undefined =>
    guarded.find(({ name }) => name === backend)?.chat.model;
  return { model: first?.model ?? '', provider: first?.provider, modelOf, complete };
};

/** Waits for a free slot at the endpoint; tenants take turns. */
const enter = async (
  places: FairTurns | null,
  { tenantId = '', signal }: ChatCallOptions,
): Promise<(() => void) | undefined> => {
  if (places === null) return undefined;
  try {
    return await places.take({ tenantId }, signal);
  } catch (error) {
    throw signal.aborted ? toAbortError(signal) : error;
  }
};

/** A backend with its breakers and slots. */
const guard = (
  { name, chat }: { name: string; chat: ChatModel },
  { metrics, logger, onLeftAlone, now = Date.now, ...options }: FailoverOptions,
) => {
  const policy = options.breaker ?? DEFAULT_BREAKER_POLICY;
  const onChange = (state: BreakerState): void => {
    metrics.breakerChanged({ backend: name, state });
    if (state === 'open') logger.warn({ backend: name }, 'Model endpoint is left out');
  };
  const leftAlone = createLeftAlone({ name, logger, now, onChange: onLeftAlone });
  const atOnce = options.concurrency?.get(name);
  const places = atOnce === undefined ? null : createFairTurns({ atOnce });
  const settings = options.settingsOf?.(name) ?? name;
  const breaker = createBreaker({ policy, now, onChange });
  return { name, settings, chat, leftAlone, places, breaker };
};

const toNoneAnswering = (): AppError =>
  new AppError('model_unavailable', 'No model endpoint is answering at the moment.');

/** Work that a stream may continue as long as it progresses, so its duration does not show that the endpoint is too slow. */
const OUTLASTED: ReadonlySet<Task> = new Set(['decide', 'answer']);

/** A repair goes to the endpoints for decisions, and small tasks of chat programs to those for summaries. */
const orderOf = (purpose: ChatRequest['purpose']): Task => {
  if (purpose === 'repair') return 'decide';
  return purpose === 'task' ? 'summary' : purpose;
};

/** Statuses that indicate a wrong setting, with the log message and the settings to check. */
const MISCONFIGURED = new Map([
  [401, { message: 'Model endpoint refuses the key', settings: ['API_KEY'] }],
  [403, { message: 'Model endpoint refuses the key', settings: ['API_KEY'] }],
  [
    404,
    { message: 'Model endpoint has no such address or model', settings: ['BASE_URL', 'MODEL'] },
  ],
]);

const report = (
  logger: Pick<Logger, 'warn'>,
  error: unknown,
  { settings, ...asked }: { backend: string; settings: string; next?: string },
): void => {
  const status = isAppError(error) ? statusOf(error.cause) : undefined;
  const errorCode = codeOf(error) ?? 'internal_error';
  const problem = { ...asked, errorCode, ...(status !== undefined && { status }) };
  const wrong = MISCONFIGURED.get(status ?? 0);
  if (wrong !== undefined) {
    const check = wrong.settings.map((name) => `${settings}_${name}`);
    logger.warn({ ...problem, check }, wrong.message);
  } else if (asked.next !== undefined) {
    logger.warn(problem, 'Model endpoint failed and another one is asked');
  }
};

export type ChatModelOptions = ChatEndpoint &
  SilenceLimits & {
    provider: Provider;
    /** The name under which results, metrics and degradations report this endpoint. */
    backend: string;
    /** `auto`: the best way of asking for decisions that the endpoint accepts. */
    protocol: string;
    prices: ModelPrices;
    /** Overrides the price list, whatever model answers. */
    price?: ModelPrice | undefined;
    /** Maximum tokens of prompt and reply together. A longer prompt is shortened, or refused without a call. */
    contextTokens?: number | undefined;
    retry?: Partial<RetryPolicy>;
    onRetry?: (reason: string) => void;
  };

type Asked = ChatRequest | DecisionRequest;
type Answer = ParsedReply & { usage: ChatUsage; protocol: string; refusedWishes: boolean };

/** The chat model of one endpoint. Text delivered through `onText` arrives as written; otherwise reasoning is removed. */
export const createChatModel = (options: ChatModelOptions): ChatModel => {
  const { backend, model, price, prices } = options;
  const ask = createAsk(options);

  const askWithRoom = async (asked: Asked, call: ChatCallOptions): Promise<Answer> => {
    const first = await ask(asked, call);
    const isUnwritten = first.toolCalls.length === 0 && removeThoughts(first.content).trim() === '';
    const isRead = call.onText !== undefined && !isUnwritten;
    // A reply of nothing but reasoning is not an answer, not even an empty one: the token limit left no room for it.
    const isOnlyThought = isUnwritten && (first.content !== '' || first.thoughtChars > 0);
    if (isRead || (first.finishReason !== 'length' && !isOnlyThought)) return first;
    try {
      const second = await ask({ ...asked, maxTokens: 2 * asked.maxTokens }, call);
      return { ...second, usage: sumUsage(first.usage, second.usage) };
    } catch (error) {
      if (call.signal.aborted || call.onText !== undefined) throw error;
      // A partial answer that is marked as such is worth more than none.
      return first;
    }
  };

  const complete: ChatModel['complete'] = async (asked, call) => {
    const reply = await askWithRoom(asked, call);
    const { content: written, model: answering = model } = reply;
    const { toolCalls, usage, finishReason, protocol, refusedWishes } = reply;
    const content = call.onText === undefined ? removeThoughts(written).trim() : written;
    // The caller's parser rejects an empty structured reply, and may ask for a repair.
    const isForm = 'shapeFor' in asked || 'responseSchema' in asked;
    if (removeThoughts(content).trim() === '' && toolCalls.length === 0 && !isForm) {
      throw new AppError('model_invalid_output', 'The model answered with nothing.');
    }
    const costUsd = price
      ? costAt(price, usage)
      : (costOf(answering, usage, prices) ?? costOf(model, usage, prices));
    const answer = { content, toolCalls, usage, costUsd, finishReason };
    const told = { model: answering, backend, protocol, switched: false };
    return { ...answer, ...told, ...(refusedWishes && { refusedWishes }) };
  };

  return { model, provider: options.provider.name, complete };
};

const sumUsage = (left: ChatUsage, right: ChatUsage): ChatUsage => {
  const cachedTokens = (left.cachedTokens ?? 0) + (right.cachedTokens ?? 0);
  return {
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
  };
};

/** Asks one endpoint, learns which features it refuses, and leaves those out of later calls. */
const createAsk = (options: ChatModelOptions) => {
  const { contextTokens } = options;
  const wire = options.provider.openChat(options);
  const policy = { ...DEFAULT_RETRY_POLICY, ...options.retry };
  const thinking = createThinking();
  let known: Refused = new Set();

  return async (asked: Asked, call: ChatCallOptions): Promise<Answer> => {
    let refused = known;
    let current = asked;
    let [hasTrimmed, hasRoom] = [false, true];
    for (;;) {
      const protocol = options.protocol === 'auto' ? protocolFor(refused) : options.protocol;
      if (contextTokens !== undefined) current = fitContext(current, { protocol, contextTokens });
      const shaped = applyWishes(shapeRequest(current, protocol));
      const request = limitReply(thinking.prepare(shaped, { hasRoom }), contextTokens);
      const hasAddedRoom = request.maxTokens > shaped.maxTokens;
      const isStreamed = mayStream(request, refused);
      const sent: Sent = { request, refused, isStreamed };
      const exchange = isStreamed ? createStreamed(wire, options) : wire.exchange;
      try {
        const answered = await withRetries(
          (signal) => exchange(sent, { ...call, signal }),
          { ...call, policy, kind: 'model', onRetry: options.onRetry, isUnlimited: isStreamed },
          (error) =>
            withoutWishes(current, error) !== undefined ||
            (hasAddedRoom && asksForTooMany(error)) ||
            wire.isContextExceeded(error) ||
            wire.adaptTo(error, sent) !== undefined,
        );
        if (isOurOwn(current)) {
          known = new Set([...known, ...refused]);
          thinking.learn(answered);
        }
        const reply = readWrittenCalls(answered, request);
        const refusedWishes = current.wishes !== asked.wishes;
        const usage = reply.usage ?? (await estimateUsage(request, reply));
        return { ...reply, usage, protocol, refusedWishes };
      } catch (error) {
        const isTooLong = wire.isContextExceeded(error);
        const plain = isTooLong ? undefined : withoutWishes(current, error);
        if (hasAddedRoom && (isTooLong || asksForTooMany(error))) hasRoom = false;
        else if (plain !== undefined) current = plain;
        else if (isTooLong) {
          const trimmed: Asked | undefined = hasTrimmed ? undefined : trimConversation(current);
          if (trimmed === undefined) throw toTooLong(error);
          [current, hasTrimmed] = [trimmed, true];
        } else {
          const learnt = wire.adaptTo(error, sent);
          if (learnt === undefined) throw error;
          refused = learnt;
        }
      }
    }
  };
};

/** Also streams text that nobody receives, because silence can only be detected in a stream. */
const mayStream = ({ tools = [], responseSchema }: ChatRequest, refused: Refused): boolean => {
  const hasForm = tools.length > 0 || responseSchema !== undefined;
  return !refused.has('stream') && !(hasForm && refused.has('stream_forms'));
};

/** An exchange without a total time limit, as long as the endpoint is not silent. */
const createStreamed =
  ({ exchange }: Pick<ChatWire, 'exchange'>, limits: SilenceLimits): ChatWire['exchange'] =>
  (sent, { signal, onText, onProgress }) =>
    withinSilence({ ...limits, signal }, ({ signal: limited, heard, notCounted }) =>
      exchange(sent, {
        signal: limited,
        onText: onText && notCounted(onText),
        onProgress: () => {
          heard();
          onProgress?.();
        },
      }),
    );

/** The best way of asking for decisions that the endpoint has not refused yet. */
const protocolFor = (refused: Refused): string => {
  if (!refused.has('json_schema')) return 'structured';
  return refused.has('tools') ? 'react' : 'tools';
};
