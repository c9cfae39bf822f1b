import { messagesFor } from '../../shared/i18n/index.js';
import { enabledTools, type Tool } from '../../tools/index.js';
import { answerLanguageOf, mayTalkFreely } from '../question.js';
import { isLimitReached, type RouterState, type RouterUpdate, type TurnOutcome } from '../state.js';
import { citeAnswer, type CitedAnswer } from '../../citations/index.js';
import { removeThoughts } from '../../platform/models/reasoning-tags.js';
import { toStorableText } from '../../shared/storable-text.js';
import type { ChatModel } from '../../platform/models/model.js';
import type { Logger, Metrics } from '../../platform/telemetry/telemetry.js';
import {
  askForAnswer,
  createUnopenedReasoning,
  type AnswerLimits,
  type ModelAnswer,
  type UnopenedReasoning,
} from '../ask-for-answer.js';
import {
  say,
  writeCitedOutcome,
  writeClarificationOutcome,
  writeExtractiveOutcome,
  writeFreeOutcome,
  writeNotFoundOutcome,
} from '../outcomes.js';
import { selectSources, type Source } from '../sources.js';
import type { NodeRuntime, RouterNode } from '../node.js';
import type { LogLine } from '../turn-log.js';
import type { Degradation } from '../../shared/execution.js';

type Deps = {
  /** Null: the extractive reasoner answers. */
  chat: ChatModel | null;
  tools: readonly Tool[];
  limits: AnswerLimits;
  metrics: Pick<Metrics, 'citationResolved'>;
  logger: Pick<Logger, 'warn'>;
  timeoutMs: number;
};

type Answering = Pick<Deps, 'chat' | 'tools' | 'limits'> & {
  unopenedReasoning: UnopenedReasoning;
  countDropped: (cited: CitedAnswer) => void;
};
type Asking = Answering & { chat: ChatModel };
type Answered = { outcome: TurnOutcome; degraded?: readonly Degradation[] };

/** Writes what the user reads. It branches on the evidence held, not on what was decided last. */
export const createFinalize = ({ metrics, logger, timeoutMs, ...parts }: Deps): RouterNode => {
  const unopenedReasoning = createUnopenedReasoning();
  const countDropped = ({ droppedMarkers, droppedCitations }: CitedAnswer): void => {
    for (let left = droppedMarkers + droppedCitations; left > 0; left -= 1) {
      metrics.citationResolved('dropped');
    }
  };

  return {
    name: 'finalize',
    timeoutMs,
    needs: ['originalQuery', 'userContext', 'maxIterations', 'queryLanguage', 'queryIntent'],
    run: async (state, runtime) => {
      if (isLimitReached(state)) {
        logger.warn({ rounds: state.iterationCount }, 'A turn used up its rounds of tools');
      }
      const chat = parts.chat ? runtime.metered(parts.chat) : null;
      const answering = { ...parts, chat, unopenedReasoning, countDropped };
      const { outcome, ...rest } = await answer(answering, state, runtime);
      for (const { verification } of outcome.citations) metrics.citationResolved(verification);
      // Questions and quotations have not gone through a stream: what is sent is what is stored.
      return { ...rest, outcome: { ...outcome, answer: toStorableText(outcome.answer) } };
    },
    recover: {
      strategy: 'basic_response',
      toUpdate: (state) => ({ outcome: writeExtractiveOutcome(state, { isDegraded: true }) }),
    },
    log: ({ state, update }) => logAnswer(state, update),
  };
};

const answer = async (
  { chat, ...rest }: Answering,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<Answered> => {
  const { decision } = state;
  if (isClarification(state) && decision?.decision === 'ASK_CLARIFICATION') {
    return { outcome: writeClarificationOutcome(state, decision.question) };
  }
  if (state.evidence.length === 0) return answerWithoutEvidence({ chat, ...rest }, state, runtime);
  return chat
    ? answerFromEvidence({ chat, ...rest }, state, runtime)
    : { outcome: writeExtractiveOutcome(state) };
};

const isClarification = ({ decision, deadlineReached }: RouterState): boolean =>
  decision?.decision === 'ASK_CLARIFICATION' && !deadlineReached;

const answerWithoutEvidence = async (
  { chat, tools, ...rest }: Answering,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<Answered> => {
  if (mayTalkFreely(state) && chat && !isCutShort(state)) {
    return talkFreely({ chat, tools, ...rest }, state, runtime);
  }
  if (state.queryIntent === 'smalltalk') return { outcome: writeExtractiveOutcome(state) };
  const explained = explainLimits(state, tools);
  return {
    outcome:
      explained === null ? writeNotFoundOutcome(state) : writeFreeOutcome(state, say(explained)),
  };
};

const isCutShort = (state: RouterState): boolean => state.deadlineReached || isLimitReached(state);

const talkFreely = async (
  asking: Asking,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<Answered> => {
  const talk = toTalk(asking, state);
  if (talk !== null) return { outcome: talk };
  const written = await askFor(asking, state, { runtime, sources: [] });
  const { cited, cutReason } = written;
  if (cited.answer === '') return replace(state, cutReason ?? 'model_invalid_output');
  return toAnswered(written, (condition) => writeFreeOutcome(state, cited, condition));
};

/** The text that the model wrote along with its decision; null when it wrote none. */
const toTalk = (
  { countDropped }: Pick<Asking, 'countDropped'>,
  state: RouterState,
): TurnOutcome | null => {
  const { decision } = state;
  if (decision?.decision !== 'ANSWER' || decision.text === null) return null;
  const language = answerLanguageOf(state);
  const talk = citeAnswer(removeThoughts(decision.text), [], { language });
  countDropped(talk);
  return talk.answer === '' ? null : writeFreeOutcome(state, talk);
};

const askFor = async (
  { chat, limits, unopenedReasoning, countDropped }: Asking,
  state: RouterState,
  evidence: { runtime: NodeRuntime; sources: readonly Source[] },
): Promise<ModelAnswer> => {
  const written = await askForAnswer(chat, state, { ...evidence, limits, unopenedReasoning });
  countDropped(written.cited);
  return written;
};

const replace = (state: RouterState, reason: string): Answered => ({
  outcome: writeExtractiveOutcome(state, { isDegraded: true }),
  degraded: degradedBy(reason, 'basic_response'),
});

const degradedBy = (reason: string, effect: string): Degradation[] => [
  { node: 'finalize', reason, effect },
];

/** What the model wrote, with what is wrong with it. */
const toAnswered = (
  { cutReason, switched }: ModelAnswer,
  write: (condition: { isDegraded: boolean }) => TurnOutcome,
): Answered => {
  const outcome = write({ isDegraded: switched || cutReason !== null });
  return cutReason === null
    ? { outcome }
    : { outcome, degraded: degradedBy(cutReason, 'incomplete_answer') };
};

/**
 * What is said when the agent answered at once because no enabled tool can do what is asked. Code cannot tell an explanation
 * from a fact, so the agent's own words are not shown: it names the tool, and we quote what that tool says of its limits.
 * Null: the request is not beyond the tools.
 */
const explainLimits = (state: RouterState, tools: readonly Tool[]): string | null => {
  const { decision, toolCalls, queryIntent, userContext } = state;
  if (decision?.decision !== 'ANSWER' || toolCalls.length > 0) return null;
  const said = `${decision.reasoning}\n${decision.text ?? ''}`;
  const named = enabledTools(tools, userContext).filter(
    ({ name, searchesKnowledge = false }) => !searchesKnowledge && isNamed(name, said),
  );
  if (named.length === 0 && queryIntent !== 'calculation') return null;
  const limits = named.map(({ name, description }) => `${name}: ${description}`);
  return [messagesFor(answerLanguageOf(state)).beyondTools, ...limits].join('\n\n');
};

const isNamed = (name: string, text: string): boolean => {
  const words = name.split('_').join('[ _-]?');
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu').test(text);
};

/** What the model made of the evidence; where facts must be grounded, text that cites none of it is no answer. */
const answerFromEvidence = async (
  asking: Asking,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<Answered> => {
  const sources = selectSources(state);
  const written = await askFor(asking, state, { runtime, sources });
  const { cited, cutReason } = written;
  const isGrounded = cited.citations.length > 0 || mayTalkFreely(state);
  if (cited.answer === '' || !isGrounded) return replace(state, cutReason ?? 'uncited_answer');
  return toAnswered(written, (condition) =>
    writeCitedOutcome(state, { cited, sources }, condition),
  );
};

const logAnswer = (state: RouterState, { outcome, degraded = [] }: RouterUpdate): LogLine[] => {
  if (!outcome) return [];
  return [
    {
      message: 'Question answered',
      fields: {
        step: 'answer',
        status: outcome.status,
        stopReason: outcome.stopReason,
        rounds: state.iterationCount,
        citations: outcome.citations.length,
        characters: outcome.answer.length,
        degraded: [...state.degraded, ...degraded].map(({ reason }) => reason),
      },
      content: { turnAnswer: outcome.answer },
    },
  ];
};
