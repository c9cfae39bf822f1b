import { randomUUID } from 'node:crypto';
import type { UncoveredSession } from '../../domain/conversation.js';
import { AppError, isAppError } from '../../domain/errors.js';
import type { ModelCall } from '../../domain/execution.js';
import { MemoryId, newId } from '../../domain/ids.js';
import { detectLanguage } from '../../domain/languages.js';
import type { SystemScope } from '../../domain/scope.js';
import { toModelUsage } from '../../domain/usage.js';
import type { Database, ScopedRepositories } from '../../ports/database/index.js';
import type { ChatModel, ChatResult } from '../../ports/models.js';
import type { Metrics } from '../../ports/telemetry.js';
import { MAX_MEMORIES_OF_USER } from '../memories/remember.js';
import { runWithin } from '../run-within.js';
import {
  acceptSummary,
  quoteSummary,
  toSummaryMessages,
  withoutSmallTalk,
} from './session-summary.js';

type Deps = {
  database: Pick<Database, 'withScope'>;
  /** Null: summaries are the user's own first sentences. */
  chat: ChatModel | null;
  metrics: Pick<Metrics, 'memoryOperation' | 'modelCallFinished'>;
};

type Options = {
  signal: AbortSignal;
  /** The model has had its tries: quote the user instead of failing once more. */
  withoutModel: boolean;
};

type Summary = { content: string; calls: readonly ModelCall[] };
type Outcome = 'created' | 'updated' | 'trivial' | 'limit_reached' | 'superseded';

export type SummariseSession = (
  scope: SystemScope,
  session: UncoveredSession,
  options: Options,
) => Promise<Outcome>;

const MAX_MESSAGES = 50;
const MAX_MESSAGE_CHARS = 1_000;
const MAX_INPUT_CHARS = 12_000;
const MODEL_TIMEOUT_MS = 15_000;
const MAX_TOKENS = 300;
const TEMPERATURE = 0.1;

/** The newest messages that fit, oldest first. */
const toBounded = (said: readonly string[]): string[] => {
  let chars = 0;
  return said
    .toReversed()
    .filter((message) => (chars += message.length) <= MAX_INPUT_CHARS)
    .reverse();
};

/** The user's messages and no others: what documents, tools and the model said is not read. A summary that was deleted does not come back. */
const readWords = async (tx: ScopedRepositories, session: UncoveredSession): Promise<string[]> => {
  const known = await tx.memories.findSummary(session.id);
  const said = await tx.sessions.wordsOfUser(session.id, {
    after: known === null ? session.summarisedThrough : null,
    limit: MAX_MESSAGES,
    maxChars: MAX_MESSAGE_CHARS,
  });
  return toBounded(withoutSmallTalk(said));
};

const complete = async (
  chat: ChatModel,
  messages: ReturnType<typeof toSummaryMessages>,
  signal: AbortSignal,
): Promise<ChatResult> => {
  const deadlineAt = Date.now() + MODEL_TIMEOUT_MS;
  const request = { purpose: 'summary', messages, maxTokens: MAX_TOKENS } as const;
  const attempt = await runWithin({ signal, limitMs: MODEL_TIMEOUT_MS }, (limited) =>
    chat.complete({ ...request, temperature: TEMPERATURE }, { signal: limited, deadlineAt }),
  );
  switch (attempt.kind) {
    case 'done':
      return attempt.result;
    case 'error':
      throw attempt.error;
    case 'timeout':
      throw new AppError('deadline_exceeded', 'The model took too long to sum up a session.');
    case 'cancelled':
      throw new AppError('cancelled', 'Summing up was cancelled.');
  }
};

const createAskModel =
  (chat: ChatModel, metrics: Deps['metrics']) =>
  async (
    said: readonly string[],
    session: UncoveredSession,
    signal: AbortSignal,
  ): Promise<Summary> => {
    const startedAt = performance.now();
    const finished = (call: Omit<ModelCall, 'purpose' | 'durationMs'>): ModelCall => {
      const whole = {
        ...call,
        purpose: 'summary',
        durationMs: performance.now() - startedAt,
      } as const;
      metrics.modelCallFinished(whole);
      return whole;
    };
    const spoken = session.language ?? detectLanguage(said.join('\n'), { fallback: 'en' });
    const messages = toSummaryMessages({ said, language: spoken, nonce: randomUUID() });
    try {
      const { content, usage, costUsd, model } = await complete(chat, messages, signal);
      const call = finished({ model, ...usage, costUsd, outcome: 'ok' });
      return { content: acceptSummary(content, said) ?? quoteSummary(said), calls: [call] };
    } catch (error) {
      const outcome = signal.aborted ? 'cancelled' : 'error';
      finished({ model: chat.model, promptTokens: 0, completionTokens: 0, costUsd: 0, outcome });
      if (isAppError(error) && error.code === 'model_invalid_output') {
        return { content: quoteSummary(said), calls: [] };
      }
      throw error;
    }
  };

const save = async (
  tx: ScopedRepositories,
  session: UncoveredSession,
  content: string,
): Promise<Outcome> => {
  const language = detectLanguage(content, { fallback: session.language ?? 'en' });
  const known = await tx.memories.findSummary(session.id);
  if (!known && (await tx.memories.count(session.userId)) >= MAX_MEMORIES_OF_USER) {
    return 'limit_reached';
  }
  const { id } = known
    ? await tx.memories.update(known.id, { content, language })
    : await tx.memories.create({
        ...{ id: newId(MemoryId), userId: session.userId, content, language },
        ...{ memoryType: 'session_summary', sourceSessionId: session.id, sourceMessageId: null },
      });
  await tx.tasks.schedule({ subjectKind: 'memory', subjectId: id, version: 1, action: 'index' });
  return known ? 'updated' : 'created';
};

/** Keeps what the user said in a closed session as one memory of theirs; nothing is stored of a session that is gone or open again. */
export const createSummariseSession = ({ database, chat, metrics }: Deps): SummariseSession => {
  const askModel = chat && createAskModel(chat, metrics);
  return async (scope, session, { signal, withoutModel }) => {
    const said = await database.withScope(scope, (tx) => readWords(tx, session));
    const summary: Summary =
      askModel === null || withoutModel || said.length === 0
        ? { content: quoteSummary(said), calls: [] }
        : await askModel(said, session, signal);
    const outcome = await database.withScope(scope, async (tx) => {
      if (summary.calls.length > 0) {
        await tx.usage.add(session.userId, toModelUsage(summary.calls));
      }
      if (!(await tx.sessions.markCovered(session))) return 'superseded';
      return said.length === 0 ? 'trivial' : save(tx, session, summary.content);
    });
    metrics.memoryOperation({ operation: 'summarise', outcome });
    return outcome;
  };
};
