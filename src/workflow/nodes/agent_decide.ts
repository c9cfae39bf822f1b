import { AppError } from '../../domain/errors.js';
import type { ChatMessage, ChatModel } from '../../ports/models.js';
import { enabledTools } from '../../tools/index.js';
import type { Tool } from '../../tools/tool.js';
import type { Decision } from '../decision/decision.js';
import type { DecisionProtocol } from '../decision/decision-protocol.js';
import { toDecisionUpdate } from '../decision-update.js';
import { toDefaultDecision } from '../default-decision.js';
import { toDecideMessages, toRepairMessages } from '../prompts/decide.js';
import type { RoundDecision, RouterState } from '../state.js';
import type { NodeRuntime, RouterNode } from '../turn.js';

type Deps = {
  /** Null: the extractive reasoner decides, which is to search and then to answer. */
  chat: ChatModel | null;
  protocol: DecisionProtocol;
  tools: readonly Tool[];
};

const MAX_TOKENS = 500;
const TEMPERATURE = 0.1;

const withIds = (decision: Decision, iteration: number): RoundDecision =>
  decision.decision === 'CALL_TOOLS'
    ? {
        ...decision,
        tools: decision.tools.map((call, index) => ({
          ...call,
          id: `call_${iteration}_${index + 1}`,
        })),
      }
    : decision;

const askModel = async (
  chat: ChatModel,
  { protocol, tools }: Pick<Deps, 'protocol' | 'tools'>,
  { state, runtime }: { state: RouterState; runtime: NodeRuntime },
): Promise<Decision> => {
  const { instructions, ...shape } = protocol.buildRequest(tools);
  const { turn, signal } = runtime;
  const ask = (purpose: 'decide' | 'repair', messages: readonly ChatMessage[]) =>
    chat.complete(
      { purpose, messages, maxTokens: MAX_TOKENS, temperature: TEMPERATURE, ...shape },
      { signal },
    );
  const messages = toDecideMessages(state, {
    nonce: turn.nonce,
    now: turn.now(),
    tools,
    instructions,
    messageId: turn.messageId,
  });
  const reply = await ask('decide', messages);
  const first = protocol.parse(reply);
  if (first.ok) return first.decision;
  const { problem } = first;
  const repaired = protocol.parse(
    await ask('repair', toRepairMessages(messages, { reply: reply.content, problem })),
  );
  if (repaired.ok) return repaired.decision;
  throw new AppError('model_invalid_output', 'The model gave no usable decision.');
};

const decideWithoutModel = (state: RouterState, tools: readonly Tool[]): RoundDecision =>
  state.queryIntent === 'smalltalk'
    ? { decision: 'ANSWER', reasoning: 'Nothing to look for.', confidence: null, text: null }
    : toDefaultDecision(
        state,
        tools.map(({ name }) => name),
      );

/** Call tools, answer, or ask back: one decision a round. */
export const createAgentDecide =
  ({ chat, protocol, tools }: Deps): RouterNode =>
  async (state, runtime) => {
    const available = enabledTools(tools, state.userContext);
    const iteration = state.iterationCount + 1;
    const decision = chat
      ? withIds(
          await askModel(runtime.metered(chat), { protocol, tools: available }, { state, runtime }),
          iteration,
        )
      : decideWithoutModel(state, available);
    runtime.turn.emit({
      type: 'decision',
      iteration,
      decision: decision.decision,
      reasoning: decision.reasoning,
      tools: decision.decision === 'CALL_TOOLS' ? decision.tools.map(({ name }) => name) : [],
      confidence: decision.confidence,
    });
    return toDecisionUpdate(state, decision, chat ? protocol.name : 'extractive');
  };
