import type { ChatRequest, ChatResult, ChatToolDefinition } from '../../ports/models.js';
import type { Decision } from './decision.js';

/** The part of a chat request by which a protocol asks for a decision; the caller adds history and question. */
type DecisionRequest = Pick<ChatRequest, 'responseSchema' | 'tools'> & {
  /** Goes into the system prompt, after the tools were described. */
  instructions: string;
};

export type ParsedDecision =
  | { ok: true; decision: Decision }
  /** `problem` is written for the model: the caller hands it back in its one repair attempt. */
  | { ok: false; problem: string };

export type DecisionProtocol = {
  readonly name: 'structured' | 'tools' | 'react';
  buildRequest(tools: readonly ChatToolDefinition[]): DecisionRequest;
  /** Never throws, and never guesses: what is no decision is a problem. */
  parse(reply: Pick<ChatResult, 'content' | 'toolCalls'>): ParsedDecision;
};
