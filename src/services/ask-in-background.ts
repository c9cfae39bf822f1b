import { AppError } from '../domain/errors.js';
import type { ModelCall } from '../domain/execution.js';
import type { ChatMessage, ChatModel, ChatResult } from '../ports/models.js';
import type { Metrics } from '../ports/telemetry.js';
import { runWithin } from './run-within.js';

type Deps = { chat: ChatModel; metrics: Pick<Metrics, 'modelCallFinished'> };

/** Asks a model for a few lines that nobody is waiting for, and tells what the call came to. */
export type AskInBackground = (
  messages: readonly ChatMessage[],
  signal: AbortSignal,
) => Promise<{ reply: string; call: ModelCall }>;

const TIMEOUT_MS = 15_000;
const MAX_TOKENS = 300;
const TEMPERATURE = 0.1;

const complete = async (
  chat: ChatModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<ChatResult> => {
  const deadlineAt = Date.now() + TIMEOUT_MS;
  const request = { purpose: 'summary', messages, maxTokens: MAX_TOKENS } as const;
  const attempt = await runWithin({ signal, limitMs: TIMEOUT_MS }, (limited) =>
    chat.complete({ ...request, temperature: TEMPERATURE }, { signal: limited, deadlineAt }),
  );
  switch (attempt.kind) {
    case 'done':
      return attempt.result;
    case 'error':
      throw attempt.error;
    case 'timeout':
      throw new AppError('deadline_exceeded', 'The model took too long in the background.');
    case 'cancelled':
      throw new AppError('cancelled', 'The work in the background was cancelled.');
  }
};

export const createAskInBackground =
  ({ chat, metrics }: Deps): AskInBackground =>
  async (messages, signal) => {
    const startedAt = performance.now();
    const finished = (call: Omit<ModelCall, 'purpose' | 'durationMs'>): ModelCall => {
      const durationMs = performance.now() - startedAt;
      const whole: ModelCall = { ...call, purpose: 'summary', durationMs };
      metrics.modelCallFinished(whole);
      return whole;
    };
    try {
      const { content, usage, costUsd, model } = await complete(chat, messages, signal);
      return { reply: content, call: finished({ model, ...usage, costUsd, outcome: 'ok' }) };
    } catch (error) {
      const outcome = signal.aborted ? 'cancelled' : 'error';
      finished({ model: chat.model, promptTokens: 0, completionTokens: 0, costUsd: 0, outcome });
      throw error;
    }
  };
