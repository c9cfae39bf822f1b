import type { ChatModel, ChatResult } from '../../platform/models/model.js';
import { AppError } from '../../shared/errors.js';
import type { Tool } from '../../tools/index.js';
import { createUnopenedReasoning } from '../ask-for-answer.js';
import { DECISION_PROTOCOLS } from '../decide/index.js';
import { isPlainLookup, toFirstSearch } from '../decide/plain-lookup.js';
import {
  parseDecision,
  protocolOf,
  type Decision,
  type DecisionProtocols,
} from '../decide/protocol.js';
import {
  decideWithoutModel,
  RULE,
  toDefaultDecision,
  toListingForAssistant,
} from '../decide/without-model.js';
import { isRefused } from '../failed-tools.js';
import { findLimitingTools } from '../limiting-tools.js';
import type { ModelAnswer } from '../model-answer.js';
import type { ModelLimits, NodeDeps, NodeRuntime, RouterNode } from '../node.js';
import { toDecideMessages, toRepairMessages } from '../prompts/decide.js';
import { showSources, withPreview } from '../preview.js';
import { asksAssistant, mayTalkFreely } from '../question.js';
import { toCallId, type RoundDecision, type RouterState, type RouterUpdate } from '../state.js';
import { toLoggedName, type LogLine } from '../turn-log.js';
import { toContext, toolsOfTurn } from '../turn-tools.js';
import { mayWrite, writeOrLook } from '../write-or-look.js';

type Deps = Pick<NodeDeps, 'chat' | 'tools' | 'settings' | 'logger'>;

type Asking = {
  chat: ChatModel;
  protocols: DecisionProtocols;
  tools: readonly Tool[];
  limits: ModelLimits;
  state: RouterState;
  runtime: NodeRuntime;
};

type Decided = { decision: Decision; protocol: string; draft?: ModelAnswer | null };

/** Decides once per round whether to call tools, answer, or ask the user. */
export const createAgentDecide = (
  { chat, tools, settings, logger }: Deps,
  protocols: DecisionProtocols = DECISION_PROTOCOLS,
): RouterNode => {
  const unopenedReasoning = createUnopenedReasoning();
  return {
    name: 'agent_decide',
    timeoutMs: settings.nodeTimeoutMs.agent_decide,
    needs: ['originalQuery', 'userContext', 'maxIterations', 'queryLanguage', 'queryIntent'],
    run: async (state, runtime) => {
      const available = toolsOfTurn(tools, state);
      const asked = { protocols, tools: available, state, runtime };
      const byRule = (asked: RouterState) =>
        decideWithoutModel(asked, available, runtime.turn.messageId);
      const decide = async (model: ChatModel): Promise<Decided> => {
        if (settings.decideMode === 'auto') {
          if (isPlainLookup(state, available)) {
            return { decision: toFirstSearch(state, available), protocol: RULE };
          }
          const answering = { limits: settings.answer, unopenedReasoning, logger };
          const written = mayWrite(state)
            ? await writeOrLook(model, { ...asked, ...answering })
            : null;
          if (written !== null) return written;
        }
        const decided = await withPreview(
          runtime.turn,
          (answered) => showFound(asked, byRule(state), answered),
          () => askModel({ ...asked, limits: settings.decide, chat: model }),
        );
        return lookFirst(asked, decided, byRule);
      };
      const decided = chat
        ? await decide(runtime.metered(chat))
        : { decision: byRule(state), protocol: 'extractive' };
      void runtime.turn.emit({ type: 'decision', ...toLine(state, decided.decision) });
      return toUpdate(state, decided);
    },
    recover: {
      strategy: 'default_tools',
      toUpdate: (state) => {
        const decision = toDefaultDecision(state, toolsOfTurn(tools, state));
        return toUpdate(state, { decision, protocol: 'default' });
      },
    },
    log: ({ state, update }) => logDecision(state, update),
  };
};

/** Shows what would be quoted if the model did not answer: from what was found, or from what the rule would search for. */
const showFound = async (
  { state, runtime, tools }: Pick<Asking, 'state' | 'runtime' | 'tools'>,
  decision: Decision,
  answered: AbortSignal,
): Promise<void> => {
  // Quotations do not replace a model that may talk freely.
  if (mayTalkFreely(state)) return;
  const calls = decision.decision === 'CALL_TOOLS' ? decision.tools : [];
  const call = calls.find(({ name }) => name === 'rag_search');
  const search = tools.find(({ name }) => name === call?.name);
  const signal = AbortSignal.any([answered, runtime.signal]);
  const context = { ...toContext(state, runtime, () => undefined), signal };
  const found = call && (await search?.run(call.arguments, context));
  if (answered.aborted) return;
  const evidence = found?.evidence.filter((item) => item.kind === 'chunk') ?? [];
  await showSources({ ...state, evidence: [...state.evidence, ...evidence] }, runtime.turn);
};

/** An unusable reply of the model may be repaired once. */
const askModel = async (asking: Asking): Promise<Decided> => {
  const first = await ask(asking, null);
  const last = 'decision' in first ? first : await ask(asking, first);
  if ('decision' in last) return last;
  throw new AppError('model_invalid_output', 'The model gave no usable decision.');
};

type Failed = { reply: ChatResult; problem: string };

/** The request is shaped for the endpoint that answers, and its reply is parsed with that endpoint's protocol. */
const ask = async (
  { chat, protocols, tools, limits, state, runtime: { turn, signal } }: Asking,
  failed: Failed | null,
): Promise<Decided | Failed> => {
  const context = { nonce: turn.nonce, now: turn.now(), messageId: turn.messageId, tools };
  const reply = await chat.complete(
    {
      purpose: failed ? 'repair' : 'decide',
      ...limits,
      shapeFor: (name) => {
        const shape = protocolOf(protocols, name).toShape(tools);
        const messages = toDecideMessages(state, context, shape);
        return {
          messages: failed ? toRepairMessages(messages, failed, shape) : messages,
          ...(shape.responseSchema && { responseSchema: shape.responseSchema }),
          ...(shape.tools && { tools: shape.tools }),
        };
      },
    },
    { signal },
  );
  const { protocol } = reply;
  const parsed = parseDecision(protocolOf(protocols, protocol), reply, tools);
  return parsed.ok ? { decision: parsed.decision, protocol } : { reply, problem: parsed.problem };
};

/**
 * If facts must be grounded and nothing was searched yet, replaces a decision that would end the turn by a search, so that "not found" is
 * never said without searching. Requests beyond the tools' limits need no search.
 */
const lookFirst = (
  { state, tools }: Pick<Asking, 'state' | 'tools'>,
  decided: Decided,
  byRule: (state: RouterState) => Decision,
): Decided => {
  const { decision } = decided;
  const isOver = decision.decision === 'ANSWER' || isLastMistake(state, decision, tools);
  const listing =
    isOver && state.evidence.length === 0 && asksAssistant(state)
      ? toListingForAssistant(state, tools)
      : null;
  if (listing !== null) return { decision: listing, protocol: 'default' };
  const mayEnd =
    decision.decision === 'ASK_CLARIFICATION' ||
    state.evidence.length > 0 ||
    mayTalkFreely(state) ||
    hasLooked(state, tools) ||
    (decision.decision === 'ANSWER' && findLimitingTools(decision, tools).length > 0);
  if (!isOver || mayEnd) return decided;
  const looked = byRule({ ...state, iterationCount: 0 });
  return looked.decision === 'CALL_TOOLS' ? { decision: looked, protocol: 'default' } : decided;
};

/** Tools that look up what was said or remembered; a document may still have the answer. */
const BESIDE_DOCUMENTS: ReadonlySet<string> = new Set(['memory_search', 'search_history']);

/** True if documents were searched, or another tool was meant to do the task. A call to a tool that does not exist does not count. */
const hasLooked = ({ decisions, toolCalls }: RouterState, tools: readonly Tool[]): boolean =>
  decisions.some(({ protocol }) => protocol === 'default') ||
  toolCalls.some((call) => {
    const isKnown = tools.some(({ name }) => name === call.name);
    const isMistake = call.name === 'rag_search' && isRefused(call);
    return isKnown && !isMistake && !BESIDE_DOCUMENTS.has(call.name);
  });

/** True if the last round ends with an invalid call, like all rounds before it. */
const isLastMistake = (
  { iterationCount, maxIterations, toolCalls }: RouterState,
  decision: Decision,
  tools: readonly Tool[],
): boolean =>
  decision.decision === 'CALL_TOOLS' &&
  iterationCount >= maxIterations - 1 &&
  toolCalls.every(isRefused) &&
  (iterationCount > 0 ||
    decision.tools.every((call) => !tools.some(({ name }) => name === call.name)));

/** The part of a decision that is emitted and stored. */
const toLine = (state: RouterState, decision: Decision) => ({
  iteration: state.iterationCount + 1,
  decision: decision.decision,
  reasoning: decision.reasoning,
  tools: decision.decision === 'CALL_TOOLS' ? decision.tools.map(({ name }) => name) : [],
  confidence: decision.confidence,
});

const toUpdate = (
  state: RouterState,
  { decision, protocol, draft = null }: Decided,
): RouterUpdate => {
  const line = toLine(state, decision);
  const paths = {
    CALL_TOOLS: `iteration_${line.iteration}_tools`,
    ANSWER: 'direct_answer',
    ASK_CLARIFICATION: 'clarification',
  };
  return {
    decision: withIds(decision, line.iteration),
    draft,
    decisions: [{ ...line, protocol }],
    workflowPath: [paths[decision.decision]],
  };
};

const withIds = (decision: Decision, iteration: number): RoundDecision => {
  if (decision.decision !== 'CALL_TOOLS') return decision;
  const tools = decision.tools.map((call, index) => ({ ...call, id: toCallId(iteration, index) }));
  return { ...decision, tools };
};

const MAX_KEYS = 20;

const logDecision = (state: RouterState, { decision, decisions }: RouterUpdate): LogLine[] => {
  if (!decision) return [];
  const calls = decision.decision === 'CALL_TOOLS' ? decision.tools : [];
  const fields = {
    step: 'decision',
    round: state.iterationCount + 1,
    rounds: state.maxIterations,
    decision: decision.decision,
    protocol: decisions?.at(-1)?.protocol,
    calls: calls.map((call) => ({
      tool: toLoggedName(call.name),
      keys: Object.keys(call.arguments).slice(0, MAX_KEYS).map(toLoggedName),
    })),
  };
  const turnArguments = calls.map((call) => JSON.stringify(call.arguments));
  const content = { turnReasoning: decision.reasoning, turnArguments };
  return [{ message: 'Decision made', fields, content }];
};
