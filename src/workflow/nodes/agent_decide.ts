import { AppError } from '../../shared/errors.js';
import type { ChatModel, ChatResult } from '../../platform/models/model.js';
import { enabledTools, type Tool } from '../../tools/index.js';
import { toCallId, type RouterState, type RouterUpdate, type RoundDecision } from '../state.js';
import {
  parseDecision,
  type Decision,
  type DecisionProtocol,
  type DecisionProtocols,
} from '../decide/protocol.js';
import { toDefaultDecision } from '../decide/without-model.js';
import { toDecideMessages, toRepairMessages } from '../prompts.js';
import type { NodeRuntime, RouterNode } from '../node.js';
import { toLoggedName, type LogLine } from '../turn-log.js';

type DecideLimits = { maxTokens: number; temperature: number };

type Parts = {
  /** Null: the extractive reasoner decides, which is to search and then to answer. */
  chat: ChatModel | null;
  protocols: DecisionProtocols;
  tools: readonly Tool[];
  limits: DecideLimits;
};
type Deps = Parts & { timeoutMs: number };

type Asking = Omit<Parts, 'chat'> & { chat: ChatModel; state: RouterState; runtime: NodeRuntime };

type Decided = { decision: Decision; protocol: string };

const PATHS = {
  ANSWER: 'direct_answer',
  ASK_CLARIFICATION: 'clarification',
} as const;

/** Call tools, answer, or ask back: one decision a round. */
export const createAgentDecide = ({ timeoutMs, ...parts }: Deps): RouterNode => ({
  name: 'agent_decide',
  timeoutMs,
  needs: ['originalQuery', 'userContext', 'maxIterations', 'queryLanguage', 'queryIntent'],
  run: (state, runtime) => decide(parts, state, runtime),
  recover: {
    strategy: 'default_tools',
    toUpdate: (state) => {
      const names = enabledTools(parts.tools, state.userContext).map(({ name }) => name);
      return toDecisionUpdate(state, toDefaultDecision(state, names), 'default');
    },
  },
  log: ({ state, update }) => logDecision(state, update),
});

const decide = async (
  { chat, tools, ...rest }: Parts,
  state: RouterState,
  runtime: NodeRuntime,
): Promise<RouterUpdate> => {
  const available = enabledTools(tools, state.userContext);
  const iteration = state.iterationCount + 1;
  const decided = chat
    ? await askModel({ ...rest, chat: runtime.metered(chat), tools: available, state, runtime })
    : null;
  const decision = decided
    ? withIds(decided.decision, iteration)
    : decideWithoutModel(state, available);
  void runtime.turn.emit({
    type: 'decision',
    iteration,
    decision: decision.decision,
    reasoning: decision.reasoning,
    tools: decision.decision === 'CALL_TOOLS' ? decision.tools.map(({ name }) => name) : [],
    confidence: decision.confidence,
  });
  return toDecisionUpdate(state, decision, decided?.protocol ?? 'extractive');
};

const askModel = async (asking: Asking): Promise<Decided> => {
  const first = await ask(asking, null);
  if ('decision' in first) return first;
  const second = await ask(asking, first);
  if ('decision' in second) return second;
  throw new AppError('model_invalid_output', 'The model gave no usable decision.');
};

type Failed = { reply: ChatResult; problem: string };

/** The request takes the shape of whichever endpoint answers, and the reply is read as that one was asked. */
const ask = async (
  { chat, protocols, tools, limits, state, runtime }: Asking,
  failed: Failed | null,
): Promise<Decided | Failed> => {
  const { turn, signal } = runtime;
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
  const parsed = parseDecision(protocolOf(protocols, reply.protocol), reply, tools);
  return parsed.ok
    ? { decision: parsed.decision, protocol: reply.protocol }
    : { reply, problem: parsed.problem };
};

const withIds = (decision: Decision, iteration: number): RoundDecision =>
  decision.decision === 'CALL_TOOLS'
    ? {
        ...decision,
        tools: decision.tools.map((call, index) => ({ ...call, id: toCallId(iteration, index) })),
      }
    : decision;

const decideWithoutModel = (state: RouterState, tools: readonly Tool[]): RoundDecision =>
  state.queryIntent === 'smalltalk'
    ? { decision: 'ANSWER', reasoning: 'Nothing to look for.', confidence: null, text: null }
    : toDefaultDecision(
        state,
        tools.map(({ name }) => name),
      );

/** A decision with its line in the receipt and its step of the workflow path. */
const toDecisionUpdate = (
  state: Pick<RouterState, 'iterationCount'>,
  decision: RoundDecision,
  protocol: string,
): RouterUpdate => {
  const iteration = state.iterationCount + 1;
  const { reasoning, confidence } = decision;
  const tools = decision.decision === 'CALL_TOOLS' ? decision.tools.map(({ name }) => name) : [];
  return {
    decision,
    decisions: [{ iteration, decision: decision.decision, reasoning, tools, confidence, protocol }],
    workflowPath: [
      decision.decision === 'CALL_TOOLS'
        ? `iteration_${iteration}_tools`
        : PATHS[decision.decision],
    ],
  };
};

const MAX_KEYS = 20;

const logDecision = (state: RouterState, { decision, decisions }: RouterUpdate): LogLine[] => {
  if (!decision) return [];
  const calls = decision.decision === 'CALL_TOOLS' ? decision.tools : [];
  return [
    {
      message: 'Decision made',
      fields: {
        step: 'decision',
        round: state.iterationCount + 1,
        rounds: state.maxIterations,
        decision: decision.decision,
        protocol: decisions?.at(-1)?.protocol,
        calls: calls.map((call) => ({
          tool: toLoggedName(call.name),
          keys: Object.keys(call.arguments).slice(0, MAX_KEYS).map(toLoggedName),
        })),
      },
      content: {
        turnReasoning: decision.reasoning,
        turnArguments: calls.map((call) => JSON.stringify(call.arguments)),
      },
    },
  ];
};

const protocolOf = (protocols: DecisionProtocols, name: string): DecisionProtocol => {
  const protocol = protocols[name];
  if (protocol === undefined) throw new Error(`There is no decision protocol "${name}".`);
  return protocol;
};
