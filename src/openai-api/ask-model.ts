import { meterModel } from '../platform/models/meter-model.js';
import type { ChatMessage, ChatModel, ChatUsage } from '../platform/models/model.js';
import { removeThoughts } from '../platform/models/reasoning-tags.js';
import { resultWithin } from '../shared/async.js';
import { AppError } from '../shared/errors.js';
import type { ModelCall } from '../shared/execution.js';
import type { UserScope } from '../shared/scope.js';
import { toModelUsage } from '../tenancy/index.js';
import type { Database } from './database.js';
import type { Form } from './response-format.js';

type Deps = { database: Pick<Database, 'withScope'>; chat: ChatModel };

type Request = {
  messages: readonly ChatMessage[];
  form: Form | null;
  temperature: number;
  signal: AbortSignal;
};

export type Written = { text: string } & ChatUsage;

/** For a caller who may use the model only for answers from documents. */
export const refuseModel = (): AppError =>
  new AppError(
    'forbidden',
    'This credential may use the language model for questions only. For titles, tasks and structured answers, an admin has to grant a key `tasks`.',
  );

const TIMEOUT_MS = 30_000;
const MAX_TOKENS = 1000;
/** A structured answer is as long as the answer. */
const MAX_FORM_TOKENS = 4000;
/** The longest silence of a stream that still counts as progress, and its maximum total duration. */
const IDLE_MS = 15_000;
const LONGEST_MS = 300_000;

/** Has the model write something outside a turn; its usage counts for the caller's day, even if it fails. */
export const askModel = async (
  { database, chat }: Deps,
  scope: UserScope,
  { messages, form, temperature, signal }: Request,
): Promise<Written> => {
  const calls: ModelCall[] = [];
  const record = (call: ModelCall) => void calls.push(call);
  const startedAt = Date.now();
  const model = meterModel(chat, { record, deadlineAt: () => startedAt + TIMEOUT_MS });
  const tooLate = () => new AppError('deadline_exceeded', 'The model took too long.');
  const request = {
    purpose: 'task' as const,
    messages,
    temperature,
    maxTokens: form === null ? MAX_TOKENS : MAX_FORM_TOKENS,
    ...(form && { responseSchema: form, isForeignSchema: true }),
  };
  try {
    const { content, usage } = await resultWithin(
      { signal, limitMs: TIMEOUT_MS, tooLate },
      (limited, restart) =>
        model.complete(request, {
          signal: limited,
          tenantId: scope.tenantId,
          onProgress: () => {
            const lastedMs = Date.now() - startedAt;
            restart(Math.min(LONGEST_MS - lastedMs, Math.max(IDLE_MS, TIMEOUT_MS - lastedMs)));
          },
        }),
    );
    return { text: removeThoughts(content).trim(), ...usage };
  } finally {
    await database.withScope(scope, (tx) => tx.usage.add(scope.userId, toModelUsage(calls)));
  }
};
