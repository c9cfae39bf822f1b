import type { ChatToolCall, ChatToolDefinition } from '../../platform/models/model.js';
import { removeThoughts } from '../../platform/models/reasoning-tags.js';
import { parseArguments } from './json.js';
import {
  toDecision,
  type ParsedDecision,
  type DecisionProtocol,
  type DecisionReply,
} from './protocol.js';

const ASK: ChatToolDefinition = {
  name: 'ask_clarification',
  description:
    'Asks the user one question back, only when what they asked is ambiguous. Call it alone: other calls beside it are not made.',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['question'],
    properties: { question: { type: 'string', description: 'In the language of the answer.' } },
  },
};

const INSTRUCTIONS = [
  'Call the functions you need, several at once where one does not need the result of another.',
  `To ask back, call ${ASK.name}. To answer, reply with text and no call, in the language of the answer and in one or two sentences:`,
  'where something was found, the answer with its sources is written afterwards from that.',
].join('\n');

const parseCalls = (toolCalls: readonly ChatToolCall[], reasoning: string): ParsedDecision => {
  const calls = toolCalls.map(({ name, argumentsJson }) => ({
    name,
    arguments: parseArguments(argumentsJson),
  }));
  const broken = calls.find((call) => call.arguments === null);
  if (broken) {
    const name = broken.name.slice(0, 128);
    return { ok: false, problem: `The arguments of ${name} are not one complete JSON object.` };
  }
  const common = { reasoning, confidence: null };
  // A model that needs to ask the user does not know yet what to do, so no tool runs before the user has replied.
  const ask = calls.find(({ name }) => name === ASK.name);
  return toDecision(
    ask
      ? { ...common, decision: 'ASK_CLARIFICATION', question: ask.arguments?.['question'] }
      : { ...common, decision: 'CALL_TOOLS', tools: calls, then: 'decide' },
  );
};

const parse = ({
  content,
  toolCalls,
}: Pick<DecisionReply, 'content' | 'toolCalls'>): ParsedDecision => {
  const text = removeThoughts(content).trim();
  if (toolCalls.length > 0) return parseCalls(toolCalls, text);
  if (text === '') return { ok: false, problem: 'The reply is empty: no call and no text.' };
  return toDecision({ decision: 'ANSWER', reasoning: '', confidence: null, text });
};

/** Native function calling. The ids that the model gives its calls are ignored, because they may be missing or duplicated. */
export const tools: DecisionProtocol = {
  name: 'tools',
  toShape: (definitions) => ({
    instructions: INSTRUCTIONS,
    reminder: 'Call the functions again with correct arguments, or reply with text and no call.',
    tools: [
      ...definitions.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters,
      })),
      ASK,
    ],
  }),
  parse,
};
