import { AppError } from '../../shared/errors.js';
import type { ChatMessage, ChatModel } from './model.js';
import { meterModel } from './meter-model.js';
import { resultWithin } from '../../shared/async.js';
import type { ModelCall } from '../../shared/execution.js';

/** Asks a model for a few lines that nobody is waiting for, and tells what the call came to. */
export type AskInBackground = (
  messages: readonly ChatMessage[],
  signal: AbortSignal,
) => Promise<{ reply: string; call: ModelCall }>;

const TIMEOUT_MS = 15_000;
const MAX_TOKENS = 300;
const TEMPERATURE = 0.1;

export const createAskInBackground =
  (chat: ChatModel): AskInBackground =>
  async (messages, signal) => {
    const calls: ModelCall[] = [];
    const record = (call: ModelCall) => void calls.push(call);
    const deadlineAt = Date.now() + TIMEOUT_MS;
    const metered = meterModel(chat, { record, deadlineAt });
    const tooLate = new AppError('deadline_exceeded', 'The model took too long.');
    const { content } = await resultWithin({ signal, limitMs: TIMEOUT_MS, tooLate }, (limited) =>
      metered.complete(
        { purpose: 'summary', messages, maxTokens: MAX_TOKENS, temperature: TEMPERATURE },
        { signal: limited },
      ),
    );
    const [call] = calls;
    if (call === undefined) throw new Error('A call of a model was not recorded.');
    return { reply: content, call };
  };
