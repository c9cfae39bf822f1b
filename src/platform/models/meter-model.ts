import { approximateTokens } from '../../language/index.js';
import { onAbort, resultWithin } from '../../shared/async.js';
import { AppError, isAppError, nameOf } from '../../shared/errors.js';
import type { ModelCall } from '../../shared/execution.js';
import type {
  ChatCallOptions,
  ChatMessage,
  ChatModel,
  ChatRequest,
  ChatShape,
  ChatUsage,
  DecisionRequest,
} from './model.js';

type Meter = {
  /** Called once for every call, when it ends or is given up. */
  record: (call: ModelCall) => void;
  /** For calls without a deadline of their own; called when a call begins. */
  deadlineAt?: () => number;
  /** Called if an endpoint other than the first answered. */
  switched?: () => void;
  /** Called if the endpoint refused the caller's parameters and answered without them. */
  refusedWishes?: () => void;
};

/** In US dollars per million tokens; `cachedInput` is the lower price of prompt tokens that were read from the endpoint's cache. */
export type ModelPrice = Readonly<{ input: number; cachedInput?: number; output: number }>;

export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const TOKENS_PER_PRICE = 1_000_000;
/** "gpt-4o-2024-08-06" is billed as "gpt-4o". */
const DATE_SUFFIX = /-\d{4}-\d{2}-\d{2}$/;

/** The same model, but every call is recorded, including failed ones; a Retry-After beyond the deadline is not waited for. */
export const meterModel = (
  chat: ChatModel,
  { record, deadlineAt, switched, refusedWishes }: Meter,
): ChatModel => ({
  model: chat.model,
  provider: chat.provider,
  complete: async (request, options) => {
    const { signal } = options;
    const { seen, watched } = watchText(options);
    const { asked, watched: watchedRequest } = watchShape(request);
    const startedAt = performance.now();
    let isOpen = true;
    const close = (call: Omit<ModelCall, 'purpose' | 'durationMs'>): void => {
      const durationMs = performance.now() - startedAt;
      if (isOpen) record({ purpose: request.purpose, ...call, durationMs });
      isOpen = false;
    };
    const fail = (error?: unknown): void => {
      const isRefused = seen.said === '' && !signal.aborted;
      close({
        outcome: toOutcome(error, signal),
        model: chat.model,
        cachedTokens: 0,
        ...(isRefused
          ? { promptTokens: 0, completionTokens: 0 }
          : estimateBrokenOff(asked(), seen.said)),
        // A refused call costs nothing; the cost of work that was abandoned is unknown.
        costUsd: isRefused ? 0 : null,
      });
    };
    // Immediately, so that a caller who gives up does not wait for the connection to close.
    const stopListening = onAbort(signal, fail);
    try {
      const result = await chat.complete(watchedRequest, {
        deadlineAt: deadlineAt?.(),
        ...watched,
      });
      const { model, costUsd } = result;
      const { promptTokens, completionTokens, cachedTokens = 0 } = result.usage;
      close({ outcome: 'ok', model, promptTokens, cachedTokens, completionTokens, costUsd });
      if (result.switched) switched?.();
      if (result.refusedWishes === true) refusedWishes?.();
      return result;
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      stopListening();
    }
  },
});

/** The same request; `asked` returns the shape that was sent last, or undefined if nothing was sent yet. */
const watchShape = (request: ChatRequest | DecisionRequest) => {
  if (!('shapeFor' in request)) return { asked: () => request, watched: request };
  let last: ChatShape | undefined;
  const shapeFor = (protocol: string): ChatShape => (last = request.shapeFor(protocol));
  return { asked: () => last, watched: { ...request, shapeFor } };
};

/** Estimates the tokens of an interrupted call, which the endpoint did not report. */
const estimateBrokenOff = (
  shape: ChatShape | undefined,
  said: string,
): Omit<ChatUsage, 'cachedTokens'> => ({
  promptTokens: shape === undefined ? 0 : approximateTokens(JSON.stringify(shape)),
  completionTokens: approximateTokens(said),
});

/** The same call; `seen` records the text received so far, and whether the endpoint has sent anything at all. */
export const watchText = (call: ChatCallOptions) => {
  const seen = { said: '', progress: false };
  const onText = (text: string) => {
    seen.said += text;
    seen.progress = true;
    return call.onText?.(text);
  };
  const onProgress = () => {
    seen.progress = true;
    call.onProgress?.();
  };
  return { seen, watched: { ...call, onProgress, onText: call.onText && onText } };
};

const toOutcome = (error: unknown, { aborted, reason }: AbortSignal): ModelCall['outcome'] => {
  if (!aborted) return isAppError(error) && error.code === 'cancelled' ? 'cancelled' : 'error';
  return nameOf(reason) === 'TimeoutError' ? 'error' : 'cancelled';
};

/** The cost of a call; null for a model without a known price, which is not the same as free. */
export const costOf = (model: string, usage: ChatUsage, prices: ModelPrices): number | null => {
  // A Map, because the endpoint supplies the name and `constructor` would match a property of every object.
  const known = new Map(Object.entries(prices));
  const price = known.get(model) ?? known.get(model.replace(DATE_SUFFIX, ''));
  return price === undefined ? null : costAt(price, usage);
};

/** The cost of a call in US dollars. */
export const costAt = (price: ModelPrice, usage: ChatUsage): number => {
  const { promptTokens, completionTokens, cachedTokens = 0 } = usage;
  const { input, cachedInput = input, output } = price;
  const prompt = (promptTokens - cachedTokens) * input + cachedTokens * cachedInput;
  return (prompt + completionTokens * output) / TOKENS_PER_PRICE;
};

/** Asks a model for a short text that nobody is waiting for, and reports the call. */
export type AskInBackground = ReturnType<typeof createAskInBackground>;

const BACKGROUND_TIMEOUT_MS = 15_000;

export const createAskInBackground =
  (chat: ChatModel) =>
  async (
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<{ reply: string; call: ModelCall }> => {
    const calls: ModelCall[] = [];
    const deadline = Date.now() + BACKGROUND_TIMEOUT_MS;
    const metered = meterModel(chat, {
      record: (call) => void calls.push(call),
      deadlineAt: () => deadline,
    });
    const tooLate = () => new AppError('deadline_exceeded', 'The model took too long.');
    const { content } = await resultWithin(
      { signal, limitMs: BACKGROUND_TIMEOUT_MS, tooLate },
      (limited) =>
        metered.complete(
          { purpose: 'summary', messages, maxTokens: 300, temperature: 0.1 },
          { signal: limited },
        ),
    );
    const [call] = calls;
    if (call === undefined) throw new Error('A call of a model was not recorded.');
    return { reply: content, call };
  };
