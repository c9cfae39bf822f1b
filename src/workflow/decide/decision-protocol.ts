import type {
  ChatRequest,
  ChatResult,
  ChatToolDefinition,
  DecisionProtocolName,
} from '../../platform/models/model.js';
import type { ParsedDecision } from './decision.js';

/** The part of a chat request by which a protocol asks for a decision; the caller adds history and question. */
export type DecisionShape = Pick<ChatRequest, 'responseSchema'> & {
  /** Goes into the system prompt, after the tools were described. */
  instructions: string;
  /**
   * Given: the endpoint itself tells the model about the tools, and earlier calls are told as calls with their results. Otherwise
   * both are told in text.
   */
  tools?: readonly ChatToolDefinition[];
  /** Closes the repair attempt. */
  reminder: string;
};

export type DecisionReply = Pick<ChatResult, 'content' | 'toolCalls' | 'finishReason'>;

export type DecisionProtocol = {
  readonly name: DecisionProtocolName;
  toShape(tools: readonly ChatToolDefinition[]): DecisionShape;
  /** Never throws, and never guesses: what is no decision is a problem. */
  parse(
    reply: Pick<DecisionReply, 'content' | 'toolCalls'>,
    tools: readonly ChatToolDefinition[],
  ): ParsedDecision;
};

export type DecisionProtocols = Readonly<Record<DecisionProtocolName, DecisionProtocol>>;
