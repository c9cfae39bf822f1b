import { isAppError } from '../domain/errors.js';
import type { ModelCall } from '../domain/execution.js';
import type { ChatModel } from '../ports/models.js';

const toOutcome = (error: unknown, signal: AbortSignal): ModelCall['outcome'] =>
  signal.aborted || (isAppError(error) && error.code === 'cancelled') ? 'cancelled' : 'error';

/** The same model with every call written down, also those that fail; a Retry-After beyond the deadline is not waited for. */
export const meterModel = (
  chat: ChatModel,
  { record, deadlineAt }: { record: (call: ModelCall) => void; deadlineAt: number },
): ChatModel => ({
  model: chat.model,
  complete: async (request, options) => {
    const startedAt = performance.now();
    const base = { purpose: request.purpose };
    try {
      const result = await chat.complete(request, { deadlineAt, ...options });
      record({
        ...base,
        model: result.model,
        ...result.usage,
        costUsd: result.costUsd,
        durationMs: performance.now() - startedAt,
        outcome: 'ok',
      });
      return result;
    } catch (error) {
      record({
        ...base,
        model: chat.model,
        promptTokens: 0,
        completionTokens: 0,
        costUsd: 0,
        durationMs: performance.now() - startedAt,
        outcome: toOutcome(error, options.signal),
      });
      throw error;
    }
  },
});
