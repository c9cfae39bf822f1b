import { z } from 'zod';
import type { ChatRequest, ChatResult, ChatToolDefinition } from '../../platform/models/model.js';
import { parseFirst } from '../../shared/parse-first.js';
import { describeProblems, MAX_PROBLEMS } from '../../tools/index.js';
import { MAX_REPLY_CHARS } from './json.js';

/** The maximum number of tool calls in one reply; the repair prompt tells a model that asked for more. */
export const MAX_TOOLS_PER_DECISION = 16;
const MAX_REASONING_CHARS = 4_000;
const MAX_QUESTION_CHARS = 2_000;
/** Half an answer is useless, so a longer text is dropped, and finalize has a new one written. */
const MAX_TEXT_CHARS = 32_000;

export const ToolRequest = z.object({
  name: z.string().trim().min(1).max(128),
  arguments: z.record(z.string(), z.unknown()),
});
export type ToolRequest = z.infer<typeof ToolRequest>;

const common = {
  reasoning: z.string().transform((text) => text.slice(0, MAX_REASONING_CHARS)),
  confidence: z.number().min(0).max(1).nullable(),
};

/** The decision of agent_decide. The node assigns the ids of tool calls, never the model. */
export const Decision = z.discriminatedUnion('decision', [
  z.object({
    ...common,
    decision: z.literal('CALL_TOOLS'),
    tools: z.array(ToolRequest).min(1).max(MAX_TOOLS_PER_DECISION),
    /** `answer` goes to finalize as soon as a round found evidence; `decide` returns to agent_decide. */
    then: z.enum(['answer', 'decide']),
  }),
  z.object({
    ...common,
    decision: z.literal('ANSWER'),
    /** The answer itself, if the protocol lets the model write it together with the decision; only used without evidence. */
    text: z
      .string()
      .nullable()
      .transform((text) => (text === '' || (text?.length ?? 0) > MAX_TEXT_CHARS ? null : text)),
  }),
  z.object({
    ...common,
    decision: z.literal('ASK_CLARIFICATION'),
    question: z.string().trim().min(1).max(MAX_QUESTION_CHARS),
  }),
]);
export type Decision = z.infer<typeof Decision>;

export type ParsedDecision =
  | { ok: true; decision: Decision }
  /** `problem` is written for the model: the caller sends it back in the single repair attempt. */
  | { ok: false; problem: string };

/** The part of a chat request with which a protocol asks for a decision; the caller adds history and question. */
export type DecisionShape = Pick<ChatRequest, 'responseSchema'> & {
  /** Appended to the system prompt after the descriptions of the tools. */
  instructions: string;
  /**
   * If given, the endpoint itself describes the tools to the model, and earlier calls are sent as calls with their results. Otherwise tools
   * and calls are sent as text.
   */
  tools?: readonly ChatToolDefinition[];
  /** The last line of the prompt for a repair attempt. */
  reminder: string;
};

export type DecisionReply = Pick<ChatResult, 'content' | 'toolCalls' | 'finishReason'>;

export type DecisionProtocol = {
  readonly name: string;
  toShape(tools: readonly ChatToolDefinition[]): DecisionShape;
  /** Never throws and never guesses: an unreadable decision is returned as a problem. */
  parse(
    reply: Pick<DecisionReply, 'content' | 'toolCalls'>,
    tools: readonly ChatToolDefinition[],
  ): ParsedDecision;
};

export type DecisionProtocols = Readonly<Record<string, DecisionProtocol>>;

export const protocolOf = (protocols: DecisionProtocols, name: string): DecisionProtocol => {
  const protocol = protocols[name];
  if (protocol === undefined) throw new Error(`There is no decision protocol "${name}".`);
  return protocol;
};

/** Checks a parsed reply against the one schema that all protocols share. */
export const toDecision = (candidate: unknown): ParsedDecision => {
  const decision = parseFirst(Decision, candidate, { most: MAX_PROBLEMS });
  return decision.success
    ? { ok: true, decision: decision.data }
    : {
        ok: false,
        problem: `The reply is not a decision. ${describeProblems(decision, 'reply')}.`,
      };
};

/** Parses a reply with one protocol; an incomplete reply is a problem. */
export const parseDecision = (
  protocol: DecisionProtocol,
  reply: DecisionReply,
  tools: readonly ChatToolDefinition[],
): ParsedDecision => {
  const { content, toolCalls, finishReason } = reply;
  const refuse = (problem: string) => ({ ok: false as const, problem });
  if (finishReason === 'length') {
    return refuse('The reply was cut off at its length limit; write less.');
  }
  if (finishReason === 'content_filter') {
    return refuse('The reply was withheld by a content filter.');
  }
  if (content.includes(protocol.toShape(tools).instructions)) {
    return refuse('The reply repeats its instructions.');
  }
  const chars = toolCalls.reduce((sum, call) => sum + call.argumentsJson.length, content.length);
  return chars > MAX_REPLY_CHARS ? refuse('The reply is too long.') : protocol.parse(reply, tools);
};
