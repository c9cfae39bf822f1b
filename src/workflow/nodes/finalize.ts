import {
  certaintyOf,
  deniesWhatIsMissing,
  isKept,
  leaveStatementsOut,
  restsOnOwnResults,
  toSaid,
  type Source,
} from '../../answering/index.js';
import { citeAnswer, isCarried, saysNotFound, type CitedAnswer } from '../../citations/index.js';
import type { ResponseType } from '../../conversations/index.js';
import { asksForInvention, asksForWriting, isRequest } from '../../questions/index.js';
import type { ChatModel } from '../../platform/models/model.js';
import { removeThoughts } from '../../platform/models/reasoning-tags.js';
import type { Degradation } from '../../shared/execution.js';
import { messagesFor } from '../../shared/i18n/index.js';
import { toStorableText } from '../../shared/storable-text.js';
import type { Tool } from '../../tools/index.js';
import { askForAnswer, createUnopenedReasoning } from '../ask-for-answer.js';
import { createStatementJudge } from '../judge-statements.js';
import type { ModelAnswer } from '../model-answer.js';
import type { NodeDeps, NodeRuntime, RouterNode, VerifySettings } from '../node.js';
import {
  quote,
  toOutcome,
  writeClarificationOutcome,
  writeExtractiveOutcome,
  writeNotFoundOutcome,
} from '../outcomes.js';
import { selectTurnSources } from '../basis.js';
import { findLimitingTools } from '../limiting-tools.js';
import { toOffer } from '../offer.js';
import { answerLanguageOf, mayTalkFreely, mayWriteFreely, questionOf } from '../question.js';
import { createRepair, type Repair } from '../repair-answer.js';
import { settle, type Judge, type Settled } from '../settle.js';
import { isLimitReached, type RouterState, type RouterUpdate, type TurnOutcome } from '../state.js';
import type { LogLine } from '../turn-log.js';
import { toolsOfTurn } from '../turn-tools.js';

type Deps = Pick<NodeDeps, 'chat' | 'tools' | 'settings' | 'metrics' | 'logger'>;

type Answering = {
  state: RouterState;
  runtime: NodeRuntime;
  /** The enabled tools. */
  tools: readonly Tool[];
  /** Null if the extractive reasoner answers. */
  askModel: ((sources: readonly Source[]) => Promise<ModelAnswer>) | null;
  judge: Judge;
  repair: Repair | null;
  countDropped: (cited: CitedAnswer) => void;
  countChecked: (settled: Settled) => void;
};
type Answered = { outcome: TurnOutcome; degraded?: readonly Degradation[] };

/** Writes the answer that the user reads. Which kind of answer depends on the evidence found, not on the last decision. */
export const createFinalize = ({ chat, tools, settings, metrics, logger }: Deps): RouterNode => {
  const unopenedReasoning = createUnopenedReasoning();
  const judgeFor = createJudgeFor(settings.verify);
  const countDropped = ({ droppedMarkers, droppedCitations }: CitedAnswer): void => {
    for (let left = droppedMarkers + droppedCitations; left > 0; left -= 1) {
      metrics.citationResolved('dropped');
    }
  };
  const countChecked = ({ cited, isJudged }: Settled): void => {
    if (isJudged || cited.statements.length > 0) metrics.answerChecked(isJudged ? 'yes' : 'no');
  };

  return {
    name: 'finalize',
    timeoutMs: settings.nodeTimeoutMs.finalize,
    needs: ['originalQuery', 'userContext', 'maxIterations', 'queryLanguage', 'queryIntent'],
    run: async (state, runtime) => {
      if (isLimitReached(state)) {
        logger.warn({ rounds: state.iterationCount }, 'A turn used up its rounds of tools');
      }
      const model = chat && runtime.metered(chat);
      const asked = { state, runtime, limits: settings.answer, unopenedReasoning, logger };
      const askModel =
        model && ((sources: readonly Source[]) => askForAnswer(model, { ...asked, sources }));
      const enabled = toolsOfTurn(tools, state);
      const { outcome, ...rest } = await answer({
        state,
        runtime,
        tools: enabled,
        askModel,
        countDropped,
        countChecked,
        judge: model && judgeFor({ chat: model, state, runtime }),
        repair: model && createRepair({ ...asked, chat: model, reserveMs: AFTER_JUDGE_MS }),
      });
      for (const { verification } of outcome.citations) metrics.citationResolved(verification);
      for (const { verdict, checkedBy } of outcome.statements) {
        metrics.statementSettled({ verdict, by: checkedBy ?? 'none' });
      }
      // Questions to the user and quotations did not pass through a stream, so they are made storable here: what is sent equals what is
      // stored.
      return { ...rest, outcome: { ...outcome, answer: toStorableText(outcome.answer) } };
    },
    recover: {
      strategy: 'basic_response',
      toUpdate: (state) => ({ outcome: writeExtractiveOutcome(state, { isDegraded: true }) }),
    },
    log: ({ state, update }) => logAnswer(state, update),
  };
};

/** The part of the node's time that is reserved for the steps after judging and repairing. */
const AFTER_JUDGE_MS = 500;

const createJudgeFor = (settings: VerifySettings) => {
  const judgeStatements = createStatementJudge(settings);
  const { mode } = settings;
  return ({
    chat,
    state,
    runtime,
  }: Pick<Answering, 'state' | 'runtime'> & { chat: ChatModel }): Judge => {
    if (mode === 'off') return null;
    const { turn, signal, endsAt } = runtime;
    const asked = {
      chat,
      signal,
      nonce: turn.nonce,
      tenantId: turn.scope.tenantId,
      question: state.originalQuery,
      language: answerLanguageOf(state),
    };
    return {
      mode,
      ask: (open, sources) => {
        const limitMs = endsAt() - AFTER_JUDGE_MS - turn.now().getTime();
        return judgeStatements({ ...asked, sources, limitMs }, open);
      },
    };
  };
};

const answer = async (answering: Answering): Promise<Answered> => {
  const { state, tools, askModel } = answering;
  const { decision, deadlineReached } = state;
  if (decision?.decision === 'ASK_CLARIFICATION' && !deadlineReached) {
    return { outcome: writeClarificationOutcome(state, decision.question) };
  }
  if (state.evidence.length > 0) {
    if (!askModel) return { outcome: writeExtractiveOutcome(state) };
    const sources = selectTurnSources(state);
    return judge(answering, state.draft ?? (await askModel(sources)), sources);
  }
  const isFree = mayTalkFreely(state);
  const mayTalk = (isFree || mayWriteFreely(state)) && !deadlineReached && !isLimitReached(state);
  if (askModel && mayTalk) {
    const talk = isFree ? toTalk(answering) : null;
    return talk ? { outcome: talk } : judge(answering, await askModel([]), []);
  }
  const explained = explainLimits(answering);
  if (explained !== null)
    return { outcome: toOutcome(state, toSaid(explained), { generatedBy: 'extractive' }) };
  return {
    outcome: writeExtractiveOutcome(state, askModel ? {} : { offer: toOffer(state, tools) }),
  };
};

/** The text that the model wrote together with its decision; null if there is none. */
const toTalk = ({ state, countDropped }: Answering): TurnOutcome | null => {
  const { decision } = state;
  if (decision?.decision !== 'ANSWER' || decision.text === null) return null;
  const language = answerLanguageOf(state);
  const talk = citeAnswer(removeThoughts(decision.text), [], { language });
  countDropped(talk);
  return talk.answer === '' ? null : toOutcome(state, talk, { generatedBy: 'model' });
};

/** Keeps what the model wrote, gives every statement a verdict, and removes or replaces only what the policy requires. */
const judge = async (
  answering: Answering,
  written: ModelAnswer,
  sources: readonly Source[],
): Promise<Answered> => {
  const { state, countDropped, countChecked } = answering;
  const settled = await settle(answering, written, sources);
  const { cited } = settled;
  countDropped(cited);
  countChecked(settled);
  const { cutReason, switched } = written;
  const isDegraded = switched || cutReason !== null || settled.degraded.length > 0;
  const degraded = [
    ...settled.degraded,
    ...(cutReason === null ? [] : degradedBy(cutReason, 'incomplete_answer')),
  ];
  const stand = (type: ResponseType): Answered => ({
    outcome: toOutcome(state, cited, { sources, isDegraded, type, generatedBy: 'model' }),
    ...(degraded.length > 0 && { degraded }),
  });
  const isOwn = mayTalkFreely(state) || isOwnText(state, { cited, sources });
  if (isOwn && cited.answer !== '') return stand('answer');
  const asked = { sources, question: state.originalQuery, language: answerLanguageOf(state) };
  if (isKept(cited.statements, asked)) {
    // The passage of a supported statement is more than just the closest one, and a letter is not a passage at all.
    const isSure =
      asksForWriting(state.originalQuery) ||
      cited.statements.some(({ verdict }) => isCarried(verdict));
    return stand(isSure ? 'answer' : certaintyOf(state.evidence));
  }
  if (hasOnlyOwnResults(state) && restsOnOwnResults(cited.statements, asked))
    return stand('answer');
  return replace(state, { ...settled, sources, cutReason, isDegraded });
};

/** True for a letter without sources and statements, and for a poem without unsupported statements. */
const isOwnText = (
  state: RouterState,
  { cited: { statements }, sources }: { cited: CitedAnswer; sources: readonly Source[] },
): boolean => {
  if (!mayWriteFreely(state)) return false;
  if (!asksForInvention(state.originalQuery)) return sources.length + statements.length === 0;
  return statements.every(({ verdict }) => isCarried(verdict) || verdict === 'unchecked');
};

/** True if a rule could only quote what the model produced with its tools, which is no better than the model's own words. */
const hasOnlyOwnResults = (state: RouterState): boolean =>
  quote(state)?.said.citations.every(({ verification }) => verification === 'unsupported') ?? false;

const degradedBy = (reason: string, effect: string): Degradation[] => [
  { node: 'finalize', reason, effect },
];

type Replaced = {
  cited: CitedAnswer;
  sources: readonly Source[];
  cutReason: string | null;
  isDegraded: boolean;
};

/**
 * Replaces an answer that no source supports: by a quotation chosen by rules, or by a notice that the documents do not contain the answer.
 * If the model itself says so, its words stay, unless a sure quotation contains what the model denied. A sure quotation also replaces a
 * question to the user.
 */
const replace = (
  state: RouterState,
  { cited, sources, cutReason, isDegraded }: Replaced,
): Answered => {
  const isWhole = cutReason === null && /\p{L}/u.test(cited.answer);
  const said = withoutInventions(cited);
  const quoted = quote(state);
  const sure = quoted?.certainty === 'answer' ? quoted : null;
  const asked = { question: state.originalQuery, language: answerLanguageOf(state) };
  const isDenied =
    isWhole &&
    saysNotFound(said.answer) &&
    (sure === null || deniesWhatIsMissing(said.answer, sure, asked));
  if (isDenied) {
    const isClose = sure !== null;
    return { outcome: writeNotFoundOutcome(state, { said, sources, isDegraded, isClose }) };
  }
  if (isWhole && sure === null) {
    // A question to the user states nothing that a source could support.
    const isCited = cited.citations.length > 0;
    if (cited.statements.length === 0 && !isCited && /[?？؟]/u.test(cited.answer)) {
      const options = { isDegraded, type: 'clarification', generatedBy: 'model' } as const;
      return { outcome: toOutcome(state, cited, options) };
    }
  }
  const reason =
    cutReason ?? (cited.citations.length > 0 ? 'unsupported_answer' : 'uncited_answer');
  return {
    outcome: writeExtractiveOutcome(state, { isDegraded: true }),
    degraded: degradedBy(reason, 'basic_response'),
  };
};

/** Removes the unsupported statements from an answer that found nothing. */
const withoutInventions = (cited: CitedAnswer): CitedAnswer => {
  const left = leaveStatementsOut(cited, ({ verdict }) => verdict === 'unsupported');
  const stated = left.statements.length === 0 && { grounding: null, confidence: null };
  return { ...left, answer: left.answer.trimEnd(), ...stated };
};

/**
 * Explains that no enabled tool can do what is asked, if the agent answered at once for that reason. Code cannot distinguish an explanation
 * from a fact, so the agent's own words are not shown: it names the tool, and the limits of that tool are quoted. Null if the request is
 * small talk or within the tools' limits.
 */
const explainLimits = ({ state, tools, askModel }: Answering): string | null => {
  const { decision, toolCalls, queryIntent } = state;
  if (queryIntent === 'smalltalk') return null;
  if (decision?.decision !== 'ANSWER' || toolCalls.length > 0) return null;
  const named = findLimitingTools(decision, tools);
  if (named.length === 0 && !isRequest(questionOf(state))) return null;
  const limits = named.map(({ name, description }) => `${name}: ${description}`);
  const { beyondTools } = messagesFor(answerLanguageOf(state));
  const offers = askModel ? [] : [toOffer(state, tools)];
  return [beyondTools, ...limits, ...offers].join('\n\n');
};

const logAnswer = (state: RouterState, { outcome, degraded = [] }: RouterUpdate): LogLine[] => {
  if (!outcome) return [];
  const fields = {
    step: 'answer',
    status: outcome.status,
    stopReason: outcome.stopReason,
    rounds: state.iterationCount,
    citations: outcome.citations.length,
    characters: outcome.answer.length,
    degraded: [...state.degraded, ...degraded].map(({ reason }) => reason),
  };
  return [{ message: 'Question answered', fields, content: { turnAnswer: outcome.answer } }];
};
