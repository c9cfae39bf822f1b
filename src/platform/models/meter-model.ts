import { resultWithin, onAbort, type Attempt } from '../../shared/async.js';
import type { ModelCall } from '../../shared/execution.js';
import type { ChatUsage, ChatMessage, ChatModel, ChatResult } from './model.js';
import { AppError, isAppError } from '../../shared/errors.js';

type Meter = {
  /** Called once for every call, at the moment when it ends or is given up. */
  record: (call: ModelCall) => void;
  /** For calls that do not bring a deadline of their own. */
  deadlineAt?: number;
  /** Another endpoint than the first stood in. */
  switched?: () => void;
};

type Usage = Pick<ModelCall, 'model' | 'promptTokens' | 'completionTokens' | 'costUsd'>;

type Lost = Pick<ModelCall, 'outcome' | 'promptTokens' | 'costUsd'>;

/** In US dollars per million tokens. */
type ModelPrice = { input: number; output: number };
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

const TOKENS_PER_PRICE = 1_000_000;
/** "gpt-4o-2024-08-06" is billed as "gpt-4o". */
const DATE_SUFFIX = /-\d{4}-\d{2}-\d{2}$/;

/** Asks a model for a few lines that nobody is waiting for, and tells what the call came to. */
export type AskInBackground = (
  messages: readonly ChatMessage[],
  signal: AbortSignal,
) => Promise<{ reply: string; call: ModelCall }>;

const BACKGROUND_TIMEOUT_MS = 15_000;
const BACKGROUND_MAX_TOKENS = 300;
const BACKGROUND_TEMPERATURE = 0.1;

/** The same model with every call written down, also those that fail; a Retry-After beyond the deadline is not waited for. */
export const meterModel = (
  chat: ChatModel,
  { record, deadlineAt, switched }: Meter,
): ChatModel => ({
  model: chat.model,
  complete: async (request, { onText, ...options }) => {
    const { signal } = options;
    const startedAt = performance.now();
    let isOpen = true;
    let hasText = false;
    const close = (outcome: ModelCall['outcome'], usage: Usage): void => {
      if (!isOpen) return;
      isOpen = false;
      const durationMs = performance.now() - startedAt;
      record({ purpose: request.purpose, ...usage, durationMs, outcome });
    };
    // A refused call costs nothing; what an endpoint worked on before it was left is not known.
    const lost = (): Usage => ({
      model: chat.model,
      promptTokens: 0,
      completionTokens: 0,
      costUsd: hasText || signal.aborted ? null : 0,
    });
    // At once: who gives up does not wait until the connection is closed.
    const stopListening = onAbort(signal, () => {
      close(toOutcome(undefined, signal), lost());
    });
    const watched =
      onText &&
      ((text: string) => {
        hasText = true;
        return onText(text);
      });
    try {
      const result = await chat.complete(request, { deadlineAt, ...options, onText: watched });
      close('ok', usageOf(result));
      if (result.switched) switched?.();
      return result;
    } catch (error) {
      close(toOutcome(error, signal), lost());
      throw error;
    } finally {
      stopListening();
    }
  },
});

const toOutcome = (error: unknown, signal: AbortSignal): ModelCall['outcome'] => {
  if (signal.aborted) return isTimeout(signal.reason) ? 'error' : 'cancelled';
  return isAppError(error) && error.code === 'cancelled' ? 'cancelled' : 'error';
};

const isTimeout = (reason: unknown): boolean =>
  typeof reason === 'object' &&
  reason !== null &&
  'name' in reason &&
  reason.name === 'TimeoutError';

const usageOf = ({ model, usage, costUsd }: ChatResult): Usage => ({ model, ...usage, costUsd });

/** What a call that brought nothing is booked as: a refusal costs nothing, what was worked on before it was left is not known. */
export const toLostCall = ({ kind }: Pick<Attempt<unknown>, 'kind'>): Lost => ({
  outcome: kind === 'cancelled' ? 'cancelled' : 'error',
  promptTokens: 0,
  costUsd: kind === 'error' ? 0 : null,
});

/** What a call cost; null for a model that the table does not know, which is not the same as free. */
export const costOf = (model: string, usage: ChatUsage, prices: ModelPrices): number | null => {
  // The endpoint names the model: `constructor` must not find what every object has.
  const name = [model, model.replace(DATE_SUFFIX, '')].find((known) =>
    Object.hasOwn(prices, known),
  );
  const price = name === undefined ? undefined : prices[name];
  if (price === undefined) return null;
  const { promptTokens, completionTokens } = usage;
  return (promptTokens * price.input + completionTokens * price.output) / TOKENS_PER_PRICE;
};

export const createAskInBackground =
  (chat: ChatModel): AskInBackground =>
  async (messages, signal) => {
    const calls: ModelCall[] = [];
    const record = (call: ModelCall) => void calls.push(call);
    const deadlineAt = Date.now() + BACKGROUND_TIMEOUT_MS;
    const metered = meterModel(chat, { record, deadlineAt });
    const tooLate = new AppError('deadline_exceeded', 'The model took too long.');
    const { content } = await resultWithin(
      { signal, limitMs: BACKGROUND_TIMEOUT_MS, tooLate },
      (limited) =>
        metered.complete(
          {
            purpose: 'summary',
            messages,
            maxTokens: BACKGROUND_MAX_TOKENS,
            temperature: BACKGROUND_TEMPERATURE,
          },
          { signal: limited },
        ),
    );
    const [call] = calls;
    if (call === undefined) throw new Error('A call of a model was not recorded.');
    return { reply: content, call };
  };
