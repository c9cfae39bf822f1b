import { onAbort } from '../../shared/async.js';
import { isAppError } from '../../shared/errors.js';
import type { ChatModel, ChatResult } from './model.js';
import type { ModelCall } from '../../shared/execution.js';

type Meter = {
  /** Called once for every call, at the moment when it ends or is given up. */
  record: (call: ModelCall) => void;
  /** For calls that do not bring a deadline of their own. */
  deadlineAt?: number;
  /** Another endpoint than the first stood in. */
  switched?: () => void;
};

type Usage = Pick<ModelCall, 'model' | 'promptTokens' | 'completionTokens' | 'costUsd'>;

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
