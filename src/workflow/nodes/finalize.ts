import { AppError } from '../../domain/errors.js';
import type { Degradation } from '../../domain/execution.js';
import { messagesFor } from '../../domain/i18n/index.js';
import { removeThoughts } from '../../domain/remove-thoughts.js';
import type { ChatModel } from '../../ports/models.js';
import type { Logger, Metrics } from '../../ports/telemetry.js';
import { runWithin } from '../../services/run-within.js';
import {
  writeCitedOutcome,
  writeClarificationOutcome,
  writeExtractiveOutcome,
  writeFreeOutcome,
  writeNotFoundOutcome,
} from '../outcome.js';
import { answerLanguageOf } from '../answer-language.js';
import { toAnswerMessages } from '../prompts/answer.js';
import { isAboutConversation } from '../question.js';
import { isLimitReached } from '../routing.js';
import { selectSources } from '../sources.js';
import type { RouterState, TurnOutcome } from '../state.js';
import type { NodeRuntime, RouterNode } from '../turn.js';

type Deps = {
  /** Null: the extractive reasoner answers. */
  chat: ChatModel | null;
  metrics: Pick<Metrics, 'citationResolved'>;
  logger: Pick<Logger, 'warn'>;
};

type Answered = { outcome: TurnOutcome; degraded?: readonly Degradation[] };

const MAX_TOKENS = 1000;
const TEMPERATURE = 0.3;
/** Of finalize's time, kept for the extractive answer in case the model does not finish. */
const WITHOUT_MODEL_MS = 2_000;

const askModel = async (
  chat: ChatModel,
  state: RouterState,
  { runtime, sources }: { runtime: NodeRuntime; sources: ReturnType<typeof selectSources> },
): Promise<string> => {
  const { turn, endsAt, signal } = runtime;
  const messages = toAnswerMessages(state, {
    nonce: turn.nonce,
    now: turn.now(),
    sources: sources.map(({ citable, label }) => ({ content: citable.content, label })),
  });
  const limitMs = endsAt - WITHOUT_MODEL_MS - turn.now().getTime();
  const attempt = await runWithin({ signal, limitMs }, (limited) =>
    chat.complete(
      { purpose: 'answer', messages, maxTokens: MAX_TOKENS, temperature: TEMPERATURE },
      { signal: limited },
    ),
  );
  switch (attempt.kind) {
    case 'done': {
      const text = removeThoughts(attempt.result.content).trim();
      if (text === '') throw new AppError('model_invalid_output', 'The model wrote nothing.');
      return text;
    }
    case 'error':
      throw attempt.error;
    case 'timeout':
      throw new AppError('deadline_exceeded', 'The model took too long to answer.');
    case 'cancelled':
      throw new AppError('cancelled', 'The request was cancelled.');
  }
};

const isClarification = ({ decision, deadlineReached }: RouterState): boolean =>
  decision?.decision === 'ASK_CLARIFICATION' && !deadlineReached;

/** groundedOnly forbids facts without evidence, and nothing else. */
const mayTalkFreely = (state: RouterState): boolean =>
  !state.userContext.policy.groundedOnly ||
  state.queryIntent === 'smalltalk' ||
  isAboutConversation(state);

/** The agent saw that no enabled tool computes, and nothing was looked up. */
const isBeyondTools = ({ queryIntent, decision, toolCalls }: RouterState): boolean =>
  queryIntent === 'calculation' && decision?.decision === 'ANSWER' && toolCalls.length === 0;

const isCutShort = (state: RouterState): boolean => state.deadlineReached || isLimitReached(state);

const answerWithoutEvidence = async (
  chat: ChatModel | null,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<TurnOutcome> => {
  if (mayTalkFreely(state) && chat && !isCutShort(state)) {
    const text = await askModel(chat, state, { runtime, sources: [] });
    return writeFreeOutcome(state, text);
  }
  if (state.queryIntent === 'smalltalk') return writeExtractiveOutcome(state);
  if (isBeyondTools(state)) {
    return writeFreeOutcome(state, messagesFor(answerLanguageOf(state)).beyondTools);
  }
  return writeNotFoundOutcome(state);
};

const UNCITED: Degradation = {
  node: 'finalize',
  reason: 'uncited_answer',
  effect: 'basic_response',
};

/** What the model made of the evidence; where facts must be grounded, text that cites none of it is no answer. */
const answerFromEvidence = async (
  chat: ChatModel,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<Answered> => {
  const sources = selectSources(state);
  const text = await askModel(chat, state, { runtime, sources });
  const outcome = writeCitedOutcome(state, { text, sources });
  if (outcome.citations.length > 0 || mayTalkFreely(state)) return { outcome };
  return { outcome: writeExtractiveOutcome(state, { isDegraded: true }), degraded: [UNCITED] };
};

const answer = async (
  chat: ChatModel | null,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<Answered> => {
  const { decision } = state;
  if (isClarification(state) && decision?.decision === 'ASK_CLARIFICATION') {
    return { outcome: writeClarificationOutcome(state, decision.question) };
  }
  if (state.evidence.length === 0) {
    return { outcome: await answerWithoutEvidence(chat, state, runtime) };
  }
  return chat
    ? answerFromEvidence(chat, state, runtime)
    : { outcome: writeExtractiveOutcome(state) };
};

/** Writes what the user reads. It branches on the evidence held, not on what was decided last. */
export const createFinalize =
  ({ chat, metrics, logger }: Deps): RouterNode =>
  async (state, runtime) => {
    if (isLimitReached(state)) {
      logger.warn({ rounds: state.iterationCount }, 'A turn used up its rounds of tools');
    }
    const answered = await answer(chat ? runtime.metered(chat) : null, state, runtime);
    const { citations } = answered.outcome;
    for (const { verification } of citations) metrics.citationResolved(verification);
    return answered;
  };
